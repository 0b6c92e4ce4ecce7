import type { AdminCashoutView } from '@framelift/contracts';
import { formatMoney } from '../lib/format.ts';
import { useCommand } from '../session/api/useCommand.ts';
import { useStateCashoutOutcomeMutation } from './adminApi.ts';
import { OutcomeDialog } from './payouts/OutcomeDialog.tsx';

interface Props {
  cashout: AdminCashoutView;
  onClose: () => void;
}

/** States the outcome of a cashout that may have been paid by hand before the system went back. */
export function CashoutOutcome({ cashout, onClose }: Props) {
  const [state, { error, isLoading }] = useCommand(useStateCashoutOutcomeMutation());
  return (
    <OutcomeDialog
      about={`${formatMoney(cashout.amount)} for ${cashout.affiliate.username}`}
      state={(body) => state({ id: cashout.id, body })}
      error={error}
      isBusy={isLoading}
      onClose={onClose}
    />
  );
}
