import type { PublicTermsView } from '@framelift/contracts';
import { shortEuros } from '@framelift/contracts/rules';
import { BadgePercent, ChartNoAxesCombined, Clock3, Link2, type LucideIcon, Megaphone, UserPlus, Wallet } from 'lucide-react';
import { formatDays, formatPercent } from '../../lib/format.ts';
import { paymentTypeLabels } from '../../lib/payment.ts';

interface Point {
  icon: LucideIcon;
  title: string;
  text: string;
}
interface Texts {
  title: string;
  lead: string;
  callToAction: string;
  benefits: Point[];
  steps: Point[];
}

/** What the page says under these terms. `sold`: what is recommended. */
export function affiliateTexts(
  { tiers, minimumCashout, holdDays, windowDays, paymentTypes }: PublicTermsView,
  sold = 'our products',
): Texts {
  const minimum = shortEuros(Math.round(minimumCashout * 100));
  const first = formatPercent(tiers[0]!.rate);
  const highest = formatPercent(Math.max(...tiers.map(({ rate }) => rate)));
  const payment = paymentTypes.map((type) => paymentTypeLabels[type]).join(' or ');
  const hold = holdDays > 0 ? ` A commission is available ${formatDays(holdDays)} after its sale.` : '';
  return {
    title: 'Share what you use. Earn on every sale.',
    lead: `Recommend ${sold} to the people who ask about your setup and earn ${first === highest ? '' : 'up to '}${highest} commission on each purchase.`,
    callToAction: `No approval and no fee. Minimum payout ${minimum}.`,
    benefits: [
      first === highest
        ? { icon: BadgePercent, title: 'One rate for everybody', text: `You earn ${highest} of every sale, the first one included.` }
        : {
            icon: BadgePercent,
            title: 'Commission that grows',
            text: `Start at ${first} and climb to ${highest}. A tier you reach applies from your very next sale.`,
          },
      {
        icon: Clock3,
        title: `${formatDays(windowDays)} of credit`,
        text: `A visitor who buys within ${formatDays(windowDays)} of following your link still counts as yours.`,
      },
      {
        icon: Wallet,
        title: 'Paid your way',
        text: `Ask for a cashout from ${minimum}, by ${payment}, and see the proof of payment in your dashboard.${hold}`,
      },
      {
        icon: ChartNoAxesCombined,
        title: 'Books you can check',
        text: 'Every click, sale and cent in a live dashboard, down to why a sale was not credited.',
      },
    ],
    steps: [
      { icon: UserPlus, title: 'Sign up', text: 'Create an account in a minute. Your personal link is ready at once.' },
      { icon: Megaphone, title: 'Promote', text: 'Put the link under videos, in your bio or wherever people ask you about performance.' },
      { icon: Link2, title: 'Earn', text: `Each purchase through your link adds commission to your balance. Cash out from ${minimum}.` },
    ],
  };
}
