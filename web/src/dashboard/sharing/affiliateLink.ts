import { paths } from '../../lib/paths.ts';

/** Site origin + page + the username as `ref`, and `c` where there is a campaign (docs/product.md#affiliate-dashboard). */
export const affiliateLink = (username: string, path: string = paths.premium, campaign = ''): string => {
  const query = new URLSearchParams({ ref: username, ...(campaign ? { c: campaign } : {}) });
  return `${window.location.origin}${path.replace(/\/$/, '')}/?${query}`;
};

/** The page that sells, with a code filled in. */
export const couponLink = (code: string): string => `${window.location.origin}${paths.premium}/?${new URLSearchParams({ coupon: code })}`;
