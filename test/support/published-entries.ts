import type { Route } from 'playwright-core';

/** Answers a tile of the published log in which the first entry is another one. */
export async function otherEntry(route: Route): Promise<void> {
  const body = await (await route.fetch()).body();
  body[40]! ^= 1;
  await route.fulfill({ body });
}
