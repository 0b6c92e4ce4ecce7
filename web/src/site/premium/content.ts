import { guides } from '@framelift/contracts/content/guides';
import { faq } from '../home/content.ts';

/** What people ask before they buy, in the words of the home page. */
const QUESTIONS = ['How do I receive Premium after paying?', 'What happens to my key when I upgrade my PC?', 'Can I get a refund?'];

/** What the premium page says (docs/product.md#what-is-sold). */
export const premium = {
  title: 'Everything your PC has, tuned',
  lead: 'Full system and hardware optimisation for Windows 10 and 11. Pay once, keep it for good.',
  features: [
    {
      title: 'System and hardware',
      items: ['Full system and hardware optimisation', 'Advanced BIOS tweaks', 'System configurators', 'Auto benchmark'],
    },
    {
      title: 'Games and network',
      items: ['Game-specific tuning', 'Advanced network tweaks', 'Private and advanced tweaks', 'Community tweaks'],
    },
    {
      title: 'Yours to keep',
      items: [
        'One-time purchase, monthly updates',
        '24/7 priority support',
        'A licence key locked to your hardware ID',
        'The key survives component upgrades',
      ],
    },
  ],
  claims: ['10,000+ tweaks', 'Over 300 customers', '400+ reviews'],
  questions: faq.filter(({ question }) => QUESTIONS.includes(question)),
  video: guides.premium,
  /** Structured-data rating (docs/product.md#premium). */
  rating: { value: 4.9, count: 400 },
} as const;
