import type { AdminCashoutView } from '@framelift/contracts';
import { Link } from 'react-router';
import { formatDate, formatMoney } from '../lib/format.ts';
import { adminPath } from '../lib/paths.ts';
import { payTo, paymentTypeLabels } from '../lib/payment.ts';
import { StatusBadge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { Faint } from '../ui/layout/Text.tsx';
import { Actions } from '../ui/layout/Toolbar.tsx';
import type { Column } from '../ui/lists/Table.tsx';
import { ChosenBox } from './ChosenBar.tsx';
import { paidBeforeText, PayeeFlags } from './PayeeFlags.tsx';

/** What an admin can do next with a cashout; the other states are final. */
const nextStep: Partial<Record<AdminCashoutView['status'], string>> = { pending: 'Process', approved: 'Mark as paid' };

const inOpenRun = ({ checks, runId }: AdminCashoutView): boolean => checks !== null && runId !== null;

/** The server would put it into a run. */
export const isPayable = ({ checks, runId, underReview, paymentDetails }: AdminCashoutView): boolean =>
  checks !== null && runId === null && checks.debt === 0 && !underReview && payTo(paymentDetails) !== 'N/A';

/** Nothing about it is worth a look before it is paid. */
export const isCalm = ({ checks }: AdminCashoutView): boolean =>
  checks !== null && checks.detailsChangedAt === null && checks.signals.every(({ alarm }) => !alarm);

interface Acts {
  onProcess: (cashout: AdminCashoutView) => void;
  onProof: (url: string) => void;
}

/** A cashout with its payee, what is worth a look, and what is to be done. */
export const cashoutColumns = ({ onProcess, onProof }: Acts): Column<AdminCashoutView>[] => [
  {
    header: 'Affiliate',
    cell: ({ affiliate, createdAt }) => (
      <div>
        <Link to={adminPath('affiliates', affiliate.id)}>{affiliate.username}</Link>
        <Faint>Requested {formatDate(createdAt)}</Faint>
      </div>
    ),
  },
  {
    header: 'Paid to',
    cell: ({ paymentType, paymentDetails }) => (
      <div>
        {payTo(paymentDetails)}
        <Faint>{paymentTypeLabels[paymentType]}</Faint>
      </div>
    ),
  },
  { header: 'Amount', cell: ({ amount }) => <strong>{formatMoney(amount)}</strong>, numeric: true },
  {
    header: 'Checks',
    cell: ({ checks }) =>
      checks && (
        <div>
          <PayeeFlags checks={checks} />
          <Faint>{paidBeforeText(checks)}</Faint>
        </div>
      ),
  },
  { header: 'Status', cell: (cashout) => <Status cashout={cashout} /> },
  {
    header: 'Actions',
    cell: (cashout) => {
      const { status, proofImageUrl } = cashout;
      const step = inOpenRun(cashout) ? undefined : nextStep[status];
      if (!step && !proofImageUrl) return null;
      return (
        <Actions end>
          {proofImageUrl && (
            <Button size="small" onClick={() => onProof(proofImageUrl)}>
              Proof Picture
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

function Status({ cashout }: { cashout: AdminCashoutView }) {
  const { status, underReview, runId, reason } = cashout;
  return (
    <div>
      <StatusBadge status={underReview ? 'under review' : status} />
      {inOpenRun(cashout) && (
        <Faint>
          <Link to={adminPath('payouts', runId!)}>In payout run</Link>
        </Faint>
      )}
      {reason && <Faint>Reason: {reason}</Faint>}
    </div>
  );
}
