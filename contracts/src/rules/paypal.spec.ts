import { expect, it } from '@jest/globals';
import { OWN_CODES, PAYPAL_CODE, paypalRefusals, paypalSentence } from './paypal.ts';

it.each([
  ['INSUFFICIENT_FUNDS', 'The PayPal balance does not cover the payments and their fees.'],
  ['HTTP_503', 'PayPal answered with error 503.'],
  ['HTTP_503_AGAIN', 'PayPal says http 503 again.'],
  ['NO_HTTP_503', 'PayPal says no http 503.'],
  ['SOMETHING_NEW', 'PayPal says something new.'],
])('%s is a sentence', (code, sentence) => {
  expect(paypalSentence(code)).toBe(sentence);
  expect(paypalRefusals.refused(code)).toBe(`Nothing was paid. ${sentence}`);
});

it('each name of ours is a code with a sentence', () => {
  for (const code of Object.values(OWN_CODES))
    expect([PAYPAL_CODE.test(code), paypalSentence(code).startsWith('PayPal says')]).toEqual([true, false]);
});

it('an address is no code', () => {
  for (const text of ['ann@pay.example', 'Receiver is invalid', '', 'A'.repeat(65), '1A']) expect(PAYPAL_CODE.test(text)).toBe(false);
});
