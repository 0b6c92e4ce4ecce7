import type { TermsBody, TermsView } from '@framelift/contracts';
import type { EuCountry } from '@framelift/contracts/documents';
import { termsProblem } from '@framelift/contracts/terms';

/** The form as it is typed: a new tier has no id, and no numbers yet. */
export interface TermsValues extends Omit<TermsBody, 'tiers' | 'selfBilling'> {
  /** Of the seller; empty: no invoices are made. */
  sellerCountry: EuCountry | '';
  sellerVatNumber: string;
  sellerRate: number;
  tiers: { tier?: string; name: string; rate?: number; threshold?: number }[];
}

export const valuesOf = ({ selfBilling, ...terms }: TermsView): TermsValues => ({
  ...structuredClone(terms),
  sellerCountry: selfBilling?.country ?? '',
  sellerVatNumber: selfBilling?.vatNumber ?? '',
  sellerRate: selfBilling?.rate ?? 0,
});

/** The terms that a filled form asks for, tiers from the lowest. */
export const bodyOf = ({ tiers, textsVersion, sellerCountry, sellerVatNumber, sellerRate, ...rest }: TermsValues): TermsBody => ({
  ...rest,
  selfBilling: sellerCountry ? { country: sellerCountry, vatNumber: sellerVatNumber.trim(), rate: sellerRate } : null,
  textsVersion: textsVersion.trim(),
  tiers: tiers
    .map(({ tier, name, rate = 0, threshold = 0 }) => ({ ...(tier ? { tier } : {}), name: name.trim(), rate, threshold }))
    .toSorted((a, b) => a.threshold - b.threshold),
});

const toCents = (euros: number): number => Math.round(euros * 100);

/** Why these terms cannot be set; undefined: they can. */
export const problemOf = ({
  tiers,
  defaultRate,
  minimumCashout,
  fourEyes,
  selfBilling: _selfBilling,
  ...rest
}: TermsBody): string | undefined =>
  termsProblem({
    ...rest,
    // A new tier gets its id from the server: here it is only one that no other has.
    tiers: tiers.map(({ tier, name, rate, threshold }, i) => ({ tier: tier ?? `new ${i}`, name, rateBps: toCents(rate), threshold })),
    defaultRateBps: toCents(defaultRate),
    minimumCashoutCents: toCents(minimumCashout),
    fourEyesCents: fourEyes && toCents(fourEyes),
  });
