import {
  debtCents,
  type Decimal,
  type Document,
  type Fact,
  fact,
  heldCents,
  payoutRefusals,
  payoutRules,
  payoutsOf,
  payoutStream,
  type PaymentType,
  type PayoutResult,
  refusals,
  type Return,
  takesTwo,
  totalOfAmounts,
} from '@framelift/contracts';
import type { Decider, Source } from '../../engine/log/deciding/decider.ts';
import type { Actor } from '../../engine/log/event.ts';
import { naming, Refused, refuseIf } from '../../platform/refused.ts';
import { type Affiliate, affiliateSource, ownerOf } from '../affiliate/affiliate.decider.ts';
import { refuseNewDetails, refuseUnderReview } from '../affiliate/payout.decider.ts';
import { type Admin, counted, takesAnother } from '../sign-in/admin.decider.ts';
import type { Programme } from '../terms/terms.decider.ts';
import { documentIn, type Documents } from './documents.decider.ts';
import type { TransferFields } from './providers/bank/credit-transfer.ts';
import { mayPay, type OwnPayees } from './payer.decider.ts';
import type { Batch } from './providers/paypal/payout-batch.decider.ts';
import type * as commands from './payout-run.commands.ts';

export interface RunCashout {
  amountCents: number;
  paymentType: PaymentType;
  state: 'in' | 'removed' | 'paid' | Return;
  /** What came back, part by part. */
  back?: readonly number[];
  /** About the payment, where the terms want one. */
  document?: Document;
  /** The payer's last word on it, and PayPal's why it has not arrived. */
  result?: PayoutResult;
  paypalCode?: string;
}

/** The last payment file of a type. Open: it may be in a payer's hands. */
export interface PayoutFile {
  hash: string;
  open: boolean;
  decimal?: Decimal;
  rateMicro?: number;
  transfer?: TransferFields;
}

/** Cashouts that are paid together (docs/rules.md#25-payout-runs). */
export interface PayoutRun {
  id: string;
  state: 'none' | 'open' | 'settled' | 'cancelled';
  /** By cashout id. */
  cashouts: Readonly<Record<string, RunCashout>>;
  /** By payment type. */
  files: Readonly<Partial<Record<PaymentType, PayoutFile>>>;
  /** What was sent to PayPal. While it may be paid, its file is open. */
  batch: Batch | null;
  startedBy: Actor | null;
  /** Whether it needed a second admin at its start; null: an old run, decided by the terms in force. */
  takesTwo: boolean | null;
  approvedBy: Actor | null;
  settled: { by: Actor; at: string; reference: string; proof?: { sha256: string } } | null;
  /** It may have been paid before the system went back; nothing pays it again until somebody states what became of it. */
  isOutcomeUnknown: boolean;
  /** Payments at a payer that no run has, by the payer's id: whether an admin has said what they are about. */
  unmatched: Readonly<Record<string, 'seen' | 'acknowledged'>>;
  /** The position of the last event that changed which payments an open run has, or that a payer will not make them. */
  changedAt: number;
}

type Named = readonly { cashoutId: string }[];
const become = (run: PayoutRun, named: Named, change: Partial<RunCashout>): PayoutRun => ({
  ...run,
  cashouts: { ...run.cashouts, ...Object.fromEntries(named.map(({ cashoutId: id }) => [id, { ...run.cashouts[id]!, ...change }])) },
});

const withFile = (run: PayoutRun, type: PaymentType, file: PayoutFile): PayoutRun => ({ ...run, files: { ...run.files, [type]: file } });

const withBatch = (run: PayoutRun, change: Partial<Batch>): PayoutRun => ({ ...run, batch: { ...run.batch!, ...change } });

/** Once no file may be in a payer’s hands, nothing was paid. */
const known = (run: PayoutRun): PayoutRun => ({
  ...run,
  isOutcomeUnknown: run.isOutcomeUnknown && Object.values(run.files).some(({ open }) => open),
});

const undocumented = (run: PayoutRun, cashoutId: string): PayoutRun => {
  const { document: _, ...cashout } = run.cashouts[cashoutId]!;
  return { ...run, cashouts: { ...run.cashouts, [cashoutId]: cashout } };
};

export const payoutRunDecider: Decider<PayoutRun> = {
  name: 'payout-run',
  version: 11,
  initial: {
    id: '',
    state: 'none',
    cashouts: {},
    files: {},
    batch: null,
    startedBy: null,
    takesTwo: null,
    approvedBy: null,
    settled: null,
    isOutcomeUnknown: false,
    unmatched: {},
    changedAt: 0,
  },
  evolve: {
    PayoutRunStarted: (run, { runId, cashouts, takesTwo = null }, { by, position }) => ({
      ...run,
      id: runId,
      state: 'open',
      startedBy: by,
      takesTwo,
      changedAt: position,
      cashouts: Object.fromEntries(cashouts.map(({ cashoutId, ...rest }) => [cashoutId, { ...rest, state: 'in' }])),
    }),
    PayoutRunApproved: (run, _, { by }) => ({ ...run, approvedBy: by }),
    PayoutFileMade: (run, { type, ...file }) => withFile(run, type, { ...file, open: true }),
    PayoutFileUnused: (run, { type, hash }, { position }) => {
      const closed = withFile({ ...run, changedAt: position }, type, { ...run.files[type]!, open: false });
      return known(run.batch?.hash === hash && run.batch.state === 'sent' ? withBatch(closed, { state: 'unused' }) : closed);
    },
    PayoutBatchSent: (run, { hash }, { at }) => ({
      ...withFile(run, 'paypal', { hash, open: true }),
      batch: { state: 'sent', hash, sentAt: at, batchId: null, code: null },
    }),
    PayoutBatchAccepted: (run, { batchId }) =>
      withFile(withBatch(run, { state: 'accepted', batchId, code: null }), 'paypal', { hash: run.batch!.hash, open: true }),
    PayoutBatchDelayed: (run, { code }) => withBatch(run, { code }),
    PayoutBatchRefused: (run, { code }, { position: changedAt }) =>
      known(withFile(withBatch({ ...run, changedAt }, { state: 'refused', code }), 'paypal', { hash: run.batch!.hash, open: false })),
    PayoutBatchProcessed: (run) => withBatch(run, { state: 'processed' }),
    // A changed run is another one: a second admin decides again.
    PayoutCashoutsRemoved: (run, { cashouts }, { position: changedAt }) => ({
      ...become(run, cashouts, { state: 'removed' }),
      approvedBy: null,
      changedAt,
    }),
    PayoutRunCancelled: (run, { cashouts }) => ({ ...become(run, cashouts, { state: 'removed' }), state: 'cancelled' }),
    PayoutRunSettled: (run, { reference, proof }, { by, at }) => ({
      ...run,
      state: 'settled',
      isOutcomeUnknown: false,
      settled: { by, at, reference, ...(proof ? { proof } : {}) },
    }),
    // What was approved was another payment: a second admin decides about the outcome.
    PaymentOutcomeUnknown: (run, { cashouts }, { position: changedAt }) => ({
      ...cashouts.reduce((all, { document, ...one }) => become(all, [one], documentIn(document)), run),
      isOutcomeUnknown: true,
      approvedBy: null,
      changedAt,
    }),
    PaymentOutcomeStated: (run, { outcome, cashouts }, { position: changedAt }) => ({
      ...(outcome === 'paid' ? run : cashouts.reduce((all, { cashoutId }) => undocumented(all, cashoutId), run)),
      isOutcomeUnknown: false,
      changedAt,
    }),
    PayoutCashoutsPaid: (run, { cashouts }) =>
      cashouts.reduce((paid, { document, ...one }) => become(paid, [one], { state: 'paid', ...documentIn(document) }), run),
    PayoutResultSeen: (run, { cashoutId, result, paypalCode }) =>
      become(run, [{ cashoutId }], { result, ...(paypalCode ? { paypalCode } : {}) }),
    UnmatchedPaymentSeen: (run, { itemId }) => ({ ...run, unmatched: { ...run.unmatched, [itemId]: 'seen' } }),
    UnmatchedPaymentAcknowledged: (run, { itemId }) => ({ ...run, unmatched: { ...run.unmatched, [itemId]: 'acknowledged' } }),
    CashoutReturned: (run, { cashoutId, because, amountCents }) =>
      become(run, [{ cashoutId }], { state: because, back: [...(run.cashouts[cashoutId]?.back ?? []), amountCents] }),
  },
};

export const payoutRunSource = (runId: string): Source<PayoutRun> => ({ streamId: payoutStream(runId), decider: payoutRunDecider });

/** Cashouts that are in a run, or were paid by it. */
export const inIt = ({ cashouts }: PayoutRun) => Object.entries(cashouts).filter(([, { state }]) => state !== 'removed');
export const amounts = (entries: readonly (readonly [string, RunCashout])[]) =>
  entries.map(([cashoutId, { amountCents }]) => ({ cashoutId, amountCents }));
/** Affiliates a run pays. */
export const payees = (run: PayoutRun): string[] => [...new Set(inIt(run).map(([id]) => ownerOf(id)))];
/** Affiliates of a settled run that are not booked yet. */
export const unbooked = (run: PayoutRun): string[] => [
  ...new Set(inIt(run).flatMap(([id, { state }]) => (state === 'in' ? [ownerOf(id)] : []))),
];

/** The name of a run's affiliate among the sources of a decision. */
const named = (affiliateId: string) => `affiliate ${affiliateId}` as const;
export const affiliateSources = (affiliateIds: readonly string[]): Record<`affiliate ${string}`, Source<Affiliate>> =>
  Object.fromEntries(affiliateIds.map((id) => [named(id), affiliateSource(id)]));

/** The run, who decides, and the terms. */
export interface OnRun {
  run: PayoutRun;
  admin: Admin;
  programme: Programme;
}
/** The same of a decision by which money leaves. */
export type PayingRun = OnRun & OwnPayees;
export type OnPayees = OnRun & Record<`affiliate ${string}`, Affiliate>;
export type RunFacts = { run?: Fact[]; admin?: Fact[] };
export type PayeeFacts = RunFacts & Record<`affiliate ${string}`, Fact[]>;
/** One payee of a run, and the admin who decides. */
export type PayingOne = OnPayee & OwnPayees & { admin: Admin };
export type OnPayee = { run: PayoutRun; affiliate: Affiliate; programme: Programme; documents: Documents };
export type OnePayeeFacts = RunFacts & { affiliate?: Fact[]; documents?: Fact[] };

const sameActor = (a: Actor | null, b: Actor): boolean => a?.kind === b.kind && a.id === b.id;

/** Whether a run needs a second admin, as of its start, even if the terms changed since. */
export const needsApproval = (run: PayoutRun, { terms }: Pick<Programme, 'terms'>): boolean =>
  run.takesTwo ?? takesTwo(terms, totalOfAmounts(inIt(run).map(([, cashout]) => cashout)));

export const open = (run: PayoutRun): void => {
  refuseIf(run.state === 'none', payoutRefusals.runNotFound, 'missing');
  refuseIf(run.state !== 'open', payoutRefusals.notOpenRun, 'conflict');
};
export const byAdmin = ({ admin }: OnRun): void => refuseIf(!admin.active, payoutRefusals.revoked, 'forbidden');
/** What every decision by which money of a run leaves asks first. */
export const mayPayRun = ({ run, admin, programme, own }: PayingRun): void => {
  const isApproved = !needsApproval(run, programme) || run.approvedBy !== null;
  mayPay({ admin, own }, isApproved ? undefined : new Refused(payoutRefusals.secondAdmin, 'conflict'));
};

/** Refuses what might pay a second time. */
export const refuseUnknown = ({ isOutcomeUnknown }: PayoutRun): void =>
  refuseIf(isOutcomeUnknown, payoutRefusals.outcomeUnknown, 'conflict');

/** Refuses a decision about payments that have changed. */
export const refuseChanged = ({ changedAt }: PayoutRun, editBase?: number): void =>
  refuseIf(editBase !== undefined && changedAt > editBase, refusals.changedMeanwhile('payout run'), 'conflict');

/** Puts open cashouts into a run. Each is in one at most, as its affiliate’s stream says; nothing is paid. */
export const startPayoutRun = (states: OnPayees, { meta, runId, cashoutIds }: commands.StartPayoutRun): PayeeFacts => {
  byAdmin(states);
  refuseIf(cashoutIds.length === 0, payoutRefusals.nothingChosen);
  refuseIf(cashoutIds.length > payoutRules.most || new Set(cashoutIds).size < cashoutIds.length, payoutRefusals.tooMany);
  const chosen = cashoutIds.map((cashoutId) =>
    naming(cashoutIds.length > 1 ? `Cashout ${cashoutId}` : null, () => {
      const a = states[named(ownerOf(cashoutId))]!;
      const cashout = a.openCashouts.find(({ id }) => id === cashoutId);
      refuseIf(!cashout, payoutRefusals.notOpen, 'conflict');
      refuseIf(cashout!.run !== undefined, payoutRefusals.inRun, 'conflict');
      refuseIf(Boolean(cashout!.isOutcomeUnknown), payoutRefusals.outcomeUnknown, 'conflict');
      refuseUnderReview(a, cashoutId);
      refuseNewDetails(cashout!, states.programme.terms, meta.occurredAt);
      const debt = debtCents(a.books, heldCents(a.holds, meta.occurredAt));
      refuseIf(debt > 0, refusals.inDebt(debt), 'conflict');
      return { cashoutId, amountCents: cashout!.amountCents, paymentType: cashout!.paymentType };
    }),
  );
  const { admin, programme } = states;
  const payouts = payoutsOf(chosen.map(({ cashoutId, amountCents }) => ({ affiliateId: ownerOf(cashoutId), amountCents })));
  const takesTwo = takesAnother(admin, programme.terms, payouts, meta.occurredAt);
  return {
    run: [fact('PayoutRunStarted', { runId, cashouts: chosen, takesTwo })],
    ...(takesTwo ? {} : counted(programme.terms, meta, payouts)),
    ...onAffiliates(chosen, (cashouts) => fact('CashoutsCollected', { runId, cashouts })),
  };
};

/** One fact on the stream of each affiliate that some cashouts belong to. */
export const onAffiliates = (
  cashouts: readonly { cashoutId: string; amountCents: number }[],
  factOf: (theirs: { cashoutId: string; amountCents: number }[]) => Fact,
): Record<`affiliate ${string}`, Fact[]> => {
  const theirs = Object.groupBy(cashouts, ({ cashoutId }) => ownerOf(cashoutId));
  const facts = (id: string) => [factOf(theirs[id]!.map(({ cashoutId, amountCents }) => ({ cashoutId, amountCents })))];
  return Object.fromEntries(Object.keys(theirs).map((id) => [named(id), facts(id)]));
};

/** A second admin: not the one who started it. */
export const approvePayoutRun = (states: PayingRun, { meta, editBase }: commands.ApprovePayoutRun): RunFacts => {
  const { run, programme } = states;
  mayPay(states);
  open(run);
  refuseChanged(run, editBase);
  refuseIf(sameActor(run.startedBy, meta.actor), payoutRefusals.approvedBySame, 'forbidden');
  refuseIf(!needsApproval(run, programme), payoutRefusals.approvalNotNeeded, 'conflict');
  return run.approvedBy ? {} : { run: [fact('PayoutRunApproved', {})] };
};
