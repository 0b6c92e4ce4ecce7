export interface StaffMember {
  name: string;
  role: 'Founder & Owner' | 'Moderator' | 'Helper';
  /** The account whose name and picture the server looks up. */
  discordId: string;
  /** Shown instead of the looked-up picture. */
  image?: string;
  /** ISO date. */
  joined: string;
}

/** Seven (docs/product.md#about). */
export const team: StaffMember[] = [
  { name: 'overclockwise', role: 'Founder & Owner', discordId: '100000000000000001', joined: '2022-03-01' },
  { name: 'vsyncless', role: 'Moderator', discordId: '100000000000000106', joined: '2022-09-14' },
  { name: 'ninetynine', role: 'Moderator', discordId: '100000000000000003', joined: '2023-02-20' },
  { name: 'glasspanel', role: 'Moderator', discordId: '100000000000000004', joined: '2023-07-05' },
  { name: 'lowpoly', role: 'Helper', discordId: '100000000000000104', joined: '2024-01-18' },
  { name: 'hotswap', role: 'Helper', discordId: '100000000000000006', joined: '2024-06-30' },
  { name: 'benchrun', role: 'Helper', discordId: '100000000000000007', joined: '2025-02-11' },
];
