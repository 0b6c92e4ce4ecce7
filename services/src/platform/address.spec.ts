import { describe, expect, it } from '@jest/globals';
import { addressOf, isAddress } from './address.ts';
import { Keys } from './keys.ts';

const one = 'kim@xn--bcher-kva.example';

describe('an e-mail address', () => {
  it.each([
    'kim@bücher.example',
    ' KIM@Bücher.Example ',
    '"kim"@bücher.example',
    '"k\\im"@bücher.example',
    'kim@bücher.example.',
    'ｋim@bücher.example',
  ])('is recognised in every spelling: %s', (written) => {
    expect(addressOf(written)).toBe(one);
    const keys = new Keys(Buffer.alloc(32, 1));
    expect([keys.buyer(written), keys.payout(written), keys.claim('email', written)]).toEqual([
      keys.buyer(one),
      keys.payout(one),
      keys.claim('email', one),
    ]);
  });

  it.each(['kim+shop@bücher.example', 'k.im@bücher.example', 'kim@bucher.example', 'kim'])('differs from: %s', (written) =>
    expect(addressOf(written)).not.toBe(one),
  );

  it('is empty for invalid text', () => expect([addressOf(''), addressOf('kim'), addressOf('@')]).toEqual(['', 'kim', '@']));
});

describe('a deliverable address', () => {
  it.each(['a@b.example', 'a+tag@b.example', "o'neil@b.example", 'a@bücher.example', 'a.b@b.co.example'])('is %s', (text) =>
    expect(isAddress(text)).toBe(true),
  );
  it.each([
    '"kim"@x.example',
    '"a\r\n"@b.example',
    '"a\r\nBcc: x@evil.test"@b.example',
    '"a b"@x.example',
    'a\\"b@x.example',
    'a@b.example\n',
    'a@b.example, c@d.example',
    'A <a@b.example>',
    'a\u200B@b.example',
    'a@b\u202E.example',
    'a@localhost',
    `${'a'.repeat(65)}@b.example`,
    `a@${'b'.repeat(250)}.example`,
    '\uD800@b.example',
    undefined,
  ])('is not %j', (text) => expect([isAddress(text), isAddress(text, { utf8: true })]).toEqual([false, false]));
  it('may have non-ASCII letters before the @ for a payee or buyer', () =>
    expect([isAddress('ä@b.example'), isAddress('ä@b.example', { utf8: true })]).toEqual([false, true]));
});
