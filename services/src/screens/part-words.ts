import { type PartKind, partKinds, toPercent } from '@framelift/contracts';

/** The names of tiers, by id. */
type TierNames = Readonly<Record<string, string>>;

/** Rates that are of no tier. */
const fixedRates: Readonly<Record<string, string>> = { own: 'own rate', product: 'product’s rate' };

/** The reason of a part. */
export const reasonOf = (
  l: { kind: PartKind; about: string | null; bps: number | null; rate_from: string | null },
  names: TierNames,
): string => {
  const from = fixedRates[l.rate_from ?? ''] ?? `${(names[l.rate_from ?? ''] ?? l.rate_from)?.toLowerCase()} tier`;
  const about = l.kind === 'tier' ? (names[l.about ?? ''] ?? l.about) : l.about;
  return partKinds[l.kind].why.replace('{rate}', `${toPercent(l.bps ?? 0)}% (${from})`).replace('{about}', about ?? '');
};
