import { Controller, Param, Res, StreamableFile } from '@nestjs/common';
import { type PictureAddedView, type PictureBody, picturePath, refusals } from '@framelift/contracts';
import type { FastifyReply } from 'fastify';
import { Answers, Body } from '../../http/answers.ts';
import { YEAR_SECONDS } from '../../http/security-headers.ts';
import { KeptPictures } from '../../http/site/kept-pictures.ts';
import { kindOf } from '../../platform/pictures.ts';
import { Refused } from '../../platform/refused.ts';
import { readSitePicture, SitePictures } from './site-pictures.ts';

const NAMED = /^([0-9a-f]{64})(?:\.(webp|svg)|-(\d{2,3})\.png)$/;
const TYPES = { webp: 'image/webp', svg: 'image/svg+xml' };

@Controller()
export class SitePicturesController {
  constructor(
    private readonly pictures: SitePictures,
    private readonly kept: KeptPictures,
  ) {}

  @Answers('POST /api/admin/site/pictures')
  async add(@Body() body: PictureBody): Promise<PictureAddedView> {
    const read = await readSitePicture(body);
    await this.pictures.store(read);
    return { success: true, path: picturePath(read.sha256, read.kind) };
  }

  @Answers('GET /site/pictures/:file')
  async show(@Param('file') file: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<StreamableFile> {
    const [, hash = '', kind, side] = NAMED.exec(file) ?? [];
    const image = await (side ? this.kept.icon(hash, Number(side)) : this.kept.find(hash));
    if (!image || (kind && kind !== kindOf(image))) throw new Refused(refusals.notFound, 'missing');
    void reply.header('Cache-Control', `public, max-age=${YEAR_SECONDS}, immutable`);
    return new StreamableFile(image, { type: side ? 'image/png' : TYPES[kindOf(image)], disposition: 'inline', length: image.length });
  }
}
