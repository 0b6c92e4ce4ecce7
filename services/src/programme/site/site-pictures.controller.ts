import { Controller, Param, Res, StreamableFile } from '@nestjs/common';
import { type PictureAddedView, type PictureBody, picturePath, refusals } from '@framelift/contracts';
import type { FastifyReply } from 'fastify';
import { Answers, Body } from '../../http/answers.ts';
import { YEAR_SECONDS } from '../../http/security-headers.ts';
import { KeptPictures } from '../../http/site/kept-pictures.ts';
import { Refused } from '../../platform/refused.ts';
import { readSitePicture, SitePictures } from './site-pictures.ts';

const NAMED = /^([0-9a-f]{64})(?:\.webp|-(\d{2,3})\.png)$/;

@Controller()
export class SitePicturesController {
  constructor(
    private readonly pictures: SitePictures,
    private readonly kept: KeptPictures,
  ) {}

  @Answers('POST /api/admin/site/pictures')
  async add(@Body() { picture, edge }: PictureBody): Promise<PictureAddedView> {
    const read = await readSitePicture(picture, edge);
    await this.pictures.store(read);
    return { success: true, path: picturePath(read.sha256) };
  }

  @Answers('GET /site/pictures/:file')
  async show(@Param('file') file: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<StreamableFile> {
    const [, hash = '', side] = NAMED.exec(file) ?? [];
    const image = await (side ? this.kept.icon(hash, Number(side)) : this.kept.find(hash));
    if (!image) throw new Refused(refusals.notFound, 'missing');
    void reply.header('Cache-Control', `public, max-age=${YEAR_SECONDS}, immutable`);
    return new StreamableFile(image, { type: side ? 'image/png' : 'image/webp', disposition: 'inline', length: image.length });
  }
}
