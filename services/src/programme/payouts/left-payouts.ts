import { affiliateStream, type EventName, type Fact, fact, idOf } from '@framelift/contracts';
import { type Again, eventsSince } from '../../engine/log/appending/recording-again.ts';
import { evolveAll } from '../../engine/log/deciding/decider.ts';
import type { AnyEvent } from '../../engine/log/event.ts';
import type { Log } from '../../engine/log/log.ts';
import { ownerOf } from '../affiliate/affiliate.decider.ts';
import { documentIn } from './documents.decider.ts';
import { inIt, type PayoutRun, payoutRunDecider } from './payout-run.decider.ts';

/** Payments that left after a moment that the system goes back to. */
export interface LeftPayouts {
  again: Again[];
  /** That their outcome is unknown, by stream. */
  unknown: { streamId: string; facts: Fact[] }[];
  /** Payees who joined since. */
  joined: string[];
}

/** By these events a payer may have something of a run. */
const LEAVING = ['PayoutFileMade', 'PayoutBatchSent', 'PayoutBatchAccepted', 'PayoutRunSettled'] as const satisfies EventName[];
/** The outcome as it was known: the payer or an admin states it again. */
const OUTCOMES: readonly EventName[] = [
  'PayoutBatchProcessed',
  'PayoutRunSettled',
  'PayoutCashoutsPaid',
  'PayoutResultSeen',
  'CashoutReturned',
  'PaymentOutcomeUnknown',
  'PaymentOutcomeStated',
];
const OF_CASHOUTS = ['AffiliateRegistered', 'CashoutRequested', 'CashoutProcessed', 'CashoutsCollected'] as const satisfies EventName[];
/** More than an affiliate has. */
const MOST_EVENTS = 1_000_000;

const runIn = async (log: Log, streamId: string): Promise<{ run: PayoutRun; events: AnyEvent[] }> => {
  const events = await log.readStream(streamId);
  return { run: evolveAll(payoutRunDecider, payoutRunDecider.initial, events), events };
};
const hasLeft = ({ state, files }: PayoutRun): boolean => state === 'settled' || Object.values(files).some(({ open }) => open);

/** Finds what payers may have paid after a position `here`, and what `there`, the history that is gone back to, does not know as paid. */
export async function leftPayouts(here: Log, there: Log, since: number): Promise<LeftPayouts> {
  const left: LeftPayouts = { again: [], unknown: [], joined: [] };
  const byRun = await leftRuns(here, there, since, left);
  await addBooked(here, there, since, left);
  const byHand = await completedByHand(here, there, since);
  for (const [affiliateId, cashouts] of byHand)
    left.unknown.push({ streamId: affiliateStream(affiliateId), facts: [fact('PaymentOutcomeUnknown', { cashouts })] });
  const paid = new Set([...byRun.cashouts, ...[...byHand.values()].flat().map(({ cashoutId }) => cashoutId)]);
  for (const affiliateId of new Set([...paid].map(ownerOf))) await addCashouts(here, affiliateId, since, { paid, runs: byRun.runs }, left);
  return left;
}

async function leftRuns(here: Log, there: Log, since: number, { again, unknown }: LeftPayouts) {
  const [runs, paid] = [new Set<string>(), new Set<string>()];
  const streams = new Set<string>();
  for await (const { streamId } of eventsSince(here, since, LEAVING)) streams.add(streamId);
  for (const streamId of streams) {
    const { run, events } = await runIn(here, streamId);
    if (!hasLeft(run) || (await runIn(there, streamId)).run.state === 'settled') continue;
    runs.add(idOf(streamId));
    for (const event of events) if (event.position > since && !OUTCOMES.includes(event.type)) again.push({ event, data: event.data });
    const cashouts = inIt(run).map(([cashoutId, { amountCents, state, document }]) => ({
      cashoutId,
      amountCents,
      ...documentIn(state === 'paid' ? document : undefined),
    }));
    for (const { cashoutId } of cashouts) paid.add(cashoutId);
    unknown.push({ streamId, facts: [fact('PaymentOutcomeUnknown', { cashouts })] });
  }
  return { runs, cashouts: paid };
}

/** What was booked of runs that are settled there too: another booking would give another document. */
async function addBooked(here: Log, there: Log, since: number, { again }: LeftPayouts): Promise<void> {
  const settled = new Map<string, boolean>();
  for await (const event of eventsSince(here, since, ['PayoutCashoutsPaid', 'PayoutResultSeen', 'CashoutReturned'])) {
    const { streamId } = event;
    if (!settled.has(streamId)) settled.set(streamId, (await runIn(there, streamId)).run.state === 'settled');
    if (!settled.get(streamId)) continue;
    for (const one of await here.readCommand(event.metadata.commandId)) again.push({ event: one, data: one.data });
  }
}

const isCompleted = (e: AnyEvent) => e.type === 'CashoutProcessed' && e.data.status === 'completed';

/** Cashouts that admins completed without a run, by affiliate. */
async function completedByHand(here: Log, there: Log, since: number) {
  const byHand = new Map<string, Extract<Fact, { type: 'PaymentOutcomeUnknown' }>['data']['cashouts']>();
  for await (const event of eventsSince(here, since, ['CashoutProcessed'])) {
    if (event.type !== 'CashoutProcessed' || !isCompleted(event) || event.data.runId) continue;
    const { cashoutId, amountCents, document } = event.data;
    const known = await there.readStreamPage(event.streamId, 0, MOST_EVENTS, ['CashoutProcessed']);
    if (known.some((e) => isCompleted(e) && (e as typeof event).data.cashoutId === cashoutId)) continue;
    const affiliateId = ownerOf(cashoutId);
    byHand.set(affiliateId, [...(byHand.get(affiliateId) ?? []), { cashoutId, amountCents, ...documentIn(document) }]);
  }
  return byHand;
}

/** The requests of payments that left, and their payee’s registration if that was later too. */
async function addCashouts(
  here: Log,
  affiliateId: string,
  since: number,
  { paid, runs }: { paid: ReadonlySet<string>; runs: ReadonlySet<string> },
  { again, joined }: LeftPayouts,
): Promise<void> {
  for (const event of await here.readStreamPage(affiliateStream(affiliateId), 0, MOST_EVENTS, OF_CASHOUTS)) {
    if (event.position <= since) continue;
    const { type, data } = event;
    if (type === 'AffiliateRegistered') {
      joined.push(affiliateId);
      for (const one of await here.readCommand(event.metadata.commandId)) again.push({ event: one, data: one.data });
    }
    const isRequest = type === 'CashoutRequested' || (type === 'CashoutProcessed' && data.status === 'approved');
    if (isRequest && paid.has(data.cashoutId)) again.push({ event, data });
    if (type === 'CashoutsCollected' && runs.has(data.runId)) {
      const cashouts = data.cashouts.filter(({ cashoutId }) => paid.has(cashoutId));
      if (cashouts.length) again.push({ event, data: { ...data, cashouts } });
    }
  }
}
