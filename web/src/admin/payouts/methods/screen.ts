import type { PayoutRunView } from '@framelift/contracts';
import type { ComponentType, ReactNode } from 'react';
import type { ShownRun } from '../payoutsApi.ts';

type Payment = PayoutRunView['cashouts'][number];
export interface PaymentProps {
  run: ShownRun;
  payments: readonly Payment[];
  /** The file that was made for its payer. */
  made: PayoutRunView['files'][number] | undefined;
}

/** What the screen of a payout run has of a payout method. */
export interface PayoutScreen {
  /** Its payer. */
  name: string;
  /** How the payments of an open run are paid. */
  Payment: ComponentType<PaymentProps>;
  /** Of a payer that is asked through its API. */
  api?: {
    /** The state of its payments while it holds them; undefined: it holds none. */
    held(run: PayoutRunView): string | undefined;
    /** What an admin waits for before the run is marked as paid; undefined: nothing. */
    awaited(run: PayoutRunView): string | undefined;
    /** What may be done with one of its payments, in place of saying that it was returned. */
    actions(run: PayoutRunView, payment: Payment): ReactNode;
  };
}
