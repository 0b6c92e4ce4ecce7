import { Inject, Injectable } from '@nestjs/common';
import {
  type AdminCashoutsView,
  availableAt,
  bankReason,
  PayeeChecks,
  payeeIn,
  type PaymentDetails,
  type PaymentType,
  payoutRefusals,
  payoutRules,
  type PayeeView,
  type PayoutRunsView,
  type PayoutRunView,
  paypalSentence,
  type Sealed,
  shownDetails,
  toEuros,
  takesTwo,
} from '@framelift/contracts';
import { Value } from 'typebox/value';
import { Vault } from '../../engine/log/sealing/vault.ts';
import type { ReadRow } from '../../engine/projecting/projection.ts';
import { type ListQuery, pageOf } from '../../http/list-query.ts';
import type { Config } from '../../platform/config.ts';
import type { Pool } from '../../platform/pg.ts';
import { Refused } from '../../platform/refused.ts';
import { SEPA_NAME, sepaText } from '../../platform/sepa-text.ts';
import { CLOCK, type Clock, CONFIG, POOL } from '../../platform/tokens.ts';
import { availableSqlAt } from '../affiliate-sums.ts';
import { CASHOUTS, METHODS, TOTALS } from '../dashboard/dashboard.tables.ts';
import type { DashboardRow } from '../dashboard/dashboard.projection.ts';
import { backReason } from '../back-reason.ts';
import { readPage } from '../listing.ts';
import { joinAccount, nameOf } from '../names.ts';
import { OPEN_SIGNALS_OF, type SignalOf, signalView } from '../review/review.tables.ts';
import { TermsHistory } from '../terms-history.ts';
import { type BatchRow, batchView, canSend, type FileRow, fileView } from './payout-papers.ts';
import type { payouts } from './payouts.projection.ts';

type RunRow = Omit<ReadRow<typeof payouts, 'runs'>, 'started_at' | 'settled_at' | 'unknown_since'> & {
  unknown_since: Date | null;
  started_at: Date;
  settled_at: Date | null;
  starter: string;
  at_paypal: boolean;
  approver: string | null;
};
interface PayeeRow {
  cashout_id: string;
  affiliate_id: string;
  username: string;
  amount_cents: number;
  payment_type: PaymentType;
  pay_to: Sealed;
  status: string;
  requested_at: Date;
  paid_before: number;
  cashouts_before: number;
  changed_at: Date | null;
  new_since: Date | null;
  debt: number;
  under_review: boolean;
}
type PaymentRow = PayeeRow & Pick<ReadRow<typeof payouts, 'payments'>, 'state' | 'result' | 'paypal_code' | 'bank_code' | 'back_cents'>;

const runs = `select r.*, ${nameOf('s', 'r.started_by', 'operator')} as starter,
    r.state = 'open' and exists (select from payouts.batches b where b.run_id = r.run_id and b.state not in ('refused', 'unused')) as at_paypal,
    case when r.approved_by is not null then ${nameOf('a', 'r.approved_by', 'admin')} end as approver
  from payouts.runs r ${joinAccount('s', 'r.started_by')} ${joinAccount('a', 'r.approved_by')}`;

/** A cashout with hints to check before it is paid. `c` is the cashout, `n` the account. */
const payee = (now: number) => `c.cashout_id, c.affiliate_id, ${nameOf('n', 'c.affiliate_id')} as username, c.amount_cents, c.payment_type,
  c.pay_to, c.status, c.requested_at, before.paid_before, before.cashouts_before,
  case when m.changed_at > c.requested_at - interval '${payoutRules.detailsChangedDays} days' then m.changed_at end as changed_at,
  case when not m.verified and m.changed_at <= c.requested_at then m.changed_at end as new_since,
  greatest(0, -${availableSqlAt(now)}) as debt, c.under_review or t.under_review as under_review`;
const payeeFrom = `${joinAccount('n', 'c.affiliate_id')}
  join ${TOTALS} t on t.affiliate_id = c.affiliate_id
  left join ${METHODS} m on m.affiliate_id = c.affiliate_id and m.payment_method_id = c.payment_method_id
  cross join lateral (select coalesce(sum(amount_cents), 0)::bigint as paid_before, count(*)::int as cashouts_before from ${CASHOUTS} p
    where p.affiliate_id = c.affiliate_id and p.status = 'completed' and p.position < c.position) before`;

const OPEN = ['pending', 'approved'];

/** Cashouts and payout runs. */
@Injectable()
export class Payouts {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly vault: Vault,
    private readonly terms: TermsHistory,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async cashouts(wanted: ListQuery, { status, affiliate }: { status?: string; affiliate?: string }): Promise<AdminCashoutsView> {
    const page = await readPage<
      Omit<DashboardRow<'cashouts'>, 'requested_at' | 'paid_at' | 'unknown_since'> & {
        username: string;
        requested_at: Date;
        paid_at: Date | null;
        unknown_since: Date | null;
      }
    >(
      this.pool,
      {
        select: `c.*, ${nameOf('n', 'c.affiliate_id')} as username`,
        from: `${CASHOUTS} c ${joinAccount('n', 'c.affiliate_id')}`,
        where: ['($1::text[] is null or c.status = any($1))', '($2::text is null or c.affiliate_id = $2)'],
        values: [status ? (status === 'open' ? OPEN : [status]) : null, affiliate ?? null],
        searched: ['n.username', 'n.email', 'c.cashout_id', 'c.status'],
        sorts: {
          createdAt: { by: 'c.position', type: 'bigint' },
          amount: { by: 'c.amount_cents', type: 'bigint' },
          status: { by: 'c.status', type: 'text' },
          username: { by: `folded(${nameOf('n', 'c.affiliate_id')})`, type: 'text' },
        },
        id: 'c.cashout_id',
        defaultSort: '-createdAt',
      },
      wanted,
    );
    const [opened, payees] = await Promise.all([
      this.vault.open(page.rows.flatMap((c) => [c.pay_to, c.under_review ? c.review_reason : c.reason, c.internal_note])),
      this.openOnes(page.rows),
    ]);
    const text = (value: unknown) => (typeof value === 'string' ? value : null);
    const cashouts = page.rows.map((c, i) => ({
      id: c.cashout_id,
      amount: toEuros(c.amount_cents),
      paymentType: c.payment_type,
      paymentDetails: shownDetails((opened[3 * i] ?? {}) as PaymentDetails),
      status: c.status,
      underReview: payees.get(c.cashout_id)?.underReview ?? c.under_review,
      createdAt: c.requested_at.toISOString(),
      paidAt: c.paid_at?.toISOString() ?? null,
      reference: c.reference,
      reason: backReason(c) ?? text(opened[3 * i + 1]),
      internalNote: text(opened[3 * i + 2]),
      proofImageUrl: c.proof ? `/api/admin/cashouts/${c.cashout_id}/proof` : null,
      affiliate: { id: c.affiliate_id, username: c.username },
      outcomeUnknown: c.unknown_since !== null,
      runId: c.run_id,
      checks: checksOf(payees.get(c.cashout_id)),
    }));
    return { cashouts, next: page.next };
  }

  /** The open ones among these by id, with what is worth a look before they are paid. */
  private async openOnes(cashouts: readonly Pick<DashboardRow<'cashouts'>, 'cashout_id' | 'status'>[]): Promise<Map<string, PayeeView>> {
    const open = cashouts.filter(({ status }) => OPEN.includes(status)).map(({ cashout_id }) => cashout_id);
    if (!open.length) return new Map();
    const { rows } = await this.pool.query<PayeeRow>(
      `select ${payee(this.now())} from ${CASHOUTS} c ${payeeFrom} where c.cashout_id = any($1)`,
      [open],
    );
    return new Map((await this.payees(rows)).map((view) => [view.cashoutId, view]));
  }

  async list(limit: number, after?: number): Promise<PayoutRunsView> {
    const { rows } = await this.pool.query<RunRow>(`${runs} where r.position < $1 order by r.position desc limit $2`, [
      after ?? Number.MAX_SAFE_INTEGER,
      limit + 1,
    ]);
    const page = pageOf(rows, limit, (r) => [r.position]);
    return { runs: await Promise.all(page.rows.map((row) => this.run(row))), next: page.next };
  }

  async find(runId: string): Promise<PayoutRunView> {
    const [found, files, batches, payments] = await Promise.all([
      this.pool.query<RunRow>(`${runs} where r.run_id = $1`, [runId]),
      this.pool.query<FileRow>(
        `select f.*, coalesce(${nameOf('m', 'f.made_by', 'admin')}, 'an API key') as maker from payouts.files f ${joinAccount('m', 'f.made_by')}
         where f.run_id = $1 order by f.type`,
        [runId],
      ),
      this.pool.query<BatchRow>(
        `select b.*, ${nameOf('m', 'b.sent_by', 'admin')} as sender from payouts.batches b ${joinAccount('m', 'b.sent_by')} where b.run_id = $1`,
        [runId],
      ),
      this.pool.query<PaymentRow>(
        `select ${payee(this.now())}, y.state, y.result, y.paypal_code, y.bank_code, y.back_cents from payouts.payments y join ${CASHOUTS} c on c.cashout_id = y.cashout_id ${payeeFrom}
         where y.run_id = $1 order by c.position`,
        [runId],
      ),
    ]);
    const row = found.rows[0];
    if (!row) throw new Refused(payoutRefusals.runNotFound, 'missing');
    const views = await this.payees(payments.rows);
    const [batch] = batches.rows;
    const hasFile = files.rows.some(({ type }) => type === 'paypal');
    return {
      ...(await this.run(row)),
      payNow: this.config.paypal !== null && row.state === 'open' && row.unknown_since === null && !hasFile && canSend(batch),
      batch: batch ? batchView(batch, this.now()) : null,
      fileRefused: row.state === 'open' && row.file_refused !== null ? bankReason(row.file_refused) : null,
      files: row.state === 'open' ? files.rows.map(fileView) : [],
      cashouts: payments.rows.map(({ state, result, paypal_code: code, bank_code, back_cents, amount_cents }, i) => ({
        ...views[i]!,
        state,
        result,
        problem: backReason({ bank_code, amount_cents, back_cents: back_cents || null }) ?? (code === null ? null : paypalSentence(code)),
      })),
    };
  }

  private async run(r: RunRow): Promise<PayoutRunsView['runs'][number]> {
    const { terms } = await this.terms.inForce();
    return {
      id: r.run_id,
      state: r.state,
      startedAt: r.started_at.toISOString(),
      startedBy: r.starter,
      approvedBy: r.approver,
      needsApproval: r.state === 'open' && (r.takes_two ?? takesTwo(terms, r.cents)) && r.approved_by === null,
      settledAt: r.settled_at?.toISOString() ?? null,
      reference: r.reference,
      proofImageUrl: r.proof ? `/api/admin/payout-runs/${r.run_id}/proof` : null,
      count: r.count,
      amount: toEuros(r.cents),
      outcomeUnknown: r.unknown_since !== null,
      atPaypal: r.at_paypal,
      unbooked: r.state === 'settled' ? r.count - r.paid : 0,
      returned: { count: r.returned, amount: toEuros(r.returned_cents) },
    };
  }

  private async payees(rows: readonly PayeeRow[]): Promise<PayeeView[]> {
    const [opened, signals, { terms }] = await Promise.all([
      this.vault.open(rows.map((c) => c.pay_to)),
      this.signals(rows),
      this.terms.inForce(),
    ]);
    const now = new Date(this.now()).toISOString();
    const payableAt = (newSince: Date | null): string | null => {
      const at = newSince && availableAt(newSince.toISOString(), terms.detailsWaitDays);
      return at && at > now ? at : null;
    };
    return rows.map((c, i) => {
      const details = opened[i] as PaymentDetails | null;
      return {
        cashoutId: c.cashout_id,
        amount: toEuros(c.amount_cents),
        paymentType: c.payment_type,
        affiliate: { id: c.affiliate_id, username: c.username },
        payTo: details && payeeIn(shownDetails(details))!,
        nameInFile: writtenOtherwise(details),
        requestedAt: c.requested_at.toISOString(),
        paidBefore: toEuros(c.paid_before),
        cashoutsBefore: c.cashouts_before,
        detailsChangedAt: c.changed_at?.toISOString() ?? null,
        payableAt: OPEN.includes(c.status) ? payableAt(c.new_since) : null,
        debt: toEuros(c.debt),
        signals: (signals.get(c.affiliate_id) ?? []).filter(({ of, about }) => of !== 'cashout' || about === c.cashout_id).map(signalView),
        underReview: c.under_review,
      };
    });
  }

  /** The open signals by affiliate. */
  private async signals(rows: readonly PayeeRow[]): Promise<Map<string, SignalOf[]>> {
    if (!rows.length) return new Map();
    const found = await this.pool.query<SignalOf>(OPEN_SIGNALS_OF, [[...new Set(rows.map((c) => c.affiliate_id))]]);
    return Map.groupBy(found.rows, ({ affiliate_id }) => affiliate_id);
  }
}

/** A name that a bank's file has to write in other letters. */
const writtenOtherwise = (details: PaymentDetails | null): string | null => {
  if (!details?.name) return null;
  const written = sepaText(details.name, SEPA_NAME);
  return written === details.name ? null : written;
};

const checksOf = (payee?: PayeeView): PayeeChecks | null => (payee ? (Value.Clean(PayeeChecks, { ...payee }) as PayeeChecks) : null);
