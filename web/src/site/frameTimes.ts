/** One scene without and with Framelift, simulated: the same numbers on the server and in each browser (docs/product.md#home). */
export type Side = 'before' | 'after';

/** How often the numbers change. */
export const UPDATE_MS = 150;
/** Updates that the graph shows. */
export const SHOWN = 80;
/** The frame times at the top and the bottom of the graph, ms. */
const TOP_MS = 12.5;
const BOTTOM_MS = 4.5;
/** With it the graph that does not move ends at 136 and 164 frames per second, with 1% lows of 90 and 131. */
const SEED = 206_294;

/** `from` and `to`: frames per second without spikes. `spike`: the highest, ms; `spikes`: the share of updates with one. */
const scenes = {
  before: { from: 130, to: 144, spike: 4.4, spikes: 0.13 },
  after: { from: 158, to: 170, spike: 1.6, spikes: 0.06 },
} as const;

/** A number from 0 to 1, always the same for the same one. */
function noise(i: number): number {
  let hash = Math.imul(i ^ SEED, 0x9e3779b1);
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32;
}
const noiseOf = (side: Side, update: number, which: 0 | 1) => noise(update * 4 + (side === 'after' ? 2 : 0) + which);

/** Frames per second at an update, between 130 and 170. */
export function fpsAt(side: Side, update: number): number {
  const { from, to } = scenes[side];
  return from + Math.floor(noiseOf(side, update, 0) * (to - from + 1));
}

/** The longest frame of an update, ms. */
function longestFrameAt(side: Side, update: number): number {
  const { spike, spikes } = scenes[side];
  const height = 1 - noiseOf(side, update, 1) / spikes;
  return 1000 / fpsAt(side, update) + (height > 0 ? (0.4 + 0.6 * height) * spike : 0);
}

/** Frames per second in the worst moment that the graph shows. */
export function lowAt(side: Side, update: number): number {
  const shown = Array.from({ length: SHOWN }, (_, i) => longestFrameAt(side, update - i));
  return Math.round(1000 / Math.max(...shown));
}

/** The height of a frame time in a graph that is 100 high. */
export const heightOf = (ms: number): number => ((TOP_MS - ms) / (TOP_MS - BOTTOM_MS)) * 100;

/** The line up to an update, one unit for each: it begins left of the graph, which moves by `update` units. */
export const lineAt = (side: Side, update: number): string =>
  Array.from({ length: SHOWN + 3 }, (_, i) => {
    const at = update - SHOWN - 2 + i;
    return `${i ? 'L' : 'M'}${at + SHOWN} ${heightOf(longestFrameAt(side, at)).toFixed(1)}`;
  }).join('');
