import { expect, it } from '@jest/globals';
import { CAMPAIGN, campaignIn } from './campaign.ts';

it.each([
  ['https://site.example/?ref=anna&c=May_2026-x', 'May_2026-x'],
  ['?c=may#top', 'may'],
  ['?c=may&ref=anna', 'may'],
  [`?c=${'a'.repeat(40)}`, 'a'.repeat(40)],
  [`?c=${'a'.repeat(41)}`, undefined],
  ['?c=', undefined],
  ['?c=two words', undefined],
  ['?abc=may', undefined],
  ['', undefined],
])('finds in %s the campaign %s', (address, campaign) => expect(campaignIn(address)).toBe(campaign));

it('is a campaign as a whole or not at all', () => {
  expect(['a', 'May_2026-x', 'a'.repeat(40)].every((text) => CAMPAIGN.test(text))).toBe(true);
  expect(['', 'a b', ' a', 'a ', 'a'.repeat(41)].some((text) => CAMPAIGN.test(text))).toBe(false);
});
