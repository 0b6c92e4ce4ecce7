import { type BreakdownBy, idOf, pageName } from '@framelift/contracts';
import { cents, date, int, text } from '../../engine/projecting/columns.ts';
import { type FoldedEvent, plus, projection, table } from '../../engine/projecting/projection.ts';
import { soldProduct } from '../sold-product.ts';

interface Origin {
  campaign?: string;
  landing?: string;
  page?: string;
  site?: string;
  product?: string;
  provider?: string;
}

/** An event counts once under each; '' where it is not known. */
const names = ({ campaign, landing, page, site }: Origin) => ({
  campaign: campaign ?? '',
  page: pageName(landing ?? page ?? ''),
  referrer: site ?? '',
});
/** A sale counts under its product too. */
const namesOf = ({ type, data }: FoldedEvent): Partial<Record<BreakdownBy, string>> => ({
  ...names(data as Origin),
  ...(type === 'VisitTracked' ? {} : { product: soldProduct(data as Origin) }),
});

export const breakdown = projection({
  name: 'breakdown',
  version: 3,
  answers: 'Where an affiliate’s clicks and sales come from, and what was sold.',
  tables: {
    days: table({
      key: { affiliate_id: text(), by: text<BreakdownBy>(), name: text(), day: date },
      keysOf: (e: FoldedEvent) =>
        Object.entries(namesOf(e)).map(([by, name]) => [idOf(e.streamId), by, name, e.metadata.occurredAt.slice(0, 10)]),
      columns: { clicks: int(0), sales: int(0), commission_cents: cents(0) },
      on: {
        VisitTracked: (row) => plus(row, { clicks: 1 }),
        SaleRecorded: (row, { data }) => plus(row, { sales: 1, commission_cents: data.commissionCents }),
        SaleReversed: (row, { data }) => plus(row, { sales: -1, commission_cents: -data.commissionCents }),
        SaleRestored: (row, { data }) => plus(row, { sales: 1, commission_cents: data.commissionCents }),
      },
    }),
  },
});
