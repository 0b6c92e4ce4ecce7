import type { SiteContent } from '../rules/site-sections.ts';

export type StaffMember = SiteContent['team']['team'][number];

const member = (name: string, role: string, discordId: string, joined: string): StaffMember => ({
  name,
  role,
  discordId,
  image: null,
  joined,
});

/** Seven (docs/product.md#about). */
export const team: readonly StaffMember[] = [
  member('overclockwise', 'Founder & Owner', '100000000000000001', '2022-03-01'),
  member('vsyncless', 'Moderator', '100000000000000106', '2022-09-14'),
  member('ninetynine', 'Moderator', '100000000000000003', '2023-02-20'),
  member('glasspanel', 'Moderator', '100000000000000004', '2023-07-05'),
  member('lowpoly', 'Helper', '100000000000000104', '2024-01-18'),
  member('hotswap', 'Helper', '100000000000000006', '2024-06-30'),
  member('benchrun', 'Helper', '100000000000000007', '2025-02-11'),
];
