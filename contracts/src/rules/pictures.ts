/** Pictures of the site (docs/rules.md#31-the-sellers-site): kept beside the log. Content names one by its path. */

/** Of an uploaded file: bytes and pixels. `edge`: the longest side that is kept, in pixels; of a logo, which documents hold. `svgBytes`: of a drawing. */
export const pictureLimits = { bytes: 8 * 1024 * 1024, pixels: 50_000_000, edge: 1_600, logoEdge: 512, svgBytes: 512 * 1024 } as const;

export const pictureRefusals = {
  pictureInvalid: `A picture is a PNG, JPEG, WebP or SVG file of at most ${pictureLimits.bytes / 1024 / 1024} MB and ${pictureLimits.pixels / 1_000_000} million pixels`,
  pictureAnimated: 'This picture is animated. Upload one without animation',
  svgInvalid: `This SVG cannot be drawn, or is larger than ${pictureLimits.svgBytes / 1024} KB`,
  svgNotOutlined: 'This SVG holds text or pictures. Convert text to outlines, remove pictures, and export it again',
  cropInvalid: 'The crop is a rectangle within the picture, in whole pixels. An SVG is not cropped',
  edgeInvalid: `The longest side is a whole number of pixels from 1 to ${pictureLimits.edge}`,
  logoInvalid: 'A logo is an uploaded picture',
  pictureUnknown: 'A picture of this content is not there any more. Please upload it again',
} as const;

/** Pixels, or a drawing that is sharp at any size. */
export type PictureKind = 'webp' | 'svg';

/** Where a picture is. `hash`: SHA-256 of its bytes, hex, so what is there never changes. */
export const picturePath = (hash: string, kind: PictureKind = 'webp'): string => `/site/pictures/${hash}.${kind}`;

/** Paths of uploaded pictures in a text. */
export const PICTURE_PATHS = /(\/site\/pictures\/[0-9a-f]{64}\.(?:webp|svg))/g;

/** Paths of the pictures that a content names, each once. */
export const picturePathsIn = (content: object): string[] => [
  ...new Set([...JSON.stringify(content).matchAll(PICTURE_PATHS)].map(([path]) => path)),
];

/** Their hashes. */
export const picturesIn = (content: object): string[] => [...new Set(picturePathsIn(content).map((path) => path.split(/[/.]/)[3]!))];
