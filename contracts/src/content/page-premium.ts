import { productDefaults } from '../rules/product-defaults.ts';
import type { SiteContent } from '../rules/site-sections.ts';
import { guides } from './guides.ts';
import { homePage } from './page-home.ts';
import { heads } from './page-heads.ts';

/** What people ask before they buy, in the words of the home page. */
const QUESTIONS = ['How do I receive Premium after paying?', 'What happens to my key when I upgrade my PC?', 'Can I get a refund?'];

/** What the premium page says (docs/product.md#what-is-sold). */
export const premiumPage: SiteContent['pages.premium'] = {
  eyebrow: 'Premium Utility',
  title: 'Everything your PC has, tuned',
  lead: 'Full system and hardware optimisation for Windows 10 and 11. Pay once, keep it for good.',
  claims: ['10,000+ tweaks', 'Over 300 customers', '400+ reviews'],
  delivery: 'Your key arrives by e-mail. Sales are final: see the',
  ...productDefaults,
  reviewsTitle: 'What customers say',
  reviewsLead: 'The three newest, from the community chat.',
  questionsTitle: 'Three questions, answered',
  questions: homePage.questions.filter(({ question }) => QUESTIONS.includes(question)),
  featuresTitle: 'Everything in one licence',
  featuresLead: 'All of it from the first day, and what the months bring on top.',
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
  videoTitle: 'See it work',
  videoLead: 'A full pass on an ordinary gaming PC. The video loads when you start it.',
  guideTitle: guides.premium.title,
  guideUrl: guides.premium.url,
  ratingValue: 4.9,
  ratingCount: 400,
  ...heads.premium,
};
