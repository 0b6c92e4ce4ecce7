import type { SiteContent } from '../rules/site-sections.ts';
import { heads } from './page-heads.ts';

export const pricingPage: SiteContent['pages.pricing'] = {
  isShown: true,
  title: 'Free to start, paid once',
  lead: 'No subscription and no account. The free utility stays free; Premium is one purchase, with updates every month.',
  freeTitle: 'Free',
  freePriceLabel: 'Free for good',
  freeLead: 'The basics, done properly. See how your PC responds before you spend anything.',
  premiumTitle: 'Premium',
  premiumLead: 'The full tune for your system, your hardware and your games. Pay once.',
  reviewsTitle: 'What customers say',
  reviewsLead: 'From the community chat, newest first.',
  comparisonTitle: 'Free and Premium, side by side',
  comparison: [
    { feature: 'System tweaks', free: 'Basic', premium: 'Full' },
    { feature: 'Performance tweaks', free: 'Basic', premium: 'Full' },
    { feature: 'Network tweaks', free: 'Basic', premium: 'Advanced' },
    { feature: 'Restore point and undo', free: 'yes', premium: 'yes' },
    { feature: 'Hardware optimisation', free: 'no', premium: 'yes' },
    { feature: 'Private and advanced tweaks', free: 'no', premium: 'yes' },
    { feature: 'BIOS tweaks', free: 'no', premium: 'Advanced' },
    { feature: 'Auto benchmark', free: 'no', premium: 'yes' },
    { feature: 'System configurators', free: 'no', premium: 'yes' },
    { feature: 'Community tweaks', free: 'no', premium: 'yes' },
    { feature: 'Game-specific tuning', free: 'no', premium: 'yes' },
    { feature: 'Updates', free: 'Occasional', premium: 'Monthly' },
    { feature: 'Support', free: 'Limited', premium: '24/7 priority' },
    { feature: 'Licence', free: 'None needed', premium: 'Key locked to your hardware ID, survives upgrades' },
  ],
  ...heads.pricing,
};
