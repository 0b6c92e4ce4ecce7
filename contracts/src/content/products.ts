import { laterFields } from '../rules/offers.ts';
import type { Product } from '../rules/products.ts';

/** What is sold until an admin publishes other products. `{name}`: the brand's name. */

export const premium: Product = {
  sku: 'premium',
  title: '{name} Premium',
  kind: 'paid',
  priceCents: 29_99,
  oldPriceCents: 39_99,
  offerEndsAt: '2025-10-01T23:59:59.999Z',
  features: [
    'Full system and hardware optimisation',
    'Private, advanced and community tweaks',
    'Advanced BIOS and network tweaks',
    'Game-specific tuning and auto benchmark',
    'Monthly updates and 24/7 priority support',
  ],
  providers: { sellauth: { productId: 357054, variantId: 500794 }, stripe: { priceId: null } },
  commission: 'tier',
  slug: 'premium',
  isMain: true,
  ...laterFields,
};

const free = (sku: string, title: string, features: string[]): Product => ({
  sku,
  title,
  kind: 'free',
  priceCents: 0,
  oldPriceCents: null,
  offerEndsAt: null,
  features,
  providers: { sellauth: null, stripe: null },
  commission: 'tier',
  slug: sku,
  isMain: false,
  ...laterFields,
});

export const firstProducts: readonly Product[] = [
  premium,
  free('free', '{name} Free Utility', [
    'Basic system tweaks',
    'Basic performance tweaks',
    'Basic network tweaks',
    'Restore point and undo',
    'Limited support in the community chat',
  ]),
  free('fortnite', 'Fortnite Optimizer', []),
];
