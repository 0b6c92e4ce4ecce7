import { parametersIn, unwrapped } from './referral-code.ts';

/** What a link may name as `c` (docs/rules.md#5-attribution). */
export const CAMPAIGN = /^[A-Za-z0-9_-]{1,40}$/;

/** The campaign in an address or its query, without what a pasted one has around it; undefined where there is none or it is not one. */
export const campaignIn = (address: string): string | undefined =>
  parametersIn(address, 'c')
    .map(unwrapped)
    .find((text) => CAMPAIGN.test(text));
