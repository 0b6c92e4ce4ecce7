import { type PartKind, partKinds, toPercent } from '@framelift/contracts';

/** The names of tiers, by id. */
type TierNames = Readonly<Record<string, string>>;

/** Rates that are of no tier. */
const fixedRates: Readonly<Record<string, string>> = { own: 'own rate', product: 'product’s rate' };

/** Kinds whose sale counts in a figure, not its commission. */
const ofSales: { [K in PartKind]?: string } = { sale: 'Sale {about}', saleImported: 'Sale moved in: {about}' };

/** The reason of a part; `isOfSales`: in a figure that adds up sales, not commissions. */
export const reasonOf = (
  l: { kind: PartKind; about: string | null; bps: number | null; rate_from: string | null },
  names: TierNames,
  isOfSales = false,
): string => {
  const from = fixedRates[l.rate_from ?? ''] ?? `${(names[l.rate_from ?? ''] ?? l.rate_from)?.toLowerCase()} tier`;
  const about = l.kind === 'tier' ? (names[l.about ?? ''] ?? l.about) : l.about;
  const why = (isOfSales && ofSales[l.kind]) || partKinds[l.kind].why;
  return why.replace('{rate}', `${toPercent(l.bps ?? 0)}% (${from})`).replace('{about}', about ?? '');
};
