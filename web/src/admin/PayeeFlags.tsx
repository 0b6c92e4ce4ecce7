import type { PayeeChecks } from '@framelift/contracts';
import { formatDate, formatMoney } from '../lib/format.ts';
import { Badge } from '../ui/Badge.tsx';
import styles from './PayeeFlags.module.css';

/** What is worth a look before this is paid. */
export function PayeeFlags({ checks, underReview }: { checks: Omit<PayeeChecks, 'paidBefore' | 'cashoutsBefore'>; underReview?: boolean }) {
  const { detailsChangedAt, debt, signals } = checks;
  const byTitle = [...new Map(signals.map((signal) => [signal.title, signal])).values()];
  return (
    <div className={styles.flags}>
      {underReview && <Badge tone="red">Under review</Badge>}
      {debt > 0 && <Badge tone="red">{`Owes ${formatMoney(debt)}`}</Badge>}
      {detailsChangedAt && <Badge tone="yellow">{`Details changed ${formatDate(detailsChangedAt)}`}</Badge>}
      {byTitle.map(
        ({ rule, title, alarm, evidence }) =>
          rule !== 'detailsChanged' && (
            <span key={title} title={evidence}>
              <Badge tone={alarm ? 'yellow' : 'grey'}>{title}</Badge>
            </span>
          ),
      )}
    </div>
  );
}

/** '€250.50 in 3 cashouts'. */
export const paidBeforeText = ({ paidBefore, cashoutsBefore }: Pick<PayeeChecks, 'paidBefore' | 'cashoutsBefore'>): string =>
  cashoutsBefore
    ? `Paid before: ${formatMoney(paidBefore)} in ${cashoutsBefore === 1 ? '1 cashout' : `${cashoutsBefore} cashouts`}`
    : 'Never paid before';
