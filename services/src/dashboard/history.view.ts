import { affiliateStream, affiliateView, type HistoryView, refusals, visitsStream } from '@framelift/contracts';
import type { AnyEvent } from '../log/event.ts';
import type { Log } from '../log/log.ts';
import type { Vault } from '../log/vault.ts';
import { Refused } from '../platform/refused.ts';
import { foldAll } from '../projecting/fold.ts';
import type { FoldedEvent } from '../projecting/projection.ts';
import { dashboard, type TotalsRow } from './dashboard.projection.ts';
import { booksOf } from './dashboard.view.ts';

const { totals, clicks } = dashboard.tables;
const figures = { ...dashboard, tables: { totals: totals!, clicks: clicks! } };

/** The books as of any past moment: the same folds, over the events that were there by then. */
export class Histories {
  constructor(
    private readonly log: Log,
    private readonly vault: Vault,
  ) {}

  /** `at`: a position, or a time (recordedAt), included. @throws Refused when there was no such affiliate then */
  async of(affiliateId: string, at: number | Date): Promise<HistoryView> {
    const there = (e: AnyEvent) => (typeof at === 'number' ? e.position <= at : e.recordedAt <= at);
    const streams = await Promise.all([affiliateStream(affiliateId), visitsStream(affiliateId)].map((s) => this.log.readStream(s)));
    const events = streams.flat().filter(there);
    const rows = foldAll(figures, events as readonly FoldedEvent[]);
    const row = rows['totals']![0]?.row as TotalsRow | undefined;
    if (!row) throw new Refused(refusals.affiliateNotFound, 404);
    const [username, email] = (await this.vault.open([row.username, row.email])) as (string | null)[];
    return {
      position: Math.max(...events.map((e) => e.position)),
      affiliate: affiliateView(
        { id: affiliateId, username: username ?? `deleted-${affiliateId.slice(0, 8)}`, email: email ?? '', isAdmin: false },
        {
          books: booksOf(row),
          generatedCents: row.generated_cents,
          netSales: row.net_sales,
          tier: row.tier,
          commissionBps: row.commission_bps,
          status: row.status,
        },
      ),
      stats: { totalClicks: (rows['clicks']![0]?.row?.['clicks'] as number | undefined) ?? 0, totalSales: row.net_sales },
    };
  }
}
