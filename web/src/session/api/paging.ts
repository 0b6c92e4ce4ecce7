/** Rows of a page. */
export const PAGE_SIZE = 50;

/** The call for one page of a list; an empty text leaves it to the server. */
export const page = (url: string, query: object, limit = PAGE_SIZE) => ({
  url,
  params: { limit, ...Object.fromEntries(Object.entries(query).filter(([, text]) => text)) },
});

/** How an endless list goes on: each page names where the next begins. */
export const endless = { initialPageParam: '', getNextPageParam: ({ next }: { next: string | null }) => next ?? undefined };
