import { describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { affiliateStream, balanceCents, type Books, type HistoryView, ownCents, toEuros } from '@framelift/contracts';
import { affiliateDecider } from '../../services/src/programme/affiliate/affiliate.decider.ts';
import { sumsOf } from '../../services/src/screens/affiliate-sums.ts';
import { dashboard } from '../../services/src/screens/dashboard/dashboard.projection.ts';
import { Dashboards } from '../../services/src/screens/dashboard/dashboard.view.ts';
import { Histories } from '../../services/src/screens/dashboard/history.view.ts';
import { Ledgers } from '../../services/src/screens/dashboard/ledger.view.ts';
import { measuresOf } from '../../services/src/screens/parts.ts';
import { type Entry, foldAll } from '../../services/src/engine/projecting/fold.ts';
import { Freshness } from '../../services/src/engine/projecting/freshness.ts';
import { atProof } from '../support/counts.ts';
import { startApp } from '../support/system.ts';
import { stateOf } from '../support/given.ts';
import { append } from '../support/history.ts';
import { until } from '../support/until.ts';
import { AFFILIATES, NOW, step, type SimulatedProgramme, programmeAfter } from '../support/simulated-programme.ts';

const sum = (numbers: number[]) => numbers.reduce((total, n) => total + n, 0);
const steps = fc.array(step, { minLength: 10, maxLength: 50 });

/** An affiliate's ledger, dashboard and own stream after the first `position` events. */
function stepsAt(programme: SimulatedProgramme, id: string, position: number) {
  const rows = foldAll(dashboard, programme.folded().slice(0, position));
  const own = <Row>(entries: Entry<Row>[]) => entries.filter(({ key }) => key[0] === id).map(({ row }) => row!);
  const [totals] = own(rows.totals);
  const facts = programme.events.slice(0, position).filter((e) => e.streamId === affiliateStream(id));
  const stream: Books = stateOf(affiliateDecider, facts as never, NOW).books;
  const days = own(rows.days);
  return {
    ledger: sum(own(rows.parts).map((part) => ownCents(measuresOf(part as never)))),
    dashboard: totals ? sumsOf(totals).books : null,
    stream,
    earned: [sum(days.map((d) => d.commission_cents)), sum(days.map((d) => d.sales)), totals?.net_sales ?? 0],
  };
}

const HISTORIES = atProof(100, 10, 'histories whose every cent is explained');

describe('every cent is explained', () => {
  it('the ledger’s entries, the dashboard’s books and the stream agree at every position of any history', () => {
    let movements = 0;
    fc.assert(
      fc.property(steps, (taken) => {
        const programme = programmeAfter(taken);
        for (let position = 1; position <= programme.events.length; position++)
          for (const id of AFFILIATES) {
            const { ledger, dashboard: books, stream, earned } = stepsAt(programme, id, position);
            if (!books) continue;
            if (ledger !== 0) movements++;
            expect([position, id, books]).toEqual([position, id, stream]);
            expect([position, id, ledger]).toEqual([position, id, ownCents(stream)]);
            expect([position, id, Math.max(0, ledger)]).toEqual([position, id, balanceCents(books, 0)]);
            expect([position, id, earned[0], earned[1]]).toEqual([position, id, books.earnedCents - books.reversedCents, earned[2]]);
          }
      }),
      { numRuns: HISTORIES, seed: 11 },
    );
    expect(movements).toBeGreaterThan(20 * HISTORIES);
  });

  it('‘as of’ a position shows the dashboard as it was, and the ledger agrees', async () => {
    for (const taken of fc.sample(steps, { numRuns: atProof(2, 1, 'of them shown as of every position'), seed: 6 })) {
      const app = await startApp();
      const [dashboards, ledgers, histories, freshness] = [Dashboards, Ledgers, Histories, Freshness].map((of) =>
        app.api.get(of as never),
      ) as [Dashboards, Ledgers, Histories, Freshness];
      const figures = ({ affiliate, stats }: Pick<HistoryView, 'affiliate' | 'stats'>) => {
        // Names and codes are always current.
        const { username: _username, email: _email, ...rest } = affiliate;
        // Not historical: their codes, and whether and why they are under review.
        const numbers: Record<string, unknown> = { ...rest, ...stats };
        for (const field of ['coupons', 'underReview', 'reviewReason']) delete numbers[field];
        return numbers;
      };
      const shown: { id: string; position: number; seen: object }[] = [];
      for (const { streamId, type, data } of programmeAfter(taken).events) {
        const position = await append(app.system, streamId, [{ type, data } as never]);
        const id = AFFILIATES.find((a) => streamId === affiliateStream(a));
        if (!id || type === 'AffiliateDeleted') continue;
        await until(() => freshness.reached('dashboard', 'all', position));
        const view = await dashboards.readAffiliate(id);
        const { entries, balance } = await ledgers.read(id, position, { limit: 500 });
        expect([position, Math.max(0, balance)]).toEqual([position, view.affiliate.balance]);
        expect([position, toEuros(sum(entries.map((e) => Math.round(e.amount * 100))))]).toEqual([position, balance]);
        shown.push({ id, position, seen: figures(view) });
      }
      expect(shown.length).toBeGreaterThan(10);
      for (const { id, position, seen } of shown) {
        const history = await histories.read(id, position);
        expect([id, position, history.position, figures(history)]).toEqual([id, position, position, seen]);
      }
      await app.stop();
    }
  });
});
