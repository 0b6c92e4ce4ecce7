import { type Static, Type } from 'typebox';
import { pictureLimits, pictureRefusals } from '../rules/pictures.ts';
import { type Call, Done, forAdmins } from './call.ts';
import { refused } from './fields.ts';

const pixels = (description: string, minimum = 0) =>
  Type.Integer({ minimum, maximum: pictureLimits.pixels, description, ...refused(pictureRefusals.cropInvalid) });

export const PictureBody = Type.Object({
  picture: Type.String({ description: 'data:image/…;base64,…', ...refused(pictureRefusals.pictureInvalid) }),
  edge: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: pictureLimits.edge,
      description: 'The longest side that is kept, in pixels; 1,600 by default',
      ...refused(pictureRefusals.edgeInvalid),
    }),
  ),
  crop: Type.Optional(
    Type.Object(
      { left: pixels('From the left'), top: pixels('From the top'), width: pixels('Width', 1), height: pixels('Height', 1) },
      { description: 'The part that is kept, in pixels of the upright picture', ...refused(pictureRefusals.cropInvalid) },
    ),
  ),
});
export type PictureBody = Static<typeof PictureBody>;

export const PictureAddedView = Type.Object({ ...Done.properties, path: Type.String({ description: 'Content names the picture by it' }) });
export type PictureAddedView = Static<typeof PictureAddedView>;

export const adminPictureCalls = forAdmins({
  'POST /api/admin/site/pictures': {
    does: 'Upload a picture for the site. It is decoded and encoded again as WebP, at most 1,600 pixels wide or high. An SVG is redrawn as outlines, without scripts, styles or links.',
    body: PictureBody,
    largeBody: true,
    noPersonalData: true,
    answers: PictureAddedView,
  },
});

export const pictureCalls = {
  'GET /site/pictures/:file': {
    does: 'A picture of the site, `<hash>.webp` or `<hash>.svg`; `<hash>-<side>.png` is an icon of 32, 180, 192 or 512 pixels.',
    permission: 'public',
    answers: 'image',
  },
} as const satisfies Record<string, Call>;
