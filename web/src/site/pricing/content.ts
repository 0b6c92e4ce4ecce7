import { euros, rules } from '@framelift/contracts/rules';

export interface Plan {
  title: string;
  price: string;
  originalPrice: string | null;
  priceLabel: string;
  lead: string;
  features: string[];
  detailsLink: string;
}

const { priceCents, originalPriceCents } = rules.premium;

export const plans: { free: Plan; premium: Plan } = {
  free: {
    title: 'Free',
    price: euros(0),
    originalPrice: null,
    priceLabel: 'Free for good',
    lead: 'The basics, done properly. See how your PC responds before you spend anything.',
    features: [
      'Basic system tweaks',
      'Basic performance tweaks',
      'Basic network tweaks',
      'Restore point and undo',
      'Limited support in the community chat',
    ],
    detailsLink: '/free',
  },
  premium: {
    title: 'Premium',
    price: euros(priceCents),
    originalPrice: euros(originalPriceCents),
    priceLabel: 'One-time purchase',
    lead: 'The full tune for your system, your hardware and your games. Pay once.',
    features: [
      'Full system and hardware optimisation',
      'Private, advanced and community tweaks',
      'Advanced BIOS and network tweaks',
      'Game-specific tuning and auto benchmark',
      'Monthly updates and 24/7 priority support',
    ],
    detailsLink: '/premium',
  },
};

/** The comparison table: true and false are shown as marks, texts as they are. */
export const comparison: { feature: string; free: boolean | string; premium: boolean | string }[] = [
  { feature: 'System tweaks', free: 'Basic', premium: 'Full' },
  { feature: 'Performance tweaks', free: 'Basic', premium: 'Full' },
  { feature: 'Network tweaks', free: 'Basic', premium: 'Advanced' },
  { feature: 'Restore point and undo', free: true, premium: true },
  { feature: 'Hardware optimisation', free: false, premium: true },
  { feature: 'Private and advanced tweaks', free: false, premium: true },
  { feature: 'BIOS tweaks', free: false, premium: 'Advanced' },
  { feature: 'Auto benchmark', free: false, premium: true },
  { feature: 'System configurators', free: false, premium: true },
  { feature: 'Community tweaks', free: false, premium: true },
  { feature: 'Game-specific tuning', free: false, premium: true },
  { feature: 'Updates', free: 'Occasional', premium: 'Monthly' },
  { feature: 'Support', free: 'Limited', premium: '24/7 priority' },
  { feature: 'Licence', free: 'None needed', premium: 'Key locked to your hardware ID, survives upgrades' },
];
