import { refusals, rules } from '@framelift/contracts/rules';
import { type RefObject, useState } from 'react';
import { errorText } from '../../lib/api.ts';
import { readReferral } from '../../lib/referral.ts';
import { withProof } from './captcha.ts';
import { useCheckoutMutation } from './checkoutApi.ts';

const { shopId, productId, variantId, quantity } = rules.store;

/** idle → loading → the store's page, or a problem to tell (SPEC §4, §8). */
export const useCheckout = (captchaHost: RefObject<HTMLElement | null>) => {
  const [send] = useCheckoutMutation();
  const [isLoading, setLoading] = useState(false);
  const [url, setUrl] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const order = async (altcha: string | undefined) => {
    const referral = readReferral();
    const { data, error } = await send({
      cart: [{ productId, variantId, quantity }],
      shopId,
      altcha,
      ref: referral?.ref ?? null,
      visitId: referral?.visitId ?? null,
      referredAt: referral?.at ?? null,
    });
    if (error) setProblem(errorText(error, refusals.checkoutFailed));
    else if (data.error) setProblem(data.error);
    else if (data.url) setUrl(data.url);
    else setProblem('No url');
  };

  const start = async () => {
    if (isLoading || !captchaHost.current) return;
    setLoading(true);
    setProblem(null);
    try {
      await withProof(captchaHost.current, order);
    } catch {
      setProblem(refusals.checkoutFailed);
    } finally {
      setLoading(false);
    }
  };

  return { isLoading, url, problem, start, close: () => setUrl(null), dismiss: () => setProblem(null) };
};
