import type { AdminCashoutView } from '@framelift/contracts';
import { Link } from 'react-router';
import { payoutMethods } from '@framelift/contracts/payout-methods';
import { formatDate, formatMoney } from '../lib/format.ts';
import { adminPath } from '../lib/paths.ts';
import { payTo } from '../lib/payment.ts';
import { StatusBadge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { Actions } from '../ui/layout/Toolbar.tsx';
import type { Column } from '../ui/lists/Table.tsx';
import { ChosenBox } from './ChosenBar.tsx';
import { AffiliateLink } from './AffiliateLink.tsx';
import { PaidBefore, PayeeFlags } from './PayeeFlags.tsx';
import { writtenLine } from './writtenLine.ts';

/** What an admin can do next with a cashout; the other states are final. */
const nextStep: Partial<Record<AdminCashoutView['status'], string>> = { pending: 'Process', approved: 'Mark as paid' };
/** Of one whose outcome is unknown: an approval lets another admin state it. */
const stepOf = ({ status, outcomeUnknown }: AdminCashoutView): string | undefined =>
  outcomeUnknown ? (status === 'pending' ? 'Approve' : undefined) : nextStep[status];

const inOpenRun = ({ checks, runId }: AdminCashoutView): boolean => checks !== null && runId !== null;

/** The server would put it into a run. */
export const isPayable = ({ checks, runId, underReview, paymentDetails, outcomeUnknown }: AdminCashoutView): boolean =>
  checks !== null &&
  runId === null &&
  !outcomeUnknown &&
  checks.debt === 0 &&
  checks.payableAt === null &&
  !underReview &&
  payTo(paymentDetails) !== 'N/A';

/** Nothing about it is worth a look before it is paid. */
export const isCalm = ({ checks }: AdminCashoutView): boolean =>
  checks !== null && checks.detailsChangedAt === null && checks.signals.every(({ alarm }) => !alarm);

interface Acts {
  onProcess: (cashout: AdminCashoutView) => void;
  onOutcome: (cashout: AdminCashoutView) => void;
  onProof: (url: string) => void;
}

/** A cashout with its payee, what is worth a look, and what is to be done. */
export const cashoutColumns = ({ onProcess, onOutcome, onProof }: Acts): Column<AdminCashoutView>[] => [
  { header: 'Affiliate', cell: ({ affiliate }) => <AffiliateLink affiliate={affiliate} /> },
  { header: 'Requested', cell: ({ createdAt }) => formatDate(createdAt) },
  {
    header: 'Paid to',
    cell: ({ paymentType, paymentDetails }) => `${payoutMethods[paymentType].name} · ${payTo(paymentDetails)}`,
    long: true,
  },
  { header: 'Amount', cell: ({ amount }) => <strong>{formatMoney(amount)}</strong>, numeric: true },
  {
    header: 'Status',
    cell: ({ status, underReview, outcomeUnknown }) => (
      <StatusBadge status={outcomeUnknown ? 'outcome unknown' : underReview ? 'under review' : status} />
    ),
  },
  // Of a decided one: why.
  { header: 'Checks', cell: (cashout) => (cashout.checks ? <PayeeFlags checks={cashout.checks} /> : writtenLine(cashout)), long: true },
  { header: 'Paid before', cell: ({ checks }) => checks && <PaidBefore before={checks} />, numeric: true },
  {
    header: 'Actions',
    cell: (cashout) => {
      const { outcomeUnknown, proofImageUrl } = cashout;
      const isInRun = inOpenRun(cashout);
      const step = isInRun ? undefined : stepOf(cashout);
      if (!step && !isInRun && !proofImageUrl && !outcomeUnknown) return null;
      return (
        <Actions end>
          {isInRun && <Link to={adminPath('payouts', cashout.runId!)}>In payout run</Link>}
          {proofImageUrl && (
            <Button size="small" onClick={() => onProof(proofImageUrl)}>
              Proof Picture
            </Button>
          )}
          {outcomeUnknown && (
            <Button size="small" onClick={() => onOutcome(cashout)}>
              State the outcome
            </Button>
          )}
          {step && (
            <Button size="small" onClick={() => onProcess(cashout)}>
              {step}
            </Button>
          )}
        </Actions>
      );
    },
  },
];

/** The checkbox of each, before its columns. */
export const payColumn = (isIn: (cashout: AdminCashoutView) => boolean, onChoose: (cashout: AdminCashoutView, on: boolean) => void) => ({
  header: 'Pay',
  cell: (cashout: AdminCashoutView) => (
    <ChosenBox
      label={`Pay ${cashout.affiliate.username}`}
      isIn={isIn(cashout)}
      isDisabled={!isPayable(cashout)}
      onChoose={(on) => onChoose(cashout, on)}
    />
  ),
});
