import { api } from './api.ts';

const proofApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A proof image, asked for with the bearer header and kept as an object URL while somebody looks at it. */
    proof: build.query<string, string>({
      query: (url) => ({
        // An absolute address is taken as it is; a path is the view's, which starts at the origin.
        url: new URL(url, window.location.origin).href,
        responseHandler: async (response) => (response.ok ? URL.createObjectURL(await response.blob()) : response.text()),
      }),
      keepUnusedDataFor: 0,
      async onCacheEntryAdded(_url, { cacheDataLoaded, cacheEntryRemoved }) {
        const loaded = await cacheDataLoaded.catch(() => null);
        await cacheEntryRemoved;
        if (loaded) URL.revokeObjectURL(loaded.data);
      },
    }),
  }),
});

export const { useProofQuery } = proofApi;
