import type { PayoutRunView } from '@framelift/contracts';
import { PAYMENT_TYPES } from '@framelift/contracts/payout-methods';
import type { ReactNode } from 'react';
import { formatMoney } from '../../lib/format.ts';
import { payoutScreens } from './methods/payoutScreens.ts';
import styles from './payouts.module.css';
import type { ShownRun } from './payoutsApi.ts';
import { runCount, sumOf } from './runState.tsx';

type Payments = PayoutRunView['cashouts'];

/** How each payer of an open run pays, with how many payments and how much. */
export function PaymentFiles({ run }: { run: ShownRun }) {
  return PAYMENT_TYPES.map((type) => {
    const payments = run.cashouts.filter(({ state, paymentType }) => state === 'in' && paymentType === type);
    const { name, Payment } = payoutScreens[type];
    if (!payments.length) return null;
    return (
      <Payer key={type} name={name} payments={payments}>
        <Payment run={run} payments={payments} made={run.files.find((file) => file.type === type)} />
      </Payer>
    );
  });
}

function Payer({ name, payments, children }: { name: string; payments: Payments; children: ReactNode }) {
  return (
    <section className={styles.payer} aria-label={name}>
      <h4>{`${name} · ${runCount(payments.length)} · ${formatMoney(sumOf(payments))}`}</h4>
      {children}
    </section>
  );
}
