import { Inject, Injectable } from '@nestjs/common';
import { affiliateStream, affiliateView, type HistoryView, refusals, visitsStream } from '@framelift/contracts';
import { Log } from '../../engine/log/log.ts';
import { Vault } from '../../engine/log/sealing/vault.ts';
import { Refused } from '../../platform/refused.ts';
import { nameOrPseudonym } from '../names.ts';
import { TermsHistory } from '../terms-history.ts';
import { folding } from '../../engine/projecting/fold.ts';
import type { FoldedEvent } from '../../engine/projecting/projection.ts';
import { sumsOf } from '../affiliate-sums.ts';
import { CLOCK, type Clock } from '../../platform/tokens.ts';
import { dashboard } from './dashboard.projection.ts';

const figures = { ...dashboard, tables: { totals: dashboard.tables.totals } };

/** Events read at once. */
const PAGE = 1_000;

/** The books as of any past moment: the same folds over the events until then. */
@Injectable()
export class Histories {
  constructor(
    private readonly log: Log,
    private readonly vault: Vault,
    private readonly terms: TermsHistory,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /** `at`: a position, or a time (recordedAt), included. @throws Refused when there was no such affiliate then */
  async read(affiliateId: string, at: number | Date): Promise<HistoryView> {
    const [last, lastVisit] = await Promise.all(
      [affiliateStream(affiliateId), visitsStream(affiliateId)].map((stream) => this.log.lastUntil(stream, at)),
    );
    const row = await this.totals(affiliateStream(affiliateId), last?.version ?? 0);
    if (!row) throw new Refused(refusals.affiliateNotFound, 'missing');
    const [username, email] = await this.vault.open([row.username, row.email]);
    // The moment that is asked about; of a position, when its event was recorded.
    const moment = at instanceof Date ? at : await this.momentOf(at);
    const names = { id: affiliateId, username: nameOrPseudonym(username, affiliateId), email };
    return {
      position: Math.max(last!.position, lastVisit?.position ?? 0),
      affiliate: affiliateView(names, sumsOf(row), { terms: await this.terms.at(at), now: moment.toISOString() }),
      // Every event of a visits stream is one click: its version counts them, however many there are.
      stats: { totalClicks: lastVisit?.version ?? 0, totalSales: row.net_sales },
    };
  }

  private async momentOf(position: number): Promise<Date> {
    const [event] = await this.log.read(position - 1, 1, { upTo: position });
    return event?.recordedAt ?? new Date(this.now());
  }

  private async totals(streamId: string, upTo: number) {
    const fold = folding(figures);
    for (let version = 0; version < upTo;) {
      const page = await this.log.readStreamPage(streamId, version, Math.min(PAGE, upTo - version));
      fold.take(page as readonly FoldedEvent[]);
      version = page.at(-1)?.version ?? upTo;
    }
    return fold.rows().totals[0]?.row;
  }
}
