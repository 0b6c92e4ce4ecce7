import type { PublicTermsView } from '@framelift/contracts';
import { euros, shortEuros } from '@framelift/contracts/rules';
import { payoutMethods } from '@framelift/contracts/payout-methods';
import type { SiteContent } from '@framelift/contracts/site-sections';
import { BadgePercent } from 'lucide-react';
import { filled } from '../../lib/filled.ts';
import { formatDays, formatPercent } from '../../lib/format.ts';
import type { ShownProduct } from '../../lib/siteContent.ts';
import { drawn } from '../cardIcons.ts';

/** The texts of the page under these terms. `sold`: what is recommended. */
export function affiliateTexts(page: SiteContent['pages.affiliate'], terms: PublicTermsView, sold: ShownProduct | undefined) {
  const { tiers, minimumCashout, holdDays, windowDays, paymentTypes } = terms;
  const first = formatPercent(tiers[0]!.rate);
  const highest = formatPercent(Math.max(...tiers.map(({ rate }) => rate)));
  const isFlat = first === highest;
  const texts = filled(page, {
    product: sold?.title ?? 'our products',
    price: sold ? euros(sold.priceCents) : '',
    commission: isFlat ? highest : `up to ${highest}`,
    first,
    highest,
    window: formatDays(windowDays),
    minimum: shortEuros(Math.round(minimumCashout * 100)),
    payment: paymentTypes.map((type) => payoutMethods[type].name).join(' or '),
    days: formatDays(holdDays),
    hold: holdDays > 0 ? filled(page.holdText, { days: formatDays(holdDays) }) : '',
  });
  const commission = { title: isFlat ? texts.flatTitle : texts.growingTitle, text: isFlat ? texts.flatText : texts.growingText };
  return { ...texts, benefits: [{ icon: BadgePercent, ...commission }, ...drawn(texts.benefits)], steps: drawn(texts.steps) };
}
