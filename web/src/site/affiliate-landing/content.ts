import { rules, shortEuros, toPercent } from '@framelift/contracts/rules';
import { formatPercent } from '../../lib/format.ts';
import { BadgePercent, ChartNoAxesCombined, Clock3, Link2, type LucideIcon, Megaphone, UserPlus, Wallet } from 'lucide-react';

const minimum = shortEuros(rules.minimumCashoutCents);
const lowest = formatPercent(toPercent(rules.tiers[0]!.rateBps));
const highest = formatPercent(toPercent(rules.tiers.at(-1)!.rateBps));

interface Point {
  icon: LucideIcon;
  title: string;
  text: string;
}

export const affiliate: { title: string; lead: string; benefits: Point[]; steps: Point[] } = {
  title: 'Share what you use. Earn on every sale.',
  lead: `Recommend ${rules.premium.title} to the people who ask about your setup and earn up to ${highest} commission on each purchase.`,
  benefits: [
    {
      icon: BadgePercent,
      title: 'Commission that grows',
      text: `Start at ${lowest} and climb to ${highest}. A tier you reach applies from your very next sale.`,
    },
    {
      icon: Clock3,
      title: 'Sixty days of credit',
      text: 'A visitor who buys within sixty days of following your link still counts as yours.',
    },
    {
      icon: Wallet,
      title: 'Paid your way',
      text: `Ask for a cashout from ${minimum}, by PayPal or in Solana, and see the proof of payment in your dashboard.`,
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
