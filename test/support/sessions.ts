import type { Page } from 'playwright-core';

/** For `visit({ before })`: the browser of a logged-in person. */
export const signedInAs = (token: string) => (page: Page) =>
  page.addInitScript((stored) => localStorage.getItem('affiliateToken') ?? localStorage.setItem('affiliateToken', stored), token);
