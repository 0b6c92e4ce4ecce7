import { type Document, documentsStream, type Fact, fact, type SelfBilling, taxed } from '@framelift/contracts';
import type { Decider, Source } from '../../engine/log/deciding/decider.ts';
import { ownerOf } from '../affiliate/affiliate.decider.ts';

/** The documents of a year: their numbers have no gap, because one stream gives them in order. */
export interface Documents {
  year: number;
  last: number;
}

export const documentsDecider: Decider<Documents> = {
  name: 'documents',
  version: 1,
  initial: { year: 0, last: 0 },
  evolve: { DocumentIssued: (_, { document: { year, number } }) => ({ year, last: number }) },
};

const yearOf = (at: string): number => Number(at.slice(0, 4));
/** The documents of the year of a moment. If the terms want none, commands do not queue for them. */
export const documentsSource = (at: string, areMade: boolean): Source<Documents> => ({
  streamId: documentsStream(yearOf(at)),
  decider: documentsDecider,
  ...(areMade ? {} : { readOnly: true }),
});

interface Paid {
  cashoutId: string;
  affiliateId: string;
  amountCents: number;
  /** The country of the payee's VAT number. */
  vatCountry?: string | undefined;
  /** The one that was issued about it before the system went back. */
  document?: Document | undefined;
}

/** A document of each payment that has none, in order, and the facts of their year. `selfBilling` null: the terms want none. */
export function documentsOf(
  documents: Documents,
  selfBilling: SelfBilling | null,
  at: string,
  payments: readonly Paid[],
): { facts: Fact[]; of: Readonly<Record<string, Document>> } {
  const before = payments.flatMap(({ cashoutId, document }) => (document ? [[cashoutId, document] as const] : []));
  if (!selfBilling) return { facts: [], of: Object.fromEntries(before) };
  const undocumented = payments.filter(({ document }) => !document);
  const issued = undocumented.map(({ cashoutId, affiliateId, amountCents, vatCountry }, i) => ({
    cashoutId,
    affiliateId,
    document: { year: yearOf(at), number: documents.last + 1 + i, ...taxed(amountCents, vatCountry, selfBilling) },
  }));
  return {
    facts: issued.map((data) => fact('DocumentIssued', data)),
    of: Object.fromEntries([...before, ...issued.map(({ cashoutId, document }) => [cashoutId, document] as const)]),
  };
}

/** The document that cancels another one, whose payment came back, or so many cents of it. */
export const cancelling = ({ last }: Documents, at: string, { year, number, ...of }: Document, cents = of.netCents + of.taxCents) => {
  const isWhole = cents === of.netCents + of.taxCents;
  const netCents = isWhole ? of.netCents : Math.round((cents * 10_000) / (10_000 + of.taxBps));
  return { document: { ...of, netCents, taxCents: cents - netCents, year: yearOf(at), number: last + 1 }, cancels: { year, number } };
};

/** A document as a field, if there is one. */
export const documentIn = (document: Document | undefined): { document?: Document } => (document ? { document } : {});

/** The facts that cancel the documents of payments that were not made after all. */
export const cancelledAll = (
  documents: Documents,
  at: string,
  payments: readonly { cashoutId: string; document?: Document | undefined }[],
): Fact[] =>
  payments
    .flatMap(({ cashoutId, document }) => (document ? [{ cashoutId, document }] : []))
    .map(({ cashoutId, document }, i) =>
      fact('DocumentIssued', {
        affiliateId: ownerOf(cashoutId),
        cashoutId,
        ...cancelling({ ...documents, last: documents.last + i }, at, document),
      }),
    );
