import { expect, it } from '@jest/globals';
import { firstSite, premium } from '@framelift/contracts';
import { withTrialNumbers } from './trial-numbers.ts';

const [, free] = firstSite.products.products;
const unnumbered = (sku: string) => ({ ...premium, sku, providers: { sellauth: null, stripe: null } });

it('gives a paid product without numbers the same ones each time, and leaves others as they are', async () => {
  const products = [premium, free!, unnumbered('team'), unnumbered('pro')];
  const numbered = () => withTrialNumbers(async () => products)();
  const [first, second, team, pro] = await numbered();
  expect([first, second]).toEqual([premium, free]);
  expect(await numbered()).toEqual([first, second, team, pro]);
  const numbers = [team, pro].map((product) => product!.providers.sellauth);
  for (const one of numbers) expect(one).toEqual({ productId: expect.any(Number), variantId: 1 });
  expect(numbers[0]!.productId).not.toBe(numbers[1]!.productId);
  expect(numbers.every((one) => one!.productId > 0 && one!.productId < 2 ** 31)).toBe(true);
});
