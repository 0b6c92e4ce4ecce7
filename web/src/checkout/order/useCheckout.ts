import { CAMPAIGN } from '@framelift/contracts/campaign';
import { pageRefusals } from '@framelift/contracts/page-refusals';
import { sellauth } from '@framelift/contracts/sellauth';
import { type RefObject, useState } from 'react';
import { arriving } from '../../lib/network/arriving.ts';
import { isOffline, OFFLINE } from '../../lib/network/offline.ts';
import type { ShownProduct } from '../../lib/siteContent.ts';
import { readEarlier, readReferral, type Referral } from '../referral.ts';
import type { Opened } from './order.ts';

const { shopId } = sellauth;

/** A product by its numbers, which the specification names, or by its id. */
const lineOf = ({ sku, providers }: ShownProduct, quantity: number) => ({ ...(providers.sellauth ?? { sku }), quantity });

/** A followed link, as sent to the server. A stored value that is no valid campaign must not stop a purchase. */
const clickFields = (click: Partial<Referral> | null) => {
  const { ref = null, visitId = null, at: referredAt = null, campaign = null, landing = null } = click ?? {};
  return { ref, visitId, referredAt, campaign: campaign !== null && CAMPAIGN.test(campaign) ? campaign : null, landing };
};

/** Goes to a page that cannot be framed. A buyer who returns with the browser's button finds the page ready again. */
const leaveFor = (url: string, ready: () => void) => {
  window.addEventListener('pageshow', ready, { once: true });
  window.location.assign(url);
};

interface Wanted {
  product: ShownProduct;
  quantity: number;
  coupon?: string | undefined;
}

/** idle → loading → the store's page, or a problem to tell (docs/product.md#buying). */
export const useCheckout = (captchaHost: RefObject<HTMLElement | null>, { product, quantity, coupon = '' }: Wanted) => {
  const [isLoading, setLoading] = useState(false);
  const [opened, setOpened] = useState<Opened | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  const start = async () => {
    if (isLoading || !captchaHost.current) return;
    setLoading(true);
    setProblem(null);
    let isLeaving = false;
    try {
      const [{ withProof }, { order }] = await arriving(() => Promise.all([import('./captcha.ts'), import('./order.ts')]));
      await withProof(captchaHost.current, async (altcha) => {
        const cart = [lineOf(product, quantity)];
        const earlier = readEarlier().map(clickFields);
        const body = { cart, shopId, altcha: altcha ?? '', ...clickFields(readReferral()), earlier, coupon: coupon.trim() || null };
        const outcome = await order(body, pageRefusals.checkoutFailed);
        if ('problem' in outcome) setProblem(outcome.problem);
        else if (outcome.sameTab && !outcome.notice) {
          isLeaving = true;
          leaveFor(outcome.url, () => setLoading(false));
        } else setOpened(outcome);
      });
    } catch {
      setProblem(isOffline() ? OFFLINE : pageRefusals.checkoutFailed);
    } finally {
      if (!isLeaving) setLoading(false);
    }
  };

  return { isLoading, opened, problem, start, close: () => setOpened(null), dismiss: () => setProblem(null) };
};
