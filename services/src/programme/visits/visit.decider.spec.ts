import { expect, it } from '@jest/globals';
import { campaignIn } from '@framelift/contracts';
import { siteOf } from './visit.decider.ts';

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
  ['not an address', undefined],
  ['', undefined],
  [undefined, undefined],
])('the site of a link on %p is %p', (referrer, site) => expect(siteOf(referrer, 'framelift.example')).toBe(site));
