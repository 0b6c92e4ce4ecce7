import { expect, it } from '@jest/globals';
import { campaignIn, fact, firstSite, ownPaths, premium } from '@framelift/contracts';
import { affiliateDeleted, affiliateEdited, affiliateRegistered } from '../../../../test/support/facts.ts';
import { given, stateOf } from '../../../../test/support/given.ts';
import { affiliateDecider } from '../affiliate/affiliate.decider.ts';
import { isCounted, linkFields, pageOf, siteOf, trackVisit } from './visit.decider.ts';

it.each([
  ['https://framelift.example/premium/?ref=zoe&c=yt-42_b', 'yt-42_b'],
  ['/premium/?c=spring&ref=zoe', 'spring'],
  ['/premium/?ref=zoe&c=spring#buy', 'spring'],
  [`/?c=${'x'.repeat(40)}`, 'x'.repeat(40)],
  [`/?c=${'x'.repeat(41)}`, undefined],
  ['/?c=', undefined],
  ['/?c=<script>', undefined],
  ['/?c=a%20b', undefined],
  ['/?abc=spring', undefined],
  ['/c=spring', undefined],
  ['', undefined],
])('the campaign of %p is %p', (address, campaign) => expect(campaignIn(address)).toBe(campaign));

it.each([
  ['https://www.Forum.example/t/low-fps?q=secret', 'forum.example'],
  ['http://192.0.2.7:8080/', '192.0.2.7'],
  ['https://framelift.example/pricing', undefined],
  ['android-app://com.example.chat/', undefined],
  ['javascript:alert(1)', undefined],
  ['https://a.www.example/', 'a.www.example'],
  ['xhttp://forum.example/', undefined],
  ['httpx://forum.example/', undefined],
  [
    `https://${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}/`,
    `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`,
  ],
  [`https://${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(62)}/`, undefined],
  ['not an address', undefined],
  ['', undefined],
  [undefined, undefined],
])('the site of a link on %p is %p', (referrer, site) => expect(siteOf(referrer, 'framelift.example')).toBe(site));

const pro = { ...premium, sku: 'pro', slug: 'pro', isMain: false };
const ownPages = ownPaths([...firstSite.products.products, pro], firstSite.tweaks.tweaks);
it.each([
  ['https://framelift.example/premium/?ref=zoe', '/premium/'],
  ['/premium/?ref=zoe#buy', '/premium/'],
  ['/tweaks/timer-resolution-service?ref=zoe', '/tweaks/timer-resolution-service'],
  ['/tweaks/secret', '/'],
  ['/secret/', '/'],
  ['http://', '/'],
  ['', '/'],
  [undefined, '/'],
  ['/products/pro/?ref=a', '/products/pro/'],
  ['/products/premium', '/products/premium'],
  ['/products/free', '/'],
])('the page of %p is %p', (url, page) => expect(pageOf(url, ownPages)).toBe(page));

it('reads the link’s data from the browser', () => {
  expect(linkFields({ campaign: 'may', landing: '/premium/?x=1' }, [])).toEqual({ campaign: 'may', landing: '/premium/' });
  expect(linkFields({ landing: '/tweaks/mine?x=1' }, ['/tweaks/mine'])).toEqual({ campaign: undefined, landing: '/tweaks/mine' });
  expect(linkFields({ landing: '/tweaks/other' }, ['/tweaks/mine'])).toEqual({ campaign: undefined, landing: '/' });
  expect(linkFields({ campaign: null, landing: null }, [])).toEqual({ campaign: undefined, landing: undefined });
});

const registered = affiliateRegistered({ affiliateId: 'a1' });
it.each([
  ['nobody', [], false],
  ['an affiliate', [registered], true],
  ['a suspended one', [registered, affiliateEdited({ status: 'suspended' })], true],
  ['a banned one', [registered, affiliateEdited({ status: 'banned' })], false],
  ['a deleted one', [registered, affiliateDeleted()], false],
])('a visit of %s counts: %p', (_, facts, counts) => {
  expect(isCounted(stateOf(affiliateDecider, facts))).toBe(counts);
  expect(trackVisit(stateOf(affiliateDecider, facts), { visitId: 'v1', page: '/', visitor: 'h' } as never)).toHaveLength(counts ? 1 : 0);
});

it('a visit keeps its known data, with long texts truncated', () => {
  const visit = { visitId: 'v1', page: '/', visitor: 'v'.repeat(40) };
  const fields = { userAgent: 'u'.repeat(501), referrer: 'r'.repeat(501), campaign: 'may', site: 'forum.example' };
  given(affiliateDecider, [registered])
    .when(trackVisit, { ...visit, ...fields } as never)
    .then(fact('VisitTracked', { ...visit, affiliateId: 'a1', ...fields, userAgent: 'u'.repeat(500), referrer: 'r'.repeat(500) }));
  given(affiliateDecider, [registered])
    .when(trackVisit, { ...visit, userAgent: '', referrer: undefined, campaign: undefined, site: undefined })
    .then(fact('VisitTracked', { ...visit, affiliateId: 'a1' }));
  given(affiliateDecider, [registered])
    .when(trackVisit, { ...visit, userAgent: 'half \ud83d' } as never)
    .thenMatching({ data: { userAgent: 'half \ufffd' } });
});
