import { describe, expect, it } from '@jest/globals';
import { addressOf } from './address.ts';
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
  ])('is one however it is written: %s', (written) => {
    expect(addressOf(written)).toBe(one);
    const keys = new Keys(Buffer.alloc(32, 1));
    expect([keys.buyer(written), keys.payout(written), keys.claim('email', written)]).toEqual([
      keys.buyer(one),
      keys.payout(one),
      keys.claim('email', one),
    ]);
  });

  it.each(['kim+shop@bücher.example', 'k.im@bücher.example', 'kim@bucher.example', 'kim'])('is another one: %s', (written) =>
    expect(addressOf(written)).not.toBe(one),
  );

  it('may be no address at all', () => expect([addressOf(''), addressOf('kim'), addressOf('@')]).toEqual(['', 'kim', '@']));
});
