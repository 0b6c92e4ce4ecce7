import { Inject, Injectable } from '@nestjs/common';
import {
  HOUR_MS,
  type PictureBody,
  type PictureKind,
  pictureLimits,
  picturePath,
  picturePathsIn,
  pictureRefusals,
  picturesIn,
} from '@framelift/contracts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import { Every } from '../../platform/jobs.ts';
import type { Pool } from '../../platform/pg.ts';
import { type Encoded, fileOf, isAnimated, kindOf, readPicture, sha256 } from '../../platform/pictures.ts';
import { cleanSvg, isOutlined, isSvg } from '../../platform/svg.ts';
import { Refused, refuseIf } from '../../platform/refused.ts';
import { POOL } from '../../platform/tokens.ts';
import { publishedPicturesSource } from './site-pictures.decider.ts';
import { DRAFTS } from './site.tables.ts';

/** A restored system needs the pictures. They are large, so few are written together. */
export const KEPT_PICTURES = [{ name: 'pictures.site', rows: 10 }];

const { edge, bytes, pixels, svgBytes } = pictureLimits;

type Crop = NonNullable<PictureBody['crop']>;
export interface ReadSitePicture extends Pick<Encoded, 'sha256' | 'bytes'> {
  kind: PictureKind;
}

/** Reads an uploaded picture (data URL) as WebP of at most `edge` pixels wide or high, or as an SVG of outlines. @throws Refused */
export async function readSitePicture({ picture, edge: longest = edge, crop }: PictureBody): Promise<ReadSitePicture> {
  const file = fileOf(picture, bytes);
  if (!file) throw new Refused(pictureRefusals.pictureInvalid);
  return isSvg(file) ? drawingOf(file, crop) : pixelsOf(file, longest, crop);
}

function drawingOf(file: Buffer, crop: Crop | undefined): ReadSitePicture {
  refuseIf(crop !== undefined, pictureRefusals.cropInvalid);
  refuseIf(!isOutlined(file), pictureRefusals.svgNotOutlined);
  const clean = file.length <= svgBytes ? cleanSvg(file) : undefined;
  // References may have made much of little.
  if (!clean || clean.length > svgBytes) throw new Refused(pictureRefusals.svgInvalid);
  const drawn = Buffer.from(clean);
  return { kind: 'svg', bytes: drawn, sha256: sha256(drawn) };
}

async function pixelsOf(file: Buffer, longest: number, crop: Crop | undefined): Promise<ReadSitePicture> {
  const read = await readPicture(file, pixels, (image) =>
    (crop ? image.extract(crop) : image)
      .resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 90, smartSubsample: true }),
  );
  if (read) return { kind: 'webp', ...read };
  refuseIf(await isAnimated(file), pictureRefusals.pictureAnimated);
  throw new Refused(crop && (await readPicture(file, pixels)) ? pictureRefusals.cropInvalid : pictureRefusals.pictureInvalid);
}

/** Pictures of the site, outside the log: stored by their hash before a draft names them. */
@Injectable()
export class SitePictures {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly streams: Streams,
  ) {}

  /** A picture stored again counts as new. */
  async store({ sha256, bytes }: Pick<Encoded, 'sha256' | 'bytes'>): Promise<void> {
    await this.pool.query(
      `insert into pictures.site (hash, image) values ($1, $2)
       on conflict (hash) do update set stored_at = now()`,
      [sha256, bytes],
    );
  }

  /** Checks that a content names only pictures that are there. They count as new, so none is purged before its draft is saved. @throws Refused */
  async check(content: object): Promise<void> {
    const named = picturePathsIn(content);
    if (!named.length) return;
    const { rows } = await this.pool.query<{ hash: string; start: Buffer }>(
      'update pictures.site set stored_at = now() where hash = any($1) returning hash, substring(image from 1 for 4) as start',
      [picturesIn(content)],
    );
    const kept = new Set(rows.map(({ hash, start }) => picturePath(hash, kindOf(start))));
    refuseIf(!named.every((path) => kept.has(path)), pictureRefusals.pictureUnknown);
  }

  /** Removes pictures that for a day neither a published content nor a draft has named. */
  @Every(HOUR_MS, 'deletes pictures of the site that only discarded drafts named')
  async removeUnnamed(): Promise<void> {
    // A draft that is published meanwhile is in one of both.
    const { rows } = await this.pool.query<{ content: object }>(`select content from ${DRAFTS}`);
    const { state: published } = await this.streams.load(publishedPicturesSource);
    await this.pool.query(`delete from pictures.site where stored_at < now() - interval '1 day' and not hash = any($1)`, [
      [...published, ...rows.flatMap(({ content }) => picturesIn(content))],
    ]);
  }
}
