import { describe, expect, it } from '@jest/globals';
import { campaignIn } from './campaign.ts';
import { codeFrom, codeIn } from './referral-code.ts';
import { rules } from './rules.ts';

describe('the code in an address', () => {
  it.each([
    ['/premium/?ref=ava-live', 'ava-live'],
    ['https://site.example/premium/?a=1&ref=ava-live&c=may', 'ava-live'],
    ['?ref=ava-live', 'ava-live'],
    ['/premium/?ref=ava-live?fbclid=IwAR0x', 'ava-live'],
    ['/premium/?utm_source=x?ref=ava-live', 'ava-live'],
    ['/premium/?a=1&amp;ref=ava-live&amp;c=may', 'ava-live'],
    ['/premium/?ref=ava-live&amp;c=may', 'ava-live'],
    ['/premium/?ref=ava-live#top', 'ava-live'],
    ['/premium/?ref=ava-live%23top', 'ava-live'],
    ['/premium/?ref=ava-live%3Ffbclid=x', 'ava-live'],
    ['/premium/?ref=ava-live.', 'ava-live'],
    ['/premium/?ref=ava-live,', 'ava-live'],
    ['/premium/?ref=ava-live)', 'ava-live'],
    ['/premium/?ref=ava-live/', 'ava-live'],
    ['/premium/?ref=ava-live%20', 'ava-live'],
    ['/premium/?ref=%20ava-live', 'ava-live'],
    ['/premium/?ref=%2520ava-live%2520', 'ava-live'],
    ['/premium/?ref=ava-live%E2%80%8B', 'ava-live'],
    ['/premium/?ref=%22ava-live%22', 'ava-live'],
    ['/premium/?ref="ava-live"', 'ava-live'],
    ['/premium/?ref=%E2%80%9Cava-live%E2%80%9D', 'ava-live'],
    ['/premium/?ref=@ava-live', 'ava-live'],
    ['/premium/?ref%3Dava-live', 'ava-live'],
    ['/premium/?REF=AVA-live', 'AVA-live'],
    ['/premium/?ref=ava-live%3F', 'ava-live'],
    ['/premium/?ref=ava-live%E2%80%A6', 'ava-live'],
    ['/premium/?ref=&ref=ava-live', 'ava-live'],
    // What looks like a hyphen is one.
    ['/premium/?ref=ava\u2010live', 'ava-live'],
    ['/premium/?ref=ava\u2011live', 'ava-live'],
    ['/premium/?ref=ava%E2%80%93live', 'ava-live'],
    ['/premium/?ref=ava%E2%88%92live', 'ava-live'],
    // ava is somebody else.
    ['/premium/?ref=ava\u00ADlive', undefined],
    ['/premium/?ref=ava\u2014live', undefined],
    ['/premium/?ref=ava\u200Blive', undefined],
    ['/premium/?ref=ava.live', undefined],
    ['/premium/?ref=ava live', undefined],
    ['/premium/?ref=ava%20live', undefined],
    ['/premium/?ref=ava%C2%A0live', undefined],
    ['/premium/?ref=ava-live+and+more', undefined],
    ['/premium/?ref=ava%2Flive', undefined],
    ['/premium/?ref=ava%26live', undefined],
    ['/premium/?ref=ava%231234', undefined],
    ['/premium/?ref=ava,live', undefined],
    ['/premium/?ref=ava:live', undefined],
    ['/premium/?ref=ava%3Flive', undefined],
    ["/premium/?ref=ava's", undefined],
    ['/premium/?ref=ava%C3%A9', undefined],
    ['/premium/?ref=av%D0%B0-live', undefined],
    ['/premium/?ref=ava%F0%9F%98%80', undefined],
    ['/premium/?ref=ava.live&ref=ava-live', 'ava-live'],
    ['/premium/?ref=%ed%a0%80ava-live', undefined],
    ['/premium/?ref=%00%ed%a0%80', undefined],
    ['/premium/?xref=ava-live', undefined],
    ['/premium/#?ref=ava-live', undefined],
    ['/premium/?ref=', undefined],
    ['/premium/?ref=ab', undefined],
    [`/premium/?ref=${'x'.repeat(33)}`, undefined],
    ['/ref=ava-live', undefined],
    ['', undefined],
  ])('of %s is %s', (address, code) => expect(codeIn(address)).toBe(code));

  it.each(['ava-live&amp;c=may', 'ava-live&AMP;utm_source=x&amp;y=1'])('that a program sends as %s is ava-live', (text) =>
    expect(codeFrom(text)).toBe('ava-live'),
  );

  it('is what a username may be, no more and no less', () => {
    const { minimum, maximum, pattern } = rules.username;
    for (let at = 0; at < 128; at++) {
      const text = `abc${String.fromCharCode(at)}def`;
      // A place on the page follows `#`.
      expect([at, codeFrom(text)]).toEqual([at, pattern.test(text) ? text : text[3] === '#' ? 'abc' : undefined]);
    }
    for (const length of [minimum - 1, minimum, maximum, maximum + 1])
      expect(codeFrom('a'.repeat(length))).toBe(length >= minimum && length <= maximum ? 'a'.repeat(length) : undefined);
  });
});

it.each([
  ['/premium/?ref=ava-live&c=spring?fbclid=x', 'spring'],
  ['/premium/?ref=ava-live&amp;c=spring&amp;x=1', 'spring'],
  ['/premium/?ref=ava-live?c=spring', 'spring'],
  ['/premium/?c=%22spring%22.', 'spring'],
  ['/premium/?C=spring%20', 'spring'],
  ['/premium/?c=two%20words', undefined],
  ['/premium/?abc=may', undefined],
])('the campaign of %s is %s', (address, campaign) => expect(campaignIn(address)).toBe(campaign));
