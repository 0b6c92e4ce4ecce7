import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import { MEASURES, type Measures, noMeasures, partOf } from '@framelift/contracts';
import { type Given, event, eventsFrom } from '../../../test/support/given-events.ts';
import { type App, startApp } from '../../../test/support/system.ts';
import { foldAll } from '../engine/projecting/fold.ts';
import type { FoldedEvent } from '../engine/projecting/projection.ts';
import { dashboard } from './dashboard/dashboard.projection.ts';
import { Parts, type Scope } from './parts.ts';

/** Everything happens on this day; holds end on days after it. */
const NOW = '2025-03-01T12:00:00.000Z';
const DAYS = ['2025-03-08T00:00:00.000Z', '2025-03-15T00:00:00.000Z'];
const ACCOUNTS = ['a1', 'a2'];
const given: Given[] = ACCOUNTS.flatMap((id) => [
  event('SaleRecorded', { commissionCents: 1_01 }, { stream: `affiliate-${id}` }),
  event('SaleRecorded', { commissionCents: 2_03, availableAt: DAYS[0] }, { stream: `affiliate-${id}` }),
  event('SaleRecorded', { commissionCents: 4_07, availableAt: DAYS[1] }, { stream: `affiliate-${id}` }),
  event('SaleReversed', { commissionCents: 1_01 }, { stream: `affiliate-${id}` }),
  event('HoldReleased', { commissionCents: 2_03, availableAt: DAYS[0] }, { stream: `affiliate-${id}` }),
  event('CashoutRequested', { amountCents: 8_11 }, { stream: `affiliate-${id}` }),
  event('CashoutProcessed', { amountCents: 8_11, status: 'completed' }, { stream: `affiliate-${id}` }),
]);

let app: App;
let parts: Parts;
let events: FoldedEvent[];
beforeAll(async () => {
  app = await startApp();
  parts = app.api.get(Parts);
  // Far apart, and some next to each other, so that blocks of each size have some; two partitions.
  const gaps = fc.sample(fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 9_000 }), fc.integer({ min: 1, max: 40_000 })), {
    numRuns: 1_200,
    seed: 9,
  });
  const facts = fc.sample(fc.constantFrom(...given), { numRuns: 1_200, seed: 10 });
  let position = 0;
  events = eventsFrom(facts).map(
    (e, i) => ({ ...e, position: (position += gaps[i]!), partition: e.streamId === 'affiliate-a1' ? 3 : 5 }) as FoldedEvent,
  );
  const rows = foldAll(dashboard, events);
  for (const table of ['parts', 'part_sums', 'programme_sums'] as const) {
    const { key } = dashboard.tables[table];
    const names = [...(table === 'programme_sums' ? ['partition'] : []), ...Object.keys(key)];
    const values = rows[table].map(({ key: of, row }) => ({ ...Object.fromEntries(names.map((name, i) => [name, of[i]])), ...row }));
    await app.db.pool.query(`insert into dashboard.${table} select * from json_populate_recordset(null::dashboard.${table}, $1)`, [
      JSON.stringify(values),
    ]);
  }
});
afterAll(() => app.stop());

const isOf = (e: FoldedEvent, scope: Scope) =>
  scope === 'all' ||
  ('affiliateId' in scope ? e.streamId === `affiliate-${scope.affiliateId}` : 'cashoutId' in e.data && e.data.cashoutId === scope.about);

/** The sums as they follow from the events, one by one. */
function addedUp(scope: Scope, before: number, now: string) {
  const found = new Map<string, { count: number; adds: Measures }>();
  for (const e of events) {
    if (e.position >= before || !isOf(e, scope)) continue;
    const { kind, adds, until } = partOf(e)!;
    const sum = found.get(kind) ?? { count: 0, adds: { ...noMeasures } };
    const counted = { ...adds, heldCents: scope !== 'all' && until && until > now ? adds.heldCents : 0 };
    for (const measure of MEASURES) sum.adds[measure] += counted[measure];
    found.set(kind, { count: sum.count + 1, adds: sum.adds });
  }
  return [...found].map(([kind, { count, adds }]) => ({ kind, count, adds })).sort((a, b) => (a.kind < b.kind ? -1 : 1));
}

describe('sums of parts', () => {
  it('up to any position are those of its events, at any time', async () => {
    const last = events.at(-1)!.position;
    expect(last).toBeGreaterThan(2 ** 22);
    const near = events.flatMap(({ position }) => [position, position + 1]);
    const edges = [12, 16, 20].flatMap((shift) => [1, 2, 3].flatMap((n) => [n * 2 ** shift - 1, n * 2 ** shift, n * 2 ** shift + 1]));
    const positions = [...fc.sample(fc.constantFrom(...near), { numRuns: 60, seed: 1 }), ...edges, 0, last + 1, 2 ** 40];
    const scopes: Scope[] = [{ affiliateId: 'a1' }, { affiliateId: 'a2' }, { about: 'a1-1' }, 'all'];
    for (const before of positions)
      for (const scope of scopes)
        for (const now of [NOW, DAYS[0]!, '2025-04-01T00:00:00.000Z']) {
          const sums = await parts.sums(scope, before, now);
          const ours = sums.map(({ kind, count, adds }) => ({ kind, count, adds: scope === 'all' ? { ...adds, heldCents: 0 } : adds }));
          expect([before, scope, now, ours]).toEqual([before, scope, now, addedUp(scope, before, now)]);
        }
  });

  it('say from which position on something is on hold', async () => {
    const sums = await parts.sums({ affiliateId: 'a1' }, 2 ** 40, DAYS[0]!);
    const first = Math.min(...sums.map(({ heldFrom }) => heldFrom));
    const held = await parts.page({ affiliateId: 'a1' }, { kinds: sums.map(({ kind }) => kind), before: 2 ** 40, heldAt: DAYS[0] });
    expect(held.length).toBeGreaterThan(10);
    expect(first).toBeLessThanOrEqual(held.at(-1)!.position);
  });

  it('of debts are those of each account that was below zero just before', async () => {
    await app.db.pool.query(`insert into dashboard.totals select * from json_populate_recordset(null::dashboard.totals, $1)`, [
      JSON.stringify(foldAll(dashboard, events).totals.map(({ key, row }) => ({ affiliate_id: key[0], ...row }))),
    ]);
    const at = fc.sample(fc.integer({ min: 1, max: events.at(-1)!.position }), { numRuns: 30, seed: 3 });
    let owing = 0;
    for (const before of at) {
      const expected = ACCOUNTS.map((affiliateId) => ({
        affiliateId,
        cents: -addedUp({ affiliateId }, before, NOW).reduce(
          (sum, { adds: a }) => sum + a.earnedCents - a.reversedCents - a.reservedCents - a.paidCents - a.forfeitedCents,
          0,
        ),
      }));
      const debts = expected.filter(({ cents }) => cents > 0).sort((a, b) => b.cents - a.cents);
      owing += debts.length;
      expect([before, await parts.debts(before)]).toEqual([before, debts]);
    }
    expect(owing).toBeGreaterThan(5);
  });
});
