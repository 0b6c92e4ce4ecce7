import { Inject, Injectable } from '@nestjs/common';
import { HOUR_MS, pictureLimits, pictureRefusals, picturesIn } from '@framelift/contracts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import { Every } from '../../platform/jobs.ts';
import type { Pool } from '../../platform/pg.ts';
import { type Encoded, readPicture } from '../../platform/pictures.ts';
import { Refused, refuseIf } from '../../platform/refused.ts';
import { POOL } from '../../platform/tokens.ts';
import { publishedPicturesSource } from './site-pictures.decider.ts';
import { DRAFTS } from './site.tables.ts';

/** A restored system needs the pictures. They are large, so few are written together. */
export const KEPT_PICTURES = [{ name: 'pictures.site', rows: 10 }];

const { edge, ...limits } = pictureLimits;

/** Reads an uploaded picture (data URL) as WebP of at most `longest` pixels wide or high. @throws Refused */
export async function readSitePicture(dataUrl: string, longest: number = edge): Promise<Encoded> {
  const picture = await readPicture(dataUrl, limits, (image) =>
    image.resize({ width: longest, height: longest, fit: 'inside', withoutEnlargement: true }).webp({ quality: 90, smartSubsample: true }),
  );
  if (!picture) throw new Refused(pictureRefusals.pictureInvalid);
  return picture;
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
    const named = picturesIn(content);
    if (!named.length) return;
    const { rowCount } = await this.pool.query('update pictures.site set stored_at = now() where hash = any($1)', [named]);
    refuseIf(rowCount !== named.length, pictureRefusals.pictureUnknown);
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
