import { refusals } from '@framelift/contracts/rules';
import { sellauth } from '@framelift/contracts/sellauth';
import { type RefObject, useState } from 'react';
import { readReferral } from '../referral.ts';

const { shopId, products } = sellauth;

/** idle → loading → the store's page, or a problem to tell (docs/product.md#buying). */
export const useCheckout = (captchaHost: RefObject<HTMLElement | null>) => {
  const [isLoading, setLoading] = useState(false);
  const [url, setUrl] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const start = async () => {
    if (isLoading || !captchaHost.current) return;
    setLoading(true);
    setProblem(null);
    try {
      const [{ withProof }, { order }] = await Promise.all([import('./captcha.ts'), import('./order.ts')]);
      await withProof(captchaHost.current, async (altcha) => {
        const { ref = null, visitId = null, at: referredAt = null } = readReferral() ?? {};
        const cart = [{ ...products.premium, quantity: 1 }];
        const outcome = await order({ cart, shopId, altcha: altcha ?? '', ref, visitId, referredAt }, refusals.checkoutFailed);
        if ('url' in outcome) setUrl(outcome.url);
        else setProblem(outcome.problem);
      });
    } catch {
      setProblem(refusals.checkoutFailed);
    } finally {
      setLoading(false);
    }
  };

  return { isLoading, url, problem, start, close: () => setUrl(null), dismiss: () => setProblem(null) };
};
