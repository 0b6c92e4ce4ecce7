import type { PictureAddedView, PictureBody } from '@framelift/contracts';
import { api } from '../../session/api/api.ts';

/** Pictures are stored before a draft names them. */
export const { useAddPictureMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    addPicture: build.mutation<PictureAddedView, PictureBody>({ query: (body) => ({ url: 'admin/site/pictures', method: 'POST', body }) }),
  }),
});
