// Payout runs in a simulated programme, moved by the real rules.
import { affiliateStream, type Fact, payoutStream } from '@framelift/contracts';
import {
  CancelPayoutRun,
  PayCashouts,
  ReturnPayment,
  SettlePayoutRun,
  StartPayoutRun,
} from '../../services/src/programme/payouts/payout-run.commands.ts';
import { documentsDecider } from '../../services/src/programme/payouts/documents.decider.ts';
import { payCashouts, returnPayment } from '../../services/src/programme/payouts/payment-result.decider.ts';
import { cancelPayoutRun, settlePayoutRun } from '../../services/src/programme/payouts/payout-run-end.decider.ts';
import * as rule from '../../services/src/programme/payouts/payout-run.decider.ts';
import { payer } from './given.ts';
import type { SimulatedProgramme } from './simulated-programme.ts';

export const PAYING = ['start', 'settle', 'cancel', 'return'] as const;

type Facts = { run?: Fact[] } & Record<string, Fact[] | undefined>;

/** For this affiliate and the first one, so that runs have one payee or two. Settling and cancelling start a run if none is open. */
export function payOut(programme: SimulatedProgramme, affiliateId: string, step: (typeof PAYING)[number]): void {
  const meta = programme.meta();
  const run = (runId: string) => programme.state(rule.payoutRunDecider, payoutStream(runId));
  const runs = programme.events.filter(({ type }) => type === 'PayoutRunStarted').map(({ data }) => data.runId as string);
  const states = (runId: string, payees: readonly string[]) => ({
    run: run(runId),
    ...payer,
    programme: programme.terms(),
    ...Object.fromEntries(payees.map((id) => [`affiliate ${id}` as const, programme.affiliate(id)])),
  });
  const books = { programme: programme.terms(), documents: documentsDecider.initial };
  const append = (runId: string, facts: Facts) => {
    for (const [name, list] of Object.entries(facts))
      programme.append(name === 'run' ? payoutStream(runId) : affiliateStream(name.slice('affiliate '.length)), list);
  };
  const start = (): string => {
    const runId = `r${runs.length + 1}`;
    const payees = [...new Set([affiliateId, 'a1'])];
    const cashoutIds = payees.flatMap((id) => programme.affiliate(id).openCashouts.map((c) => c.id));
    append(runId, rule.startPayoutRun(states(runId, payees), new StartPayoutRun({ meta, runId, cashoutIds })));
    return runId;
  };
  if (step === 'start') return void start();
  if (step === 'return' && giveBack()) return;

  const runId = runs.find((id) => run(id).state === 'open') ?? start();
  const onPayees = states(runId, rule.payees(run(runId)));
  if (step === 'cancel') return append(runId, cancelPayoutRun(onPayees, new CancelPayoutRun({ meta, runId })));
  append(runId, settlePayoutRun(onPayees, new SettlePayoutRun({ meta, runId, reference: 'paid' })));
  for (const id of rule.unbooked(run(runId))) {
    const command = new PayCashouts({ meta, runId, affiliateId: id });
    const { run: changes, affiliate } = payCashouts({ run: run(runId), affiliate: programme.affiliate(id), ...books }, command);
    append(runId, { [`affiliate ${id}`]: affiliate, run: changes });
  }

  /** False: they have no payment that could be returned, so make one. */
  function giveBack(): boolean {
    for (const id of runs) {
      const paid = Object.entries(run(id).cashouts).find(([cashout, { state }]) => state === 'paid' && cashout.startsWith(affiliateId));
      if (!paid) continue;
      const command = new ReturnPayment({ meta, runId: id, cashoutId: paid[0], because: 'returned' });
      const back = returnPayment({ run: run(id), affiliate: programme.affiliate(affiliateId), ...books, ...payer }, command);
      append(id, { [`affiliate ${affiliateId}`]: back.affiliate, run: back.run });
      return true;
    }
    return false;
  }
}
