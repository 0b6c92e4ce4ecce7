/** What the page says of the two products that have pages; their features and prices are the seller's. */
export const plans = {
  free: {
    title: 'Free',
    priceLabel: 'Free for good',
    lead: 'The basics, done properly. See how your PC responds before you spend anything.',
    detailsLink: '/free',
  },
  premium: { title: 'Premium', lead: 'The full tune for your system, your hardware and your games. Pay once.', detailsLink: '/premium' },
} as const;

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
