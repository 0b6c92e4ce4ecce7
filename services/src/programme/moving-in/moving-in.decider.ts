import { affiliateStream, type Fact, fact, type ImportSource, refusals } from '@framelift/contracts';
import type { Decider, Source } from '../../engine/log/deciding/decider.ts';
import { refuseIf } from '../../platform/refused.ts';
import type { ImportHistory } from './moving-in.commands.ts';

/** One affiliate's imported rows, by their ids there; only imports use it. */
export interface MovedIn {
  registered: boolean;
  deleted: boolean;
  /** Cents by `importKey`: commissions and payments. */
  rows: Readonly<Record<string, number>>;
  /** Opening balances by source. */
  openings: Partial<Record<ImportSource, number>>;
}

/** One imported row: the same id may be a sale's and a payout's. */
export const importKey = (kind: 'sale' | 'payout', from: ImportSource, sourceId: string) => `${kind} ${from} ${sourceId}`;

export const movedInDecider: Decider<MovedIn> = {
  name: 'moved-in',
  version: 1,
  initial: { registered: false, deleted: false, rows: {}, openings: {} },
  evolve: {
    AffiliateRegistered: (m) => ({ ...m, registered: true }),
    AffiliateDeleted: (m) => ({ ...m, deleted: true }),
    SaleImported: (m, { from, sourceId, commissionCents }) => ({
      ...m,
      rows: { ...m.rows, [importKey('sale', from, sourceId)]: commissionCents },
    }),
    PayoutImported: (m, { from, sourceId, amountCents }) => ({
      ...m,
      rows: { ...m.rows, [importKey('payout', from, sourceId)]: amountCents },
    }),
    OpeningBalanceImported: (m, { from, amountCents }) => ({ ...m, openings: { ...m.openings, [from]: amountCents } }),
  },
};

export const movedInSource = (affiliateId: string): Source<MovedIn> => ({
  streamId: affiliateStream(affiliateId),
  decider: movedInDecider,
});

export const importHistory = ({ registered, deleted, rows, openings }: MovedIn, c: ImportHistory): Fact[] => {
  refuseIf(!registered || deleted, refusals.affiliateNotFound, 'missing');
  const { opening } = c;
  return [
    ...c.sales
      .filter(({ from, sourceId }) => !Object.hasOwn(rows, importKey('sale', from, sourceId)))
      .map((sale) => fact('SaleImported', sale)),
    ...c.payouts
      .filter(({ from, sourceId }) => !Object.hasOwn(rows, importKey('payout', from, sourceId)))
      .map((paid) => fact('PayoutImported', paid)),
    ...(opening && !Object.hasOwn(openings, opening.from) ? [fact('OpeningBalanceImported', opening)] : []),
  ];
};
