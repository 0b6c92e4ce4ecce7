/** The colours of both themes that follow from one accent (docs/rules.md#31-the-sellers-site). Contrast and luminance are WCAG's. */

/** What is read has this contrast. */
export const READABLE = 4.5;
type Rgb = readonly [number, number, number];
export type Themed = readonly [light: string, dark: string];

/** The grounds of tokens.css on which a text of the accent's colour is read. */
const grounds: Readonly<Record<'light' | 'dark', readonly string[]>> = {
  light: ['#ffffff', '#f7f8f3', '#eff1e9', '#f3f5ee'],
  dark: ['#0a0c0b', '#111413', '#171b19', '#1b201d'],
};
const WHITE = '#ffffff';
const BLACK = '#000000';
/** Dark text of the design; pure black where that is too light. */
const INKS = ['#12180a', BLACK, WHITE];
const STEPS = 50;

const rgbOf = (colour: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)) as unknown as Rgb;
const hexOf = (rgb: readonly number[]): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;
/** `share` of the other colour, 0 to 1. */
const mixed = (colour: string, other: string, share: number): string => {
  const to = rgbOf(other);
  return hexOf(rgbOf(colour).map((part, i) => part + (to[i]! - part) * share));
};

const luminance = (colour: string): number => {
  const [r, g, b] = rgbOf(colour).map((part) => {
    const share = part / 255;
    return share <= 0.040_45 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
};
/** 1 to 21. */
export function contrast(a: string, b: string): number {
  const [low, high] = [luminance(a), luminance(b)].toSorted((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** The accent, moved as little as possible towards a colour until it is read on all grounds. */
function readableOn(accent: string, on: readonly string[], towards: string): string {
  for (let step = 0; step < STEPS; step++) {
    const moved = mixed(accent, towards, step / STEPS);
    if (on.every((ground) => contrast(moved, ground) >= READABLE)) return moved;
  }
  return towards;
}

/** @param accent `#rrggbb` */
export function coloursOf(accent: string) {
  const ink = INKS.find((candidate) => contrast(candidate, accent) >= READABLE)!;
  const away = ink === WHITE ? BLACK : WHITE;
  const soft: Themed = [mixed(accent, WHITE, 0.78), mixed(accent, '#0a0c0b', 0.88)];
  return {
    ink,
    /** Under the pointer; further from its ink, so no less readable. */
    hover: mixed(accent, away, 0.14),
    soft,
    line: [mixed(accent, WHITE, 0.4), mixed(accent, '#0a0c0b', 0.62)] as Themed,
    text: [readableOn(accent, [...grounds.light, soft[0]], BLACK), readableOn(accent, [...grounds.dark, soft[1]], WHITE)] as Themed,
  };
}

/** As the build writes `light-dark()` in the other styles of the site, for browsers without it. */
const themed = ([light, dark]: Themed): string => `var(--lightningcss-light,${light})var(--lightningcss-dark,${dark})`;

/** The design's tokens in these colours, as a style sheet. */
export function accentStyle(accent: string): string {
  const { ink, hover, soft, line, text } = coloursOf(accent);
  const tokens = {
    accent,
    'accent-hover': hover,
    'on-accent': ink,
    'accent-text': themed(text),
    'accent-soft': themed(soft),
    'accent-line': themed(line),
    focus: themed(text),
    glow: themed([`${accent}57`, `${accent}29`]),
  };
  const declared = Object.entries(tokens).map(([name, value]) => `--${name}:${value}`);
  // Twice, so that it is above the design's own, wherever those come from.
  return `:root:root,.night.night{${declared.join(';')}}`;
}
