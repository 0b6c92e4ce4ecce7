/** Leaves of a tile: 2^8 (c2sp.org/tlog-tiles). */
export const TILE_LEVELS = 8;
export const TILE = 2 ** TILE_LEVELS;

/** A file of a tiled log. Level `entries` has what the leaves are hashes of. */
export interface TileName {
  level: number | 'entries';
  n: number;
  /** 1 to 256 hashes or entries. */
  width: number;
}

/** `2/x001/x234/067.p/17`, as the specification writes it and no other way; undefined: no such name. */
export function tileNamed(path: string): TileName | undefined {
  const [, levelText, folders, last, widthText] = /^(\d{1,2}|entries)\/((?:x\d{3}\/)*)(\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path) ?? [];
  if (levelText === undefined) return undefined;
  const tile: TileName = {
    level: levelText === 'entries' ? levelText : Number(levelText),
    n: Number(`${folders!.replaceAll(/[x/]/g, '')}${last}`),
    width: widthText === undefined ? TILE : Number(widthText),
  };
  return tile.width > 0 && Number.isSafeInteger(tile.n) && tilePath(tile) === path ? tile : undefined;
}

export function tilePath({ level, n, width }: TileName): string {
  const digits = String(n);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g)!;
  const path = groups.map((group, i) => (i < groups.length - 1 ? `x${group}` : group)).join('/');
  return `${level}/${path}${width < TILE ? `.p/${width}` : ''}`;
}

/** A tile of entries, each with its length in two bytes before it. */
export const entriesTile = (entries: readonly Buffer[]): Buffer =>
  Buffer.concat(entries.flatMap((entry) => [Buffer.from([0, entry.length]), entry]));

/** How many hashes a tile has in a tree of `size` leaves; 0: there is no such tile. */
export function widthIn(size: number, { level, n }: Pick<TileName, 'level' | 'n'>): number {
  const each = level === 'entries' ? 1 : TILE ** level;
  return Math.max(0, Math.min(TILE, Math.floor(size / each) - n * TILE));
}
