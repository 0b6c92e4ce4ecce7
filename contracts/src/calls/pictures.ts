import { type Static, Type } from 'typebox';
import { pictureLimits, pictureRefusals } from '../rules/pictures.ts';
import { type Call, Done, forAdmins } from './call.ts';
import { refused } from './fields.ts';

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
});
export type PictureBody = Static<typeof PictureBody>;

export const PictureAddedView = Type.Object({ ...Done.properties, path: Type.String({ description: 'Content names the picture by it' }) });
export type PictureAddedView = Static<typeof PictureAddedView>;

export const adminPictureCalls = forAdmins({
  'POST /api/admin/site/pictures': {
    does: 'Upload a picture for the site. It is decoded and encoded again as WebP, and at most 1,600 pixels wide or high.',
    body: PictureBody,
    largeBody: true,
    noPersonalData: true,
    answers: PictureAddedView,
  },
});

export const pictureCalls = {
  'GET /site/pictures/:file': {
    does: 'A picture of the site, `<hash>.webp`; `<hash>-<side>.png` is an icon of 32, 180, 192 or 512 pixels.',
    permission: 'public',
    answers: 'image',
  },
} as const satisfies Record<string, Call>;
