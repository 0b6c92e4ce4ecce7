import { StreamableFile } from '@nestjs/common';

/** A proof image with its fixed type; the security headers of every reply keep it from being anything else. */
export const imageReply = ({ image, mime }: { image: Buffer; mime: string }): StreamableFile =>
  new StreamableFile(image, { type: mime, disposition: 'inline', length: image.length });
