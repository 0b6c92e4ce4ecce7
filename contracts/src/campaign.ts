/** What a link may name as `c` (docs/rules.md#5-attribution). */
export const CAMPAIGN = /^[A-Za-z0-9_-]{1,40}$/;

/** The campaign in an address or its query; undefined where there is none or it is not one. */
export const campaignIn = (address: string): string | undefined => /[?&]c=([A-Za-z0-9_-]{1,40})(?:[&#]|$)/.exec(address)?.[1];
