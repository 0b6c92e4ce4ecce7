import { Inject, Injectable } from '@nestjs/common';
import { type Brand, iconSizes, pictureLimits, picturesIn } from '@framelift/contracts';
import { asPng, inSquare } from '../../platform/pictures.ts';
import type { Pool } from '../../platform/pg.ts';
import { POOL } from '../../platform/tokens.ts';

/** PNGs in memory; any picture of the site may be asked for as an icon. */
const KEPT = 50;
const sides: readonly number[] = Object.values(iconSizes);

/** Reads pictures of the site, which SitePictures keeps by the hash of their bytes. */
@Injectable()
export class KeptPictures {
  private readonly drawn = new Map<string, Promise<Buffer | undefined>>();

  constructor(@Inject(POOL) private readonly pool: Pool) {}

  async find(hash: string): Promise<Buffer | undefined> {
    const { rows } = await this.pool.query<{ image: Buffer }>('select image from pictures.site where hash = $1', [hash]);
    return rows[0]?.image;
  }

  /** A brand's logo as PNG, for mails and documents: the same pixels each time. Undefined: it has none. */
  async logoOf({ logo }: Pick<Brand, 'logo'>): Promise<Buffer | undefined> {
    const [hash] = picturesIn({ logo });
    return hash ? this.keep(hash, 'logo', (picture) => asPng(picture, pictureLimits.logoEdge)) : undefined;
  }

  /** A picture as a square PNG. Undefined: there is no such picture, or no icon of this size. */
  async icon(hash: string, side: number): Promise<Buffer | undefined> {
    if (!sides.includes(side)) return undefined;
    // A phone shows black where something shines through.
    return this.keep(hash, side, (picture) => inSquare(picture, side, side === iconSizes.touch ? '#ffffff' : undefined));
  }

  /** Drawn once, also for all who ask meanwhile. What is not there may come. */
  private keep(hash: string, as: string | number, draw: (picture: Buffer) => Promise<Buffer>): Promise<Buffer | undefined> {
    const key = `${hash} ${as}`;
    const kept = this.drawn.get(key);
    if (kept) return kept;
    if (this.drawn.size >= KEPT) this.drawn.clear();
    const drawing = this.find(hash).then((picture) => picture && draw(picture));
    this.drawn.set(key, drawing);
    const forget = () => this.drawn.delete(key);
    drawing.then((png) => png ?? forget(), forget);
    return drawing;
  }
}
