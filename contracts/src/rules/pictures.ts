/** Pictures of the site (docs/rules.md#31-the-sellers-site): kept beside the log. Content names one by its path. */

/** Of an uploaded file: bytes and pixels. `edge`: the longest side that is kept, in pixels; of a logo, which documents hold. */
export const pictureLimits = { bytes: 8 * 1024 * 1024, pixels: 50_000_000, edge: 1_600, logoEdge: 512 } as const;

export const pictureRefusals = {
  pictureInvalid: `A picture is a PNG, JPEG or WebP file without animation, of at most ${pictureLimits.bytes / 1024 / 1024} MB and ${pictureLimits.pixels / 1_000_000} million pixels`,
  edgeInvalid: `The longest side is a whole number of pixels from 1 to ${pictureLimits.edge}`,
  logoInvalid: 'A logo is an uploaded picture',
  pictureUnknown: 'A picture of this content is not there any more. Please upload it again',
} as const;

/** Where a picture is. `hash`: SHA-256 of its bytes, hex, so what is there never changes. */
export const picturePath = (hash: string): string => `/site/pictures/${hash}.webp`;

/** Paths of uploaded pictures in a text, with their hashes. */
export const PICTURE_PATHS = /\/site\/pictures\/([0-9a-f]{64})\.webp/g;

/** Hashes of the pictures that a content names, each once. */
export const picturesIn = (content: object): string[] => [
  ...new Set([...JSON.stringify(content).matchAll(PICTURE_PATHS)].map(([, hash]) => hash!)),
];
