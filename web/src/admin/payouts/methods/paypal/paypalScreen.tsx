import type { PayoutRunView } from '@framelift/contracts';
import type { PayoutScreen } from '../screen.ts';
import { PaypalPayment } from './PaypalPayment.tsx';
import { TakeBack } from './TakeBack.tsx';

/** PayPal still has to say what became of its payments. */
const isAwaited = ({ batch }: PayoutRunView): boolean => batch !== null && ['sent', 'accepted'].includes(batch.state) && !batch.undecided;

export const paypalScreen: PayoutScreen = {
  name: 'PayPal',
  Payment: PaypalPayment,
  api: {
    held: ({ atPaypal }) => (atPaypal ? 'At PayPal' : undefined),
    awaited: (run) => {
      if (!isAwaited(run)) return undefined;
      const others = run.cashouts.some(({ state, paymentType }) => state === 'in' && paymentType !== 'paypal');
      return others
        ? 'Once PayPal has finished and the other payments are made, mark the run as paid.'
        : 'PayPal confirms the payments by itself. Each cashout is then completed.';
    },
    actions: ({ id, batch }, payment) =>
      batch?.batchId && payment.result === 'unclaimed' ? <TakeBack runId={id} payment={payment} /> : null,
  },
};
