import { DAY_MS, MINUTE_MS } from '@framelift/contracts';
import { type PlannedAffiliate, planAffiliates } from './affiliates.ts';
import { SeededRandom } from './chance.ts';
import { planFrauds } from './frauds.ts';
import type { DemoAction, Happenings, Happens, Kind } from './happenings.ts';
import { numbered, type PlannedSale, planSales, type Year } from './sales.ts';

export interface Wanted {
  affiliates: number;
  sales: number;
  seed: number;
  /** How many of each kind of fraud. */
  frauds: number;
  year: Year;
}

/** So that about 3 % of visitors buy. Groups share a moment, and groups of several affiliates some minutes: the log is then quick to write. */
const VISITS_PER_SALE = 32;
const VISITS_AT_ONCE = 8;
const ROUND_MS = DAY_MS / 3;
const SPREAD_MS = 4 * MINUTE_MS;

/** The time of the round of visits that follows a moment, a different one in each part of a day. */
const roundAfter = (at: number): number => {
  const round = Math.ceil(at / ROUND_MS);
  return round * ROUND_MS + new SeededRandom(round).next() * (ROUND_MS - SPREAD_MS);
};

/** The plan of a year of history, in order of time, the same for the same seed. */
export function schedule({ affiliates: count, sales: credited, seed, frauds: each, year }: Wanted) {
  const chance = new SeededRandom(seed);
  const affiliates = planAffiliates(chance, count, year.begins, year.ends);
  const honest = planSales(chance, affiliates, credited, year);
  const happenings: DemoAction[] = [];
  const happens = <K extends Kind>(at: number, who: PlannedAffiliate | null, kind: K, what: Happenings[K]) => {
    if (at < year.ends) happenings.push({ at, n: happenings.length, who, kind, what });
  };
  for (const affiliate of affiliates) yearOf(chance, affiliate, year, happens);
  const frauds = planFrauds(each, seed, year, happens);
  const sales = numbered([...honest, ...frauds.sales]);
  for (const sale of sales) courseOf(sale, happens);
  for (let i = 0; i < (credited * VISITS_PER_SALE) / VISITS_AT_ONCE; i++) {
    const who = affiliates[Math.floor(chance.next() ** 2 * affiliates.length)]!;
    const at = roundAfter(chance.between(who.joins + DAY_MS / 24, year.ends)) + chance.next() * SPREAD_MS;
    if (at < (who.deletedAt ?? Infinity)) happens(at, who, 'visits', { page: chance.whole(0, 5), sale: null, visitors: VISITS_AT_ONCE });
  }
  for (let at = year.begins + 91 * DAY_MS; at < year.ends; at += 91 * DAY_MS) happens(at, null, 'recalculates', {});
  happenings.sort((a, b) => a.at - b.at || a.n - b.n);
  return { affiliates, frauds: frauds.accounts, sales, happenings };
}

/** Joining, payout details, a cashout a month, read notifications, and admins' actions on some. */
function yearOf(chance: SeededRandom, a: PlannedAffiliate, { ends }: Year, happens: Happens): void {
  const lives = Math.min(ends, a.deletedAt ?? Infinity);
  const ifAlive: Happens = (at, who, kind, what) => at < lives && happens(at, who, kind, what);
  happens(a.joins, a, 'registers', {});
  const [first, second] = chance.happens(0.7) ? (['paypal', 'solana'] as const) : (['solana', 'paypal'] as const);
  happens(a.joins + chance.between(0.2, 12) * (DAY_MS / 24), a, 'addsMethod', { paymentType: first });
  if (chance.happens(0.3)) ifAlive(a.joins + chance.between(5, 60) * DAY_MS, a, 'addsMethod', { paymentType: second });
  if (chance.happens(0.15)) ifAlive(a.joins + chance.between(20, 200) * DAY_MS, a, 'changesMethod', {});
  if (chance.happens(0.08)) ifAlive(a.joins + chance.between(100, 250) * DAY_MS, a, 'removesMethod', {});
  for (let at = a.joins + chance.between(20, 40) * DAY_MS; at < lives; at += chance.between(24, 38) * DAY_MS)
    asksForMoney(chance, a, at, ifAlive);
  for (let at = a.joins + 2 * DAY_MS; at < lives; at += chance.between(2, 25) * DAY_MS)
    ifAlive(at, a, 'reads', { all: chance.happens(0.6) });
  if (a.suspended) {
    ifAlive(a.suspended.from, a, 'isEdited', { status: 'suspended' });
    ifAlive(a.suspended.to, a, 'isEdited', { status: 'active' });
  }
  if (a.bannedAt) ifAlive(a.bannedAt, a, 'isEdited', { status: 'banned' });
  if (a.deletedAt) happens(a.deletedAt, a, 'leaves', {});
  if (a.n % 12 === 3) ifAlive(a.joins + 50 * DAY_MS, a, 'isEdited', { commissionBps: chance.whole(22, 38) * 100 });
  if (a.n % 5 === 0) ifAlive(a.joins + 10 * DAY_MS, a, 'isGivenCode', { code: codeFor(a) });
  if (a.n % 20 === 9) ifAlive(a.joins + 70 * DAY_MS, a, 'isEdited', { tier: 'gold' });
  if (a.n % 30 === 11) ifAlive(a.joins + 90 * DAY_MS, a, 'isEdited', { username: `${a.username.slice(0, 24)}-hq` });
}

/** Letters and digits of the name, and a unique number. */
const codeFor = ({ username, n }: PlannedAffiliate): string =>
  `${username
    .replaceAll(/[^a-z0-9]/gi, '')
    .slice(0, 14)
    .toUpperCase()}${n}`;

function asksForMoney(chance: SeededRandom, a: PlannedAffiliate, at: number, happens: Happens): void {
  happens(at, a, 'asks', { share: chance.happens(0.6) ? 1 : chance.between(0.4, 0.9), notes: chance.happens(0.2) });
  const decided = at + chance.between(0.3, 6) * DAY_MS;
  const status = chance.weighted({ completed: 74, approved: 17, rejected: 9 });
  const proof = chance.happens(0.7) ? chance.whole(0, 4) : null;
  happens(decided, a, 'isProcessed', { status, proof: status === 'completed' ? proof : null });
  if (status === 'approved')
    happens(decided + chance.between(1, 8) * DAY_MS, a, 'isSettled', { status: chance.happens(0.9) ? 'completed' : 'rejected', proof });
}

function courseOf(sale: PlannedSale, happens: Happens): void {
  const who = sale.affiliate;
  if (who && sale.visitAt > who.joins && !sale.unseen) happens(sale.visitAt, who, 'visits', { page: 0, sale, visitors: 1 });
  if (sale.outcome !== 'unknownCheckout') happens(sale.checkoutAt, who, 'checksOut', { sale });
  if (sale.outcome === 'abandoned') return;
  happens(sale.recordedAt, who, 'buys', { sale });
  if (sale.refundedAt) happens(sale.refundedAt, who, 'isRefunded', { sale });
  if (sale.partial) happens(sale.partial.at, who, 'isPartlyRefunded', { sale });
  if (sale.reversedByHandAt) happens(sale.reversedByHandAt, who, 'isReversed', { sale });
  if (sale.creditedByHandAt) happens(sale.creditedByHandAt, who, 'isCredited', { sale });
}
