import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import * as fc from 'fast-check';
import {
  affiliateStream,
  balanceCents,
  debtCents,
  type FigureId,
  FIGURES,
  figureOf,
  firstTerms,
  heldCents,
  ownCents,
  type Terms,
  tierProgress,
  underReviewCents,
  type WhyView,
} from '@framelift/contracts';
import { BooksAudit } from '../../services/src/operating/audit/books.audit.ts';
import { foldAll } from '../../services/src/engine/projecting/fold.ts';
import { Freshness } from '../../services/src/engine/projecting/freshness.ts';
import { adminOverview } from '../../services/src/screens/admin-overview/admin-overview.projection.ts';
import { sumsOf } from '../../services/src/screens/affiliate-sums.ts';
import { dashboard } from '../../services/src/screens/dashboard/dashboard.projection.ts';
import { termsOf } from '../../services/src/programme/terms/terms.decider.ts';
import { type Question, Whys } from '../../services/src/screens/why/why.view.ts';
import { atProof } from '../support/counts.ts';
import { append } from '../support/history.ts';
import { AFFILIATES, begin, SimulatedProgramme, take, timedStep } from '../support/simulated-programme.ts';
import { type App, startApp } from '../support/system.ts';
import { until } from '../support/until.ts';

const sum = (numbers: readonly number[]) => numbers.reduce((total, n) => total + n, 0);

/** What the folds of the screens say of an affiliate after these events; null: there is none. */
function shownOf(id: string, events: SimulatedProgramme['events'], folded: ReturnType<SimulatedProgramme['folded']>) {
  const row = foldAll(dashboard, folded).totals.find(({ key }) => key[0] === id)?.row;
  if (!row || row.deleted) return null;
  const { books, holds, netSales, generatedCents } = sumsOf(row);
  const now = events.at(-1)!.occurredAt;
  const held = heldCents(holds, now);
  const set = events.filter(({ type }) => type === 'ProgrammeTermsSet').at(-1);
  const terms: Terms = set ? termsOf(set.data) : firstTerms;
  return {
    balance: balanceCents(books, held),
    debt: debtCents(books, held),
    account: ownCents(books),
    'on-hold': held - underReviewCents(holds),
    'under-review': underReviewCents(holds),
    earned: books.earnedCents - books.reversedCents,
    generated: generatedCents,
    paid: books.paidCents,
    requested: books.reservedCents,
    sales: netSales,
    'to-next-tier': tierProgress(terms.tiers, row.tier, netSales).salesNeeded,
  } satisfies Partial<Record<FigureId, number>>;
}

function shownOfAll(folded: ReturnType<SimulatedProgramme['folded']>) {
  const totals = foldAll(adminOverview, folded).totals.map(({ row }) => row!);
  const of = (name: keyof (typeof totals)[number]) => sum(totals.map((row) => row[name] as number));
  const books = foldAll(dashboard, folded).totals.map(({ row }) => sumsOf(row!).books);
  return {
    revenue: of('revenue_cents'),
    sales: of('net_sales'),
    paid: of('paid_cents'),
    affiliates: of('affiliates'),
    'waiting-cashouts': of('pending_cashouts'),
    outstanding: sum(books.map((b) => Math.max(0, ownCents(b)) + b.reservedCents)),
    debts: sum(books.map((b) => Math.max(0, -ownCents(b)))),
  } satisfies Partial<Record<FigureId, number>>;
}

let app: App;
let whys: Whys;
/** All pages of an answer. */
async function whole(question: Omit<Question, 'reached'>): Promise<WhyView> {
  const reached = Number.MAX_SAFE_INTEGER;
  const first = await whys.read({ ...question, reached });
  const parts = [...first.parts];
  for (let next = first.next; next;) {
    const after = JSON.parse(Buffer.from(next, 'base64url').toString())[0] as number;
    const page = await whys.read({ ...question, after, reached });
    parts.push(...page.parts);
    next = page.next;
  }
  return { ...first, parts };
}

/** The parts of an answer sum to its value, each after the one before it, and so do its kinds. */
function checkSums(answer: WhyView, about: unknown[]) {
  let running = answer.value;
  for (const part of answer.parts) {
    expect([...about, part.position, part.running]).toEqual([...about, part.position, running]);
    running -= part.amount;
  }
  expect([...about, running]).toEqual([...about, 0]);
  expect([...about, sum(answer.sums.map(({ amount }) => amount))]).toEqual([...about, answer.value]);
}

beforeAll(async () => {
  app = await startApp();
  whys = app.api.get(Whys);
});
afterAll(() => app.stop());

describe('every figure', () => {
  it('at any position of any history: its parts sum to what the screens show there, and to what the audit says', async () => {
    const histories = fc.sample(fc.array(timedStep, { minLength: 80, maxLength: 160 }), {
      numRuns: atProof(20, 1, 'histories whose every figure is asked at 20 positions'),
      seed: 22,
    });
    let asked = 0;
    const seen = new Set<string>();
    for (const [n, taken] of histories.entries()) {
      if (n > 0) {
        await app.stop();
        app = await startApp();
        whys = app.api.get(Whys);
      }
      const programme = new SimulatedProgramme();
      begin(programme);
      for (const step of taken) programme.attempt(() => take(programme, step));
      const { events } = programme;
      const offset = (await app.system.log.head()).position;
      for (const { streamId, type, data, occurredAt } of events)
        await append(app.system, streamId, [{ type, data } as never], { at: occurredAt });
      // As if each event were recorded when it happened: here they are all recorded now.
      const moment = ({ at }: Question) => Promise.resolve({ position: Number(at), now: events[Number(at) - offset - 1]!.occurredAt });
      Object.assign(whys, { momentOf: moment });
      await until(() => app.api.get(Freshness).reached('dashboard', 'all', offset + events.length));

      const positions = fc.sample(fc.integer({ min: 1, max: events.length }), { numRuns: 20, seed: n });
      for (const position of [...positions, events.length]) {
        const before = events.slice(0, position);
        const folded = programme.folded().slice(0, position);
        const audit = new BooksAudit();
        for (const event of before) audit.add(event as never);
        for (const id of AFFILIATES) {
          const shown = shownOf(id, before, folded);
          if (!shown) continue;
          for (const [figure, value] of Object.entries(shown)) {
            const answer = await whole({ figure: figure as FigureId, of: id, at: String(offset + position) });
            const about = [n, position, id, figure];
            expect([...about, answer.value]).toEqual([...about, value]);
            checkSums(answer, about);
            asked++;
            if (value) seen.add(figure);
          }
          expect(audit['account'](affiliateStream(id)).books.paidCents).toBe(shown.paid);
          expect(ownCents(audit['account'](affiliateStream(id)).books)).toBe(shown.account);
        }
        for (const [figure, value] of Object.entries(shownOfAll(folded))) {
          const answer = await whole({ figure: figure as FigureId, at: String(offset + position) });
          const about = [n, position, figure];
          expect([...about, answer.value]).toEqual([...about, value]);
          checkSums(answer, about);
          asked++;
          if (value) seen.add(figure);
        }
      }
    }
    expect(asked).toBeGreaterThan(500);
    // No figure was only ever zero.
    expect([...seen].sort()).toEqual(expect.arrayContaining(['balance', 'on-hold', 'earned', 'paid', 'requested', 'sales', 'outstanding']));
  });

  it('one wrong number in one row is noticed by at least one figure', async () => {
    const { pool } = app.db;
    const { rows: found } = await pool.query<{ row: Record<string, string | number> }>(
      'select to_json(p) as row from dashboard.parts p order by position',
    );
    const numbers = found.flatMap(({ row }) =>
      Object.keys(row).flatMap((column) =>
        /_cents$|^(sales|accounts|waiting)$/.test(column) && row[column] !== 0 ? [{ row, column }] : [],
      ),
    );
    const planted = fc.sample(fc.constantFrom(...numbers), { numRuns: 10, seed: 5 });
    const values = async (position: unknown) => {
      const asked = [
        ...FIGURES.filter((figure) => figureOf(figure).of.includes('programme')).map((figure) => ({ figure, of: undefined })),
        ...AFFILIATES.flatMap((of) => FIGURES.filter((f) => figureOf(f).of.includes('affiliate')).map((figure) => ({ figure, of }))),
      ];
      const answers = asked.map((question) =>
        whys.read({ ...question, at: String(position), reached: Number(position) }).then(
          ({ value }) => value,
          ({ message }: Error) => message,
        ),
      );
      return Promise.all(answers);
    };
    for (const { row, column } of planted) {
      const set = (by: number) =>
        pool.query(`update dashboard.parts set ${column} = ${column} + ${by} where affiliate_id = $1 and kind = $2 and position = $3`, [
          row['affiliate_id'],
          row['kind'],
          row['position'],
        ]);
      const right = await values(row['position']);
      await set(1);
      expect([column, await values(row['position'])]).not.toEqual([column, right]);
      await set(-1);
      expect(await values(row['position'])).toEqual(right);
    }
  });
});
