import type { SiteContent } from '../rules/site-sections.ts';
import { heads } from './page-heads.ts';

/** The terms in force take the place of the words in braces (web/src/site/affiliate-landing/affiliateTexts.ts). */
export const affiliatePage: SiteContent['pages.affiliate'] = {
  title: 'Share what you use. Earn on every sale.',
  lead: 'Recommend {product} to the people who ask about your setup and earn {commission} commission on each purchase.',
  eyebrow: 'Affiliate Program',
  joinLabel: 'Become an Affiliate',
  dashboardLabel: 'Affiliate Dashboard',
  benefitsEyebrow: 'Benefits',
  tiersEyebrow: 'Commission tiers',
  earningsEyebrow: 'Your earnings',
  stepsEyebrow: 'How it works',
  benefitsTitle: 'A programme that treats you fairly',
  growingTitle: 'Commission that grows',
  growingText: 'Start at {first} and climb to {highest}. A tier you reach applies from your very next sale.',
  flatTitle: 'One rate for everybody',
  flatText: 'You earn {highest} of every sale, the first one included.',
  benefits: [
    {
      icon: 'clock',
      title: '{window} of credit',
      text: 'A visitor who buys within {window} of following your link still counts as yours.',
    },
    {
      icon: 'wallet',
      title: 'Paid your way',
      text: 'Ask for a cashout from {minimum}, by {payment}, and see the proof of payment in your dashboard. {hold}',
    },
    {
      icon: 'chart',
      title: 'Books you can check',
      text: 'Every click, sale and cent in a live dashboard, down to why a sale was not credited.',
    },
  ],
  holdText: 'A commission is available {days} after its sale.',
  tiersTitle: 'The more you sell, the more you earn',
  tiersLead: 'Each new tier counts from your next sale on.',
  earningsTitle: 'What a month could bring',
  earningsLead: 'At the price of {price}, and the rate that so many sales reach.',
  showsReceipts: false,
  receiptsTitle: 'Paid, and checked by your browser',
  stepsTitle: 'Three steps',
  steps: [
    { icon: 'person', title: 'Sign up', text: 'Create an account in a minute. Your personal link is ready at once.' },
    { icon: 'megaphone', title: 'Promote', text: 'Put the link under videos, in your bio or wherever people ask you about performance.' },
    { icon: 'link', title: 'Earn', text: 'Each purchase through your link adds commission to your balance. Cash out from {minimum}.' },
  ],
  endTitle: 'Your link is a minute away',
  endLead: 'No approval and no fee. Minimum payout {minimum}.',
  shareText: 'Get more FPS and less latency with {product}: 10,000+ tweaks for Windows, hardware and network.',
  ...heads.affiliate,
};
