import { describe, expect, it } from '@jest/globals';
import type { CheckoutBody } from '@framelift/contracts';
import { type Answers, closeScreens, openScreen, refusal } from '../../../../test/support/screen.tsx';
import { order } from './order.ts';

closeScreens();
const call = 'POST /api/store/checkout' as const;
const body: CheckoutBody = {
  cart: [{ productId: 1, variantId: 2, quantity: 1 }],
  shopId: 3,
  altcha: 'proof',
  ref: 'nina',
  visitId: null,
  referredAt: null,
  campaign: 'spring',
  landing: '/premium',
  earlier: [],
  coupon: 'NINA10',
};
const ordering = async (answer: Answers[typeof call]) => {
  const { sentTo } = openScreen('/premium', () => null, { answers: { [call]: answer } });
  return { outcome: await order(body, 'Checkout failed'), bodies: sentTo(call).map((one) => one.body) };
};

describe('an order', () => {
  it('sends all of it, and opens the store’s page', async () => {
    expect(await ordering({ url: 'https://store.example/1', sameTab: false, notice: null })).toEqual({
      outcome: { url: 'https://store.example/1', sameTab: false, notice: undefined },
      bodies: [body],
    });
  });

  it('says that the page cannot be shown here, and why a code does not count', async () => {
    const { outcome } = await ordering({ url: 'https://store.example/1', sameTab: true, notice: 'Your own code' });
    expect(outcome).toEqual({ url: 'https://store.example/1', sameTab: true, notice: 'Your own code' });
  });

  it('says why it is refused, whatever the status', async () => {
    expect((await ordering(refusal(400, 'Captcha verification failed'))).outcome).toEqual({ problem: 'Captcha verification failed' });
    expect((await ordering(refusal(200, 'Out of stock'))).outcome).toEqual({ problem: 'Out of stock' });
    expect((await ordering(Response.json({}))).outcome).toEqual({ problem: 'No url' });
    expect((await ordering(new Response('', { status: 502 }))).outcome).toEqual({ problem: 'Checkout failed' });
  });
});
