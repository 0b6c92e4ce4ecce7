import type { PayeeChecks } from '@framelift/contracts';
import { formatDate, formatMoney } from '../lib/format.ts';
import { Badge } from '../ui/Badge.tsx';
import styles from './PayeeFlags.module.css';

/** What is worth a look before this is paid. */
export function PayeeFlags({ checks, underReview }: { checks: Omit<PayeeChecks, 'paidBefore' | 'cashoutsBefore'>; underReview?: boolean }) {
  const { detailsChangedAt, payableAt, debt, signals } = checks;
  const seen = signals.filter(({ rule }) => rule !== 'detailsChanged');
  const changed = detailsChangedAt && `Details changed ${formatDate(detailsChangedAt)}`;
  const byTitle = [...new Map(seen.map((signal) => [signal.title, signal])).values()];
  if (!underReview && debt <= 0 && !detailsChangedAt && !payableAt && !byTitle.length) return null;
  return (
    <span
      className={styles.flags}
      title={[changed, ...seen.map(({ title, evidence }) => `${title}: ${evidence}`)].filter(Boolean).join('\n') || undefined}
    >
      {underReview && <Badge tone="red">Under review</Badge>}
      {debt > 0 && <Badge tone="red">{`Owes ${formatMoney(debt)}`}</Badge>}
      {payableAt && <Badge tone="red">{`Payable from ${formatDate(payableAt)}`}</Badge>}
      {changed && <Badge tone="yellow">{changed}</Badge>}
      {byTitle.map(({ title, alarm }) => (
        <Badge key={title} tone={alarm ? 'yellow' : 'grey'}>
          {title}
        </Badge>
      ))}
    </span>
  );
}

type Before = Pick<PayeeChecks, 'paidBefore' | 'cashoutsBefore'>;

/** 'Paid before: €250.50 in 3 cashouts'. */
export const paidBeforeText = ({ paidBefore, cashoutsBefore }: Before): string =>
  cashoutsBefore
    ? `Paid before: ${formatMoney(paidBefore)} in ${cashoutsBefore === 1 ? '1 cashout' : `${cashoutsBefore} cashouts`}`
    : 'Never paid before';

/** The same in a column. */
export function PaidBefore({ before }: { before: Before }) {
  return <span title={paidBeforeText(before)}>{before.cashoutsBefore ? formatMoney(before.paidBefore) : 'Never'}</span>;
}
