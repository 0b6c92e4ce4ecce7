import type { Page } from 'playwright-core';

/** For `visit({ before })`: the browser of somebody who is signed in. */
export const signedInAs = (token: string) => (page: Page) =>
  page.addInitScript((stored) => localStorage.getItem('affiliateToken') ?? localStorage.setItem('affiliateToken', stored), token);
