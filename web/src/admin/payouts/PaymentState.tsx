import type { PayoutRunView } from '@framelift/contracts';
import { Badge } from '../../ui/Badge.tsx';
import { Soft } from '../../ui/layout/Text.tsx';
import { payoutScreens } from './methods/payoutScreens.ts';
import styles from './payouts.module.css';

type Payment = PayoutRunView['cashouts'][number];

const states: Record<Payment['state'], [string, 'green' | 'red' | 'grey' | 'accent']> = {
  in: ['In the run', 'accent'],
  removed: ['Removed', 'grey'],
  paid: ['Paid', 'green'],
  failed: ['Failed, back in the balance', 'red'],
  returned: ['Returned, back in the balance', 'red'],
};

const isInFile = ({ files }: PayoutRunView, { state, paymentType }: Payment): boolean =>
  state === 'in' && files.some(({ type }) => type === paymentType);

const isUnknown = ({ outcomeUnknown }: PayoutRunView, { state }: Payment): boolean => outcomeUnknown && state === 'in';

/** The state of a payment that its payer holds. */
const heldBy = (run: PayoutRunView, { state, paymentType }: Payment): string | undefined =>
  state === 'in' ? payoutScreens[paymentType].api?.held(run) : undefined;

/** Whether a payer may pay it or has paid it: it stays in the run. */
export const mayBePaid = (run: PayoutRunView, payment: Payment): boolean =>
  isUnknown(run, payment) || isInFile(run, payment) || heldBy(run, payment) !== undefined;

/** Where a payment is, and why it has not arrived. */
export function PaymentState({ run, payment }: { run: PayoutRunView; payment: Payment }) {
  if (isUnknown(run, payment)) return <Badge tone="yellow">Outcome unknown</Badge>;
  if (isInFile(run, payment)) return <Badge tone="accent">In a payment file</Badge>;
  const held = heldBy(run, payment);
  if (held) return <Badge tone="yellow">{held}</Badge>;
  const { state, result, problem } = payment;
  const [text, tone] = state === 'paid' && result === 'unclaimed' ? (['Not claimed yet', 'yellow'] as const) : states[state];
  return (
    <div>
      <Badge tone={tone}>{text}</Badge>
      {problem && (
        <div className={styles.why}>
          <Soft>{problem}</Soft>
        </div>
      )}
    </div>
  );
}
