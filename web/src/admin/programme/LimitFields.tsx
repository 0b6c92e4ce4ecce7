import { toEuros } from '@framelift/contracts/rules';
import { termsLimits } from '@framelift/contracts/terms';
import type { UseFormReturn } from 'react-hook-form';
import { TextField } from '../../ui/Field.tsx';
import { optionalNumber } from '../optionalNumber.ts';
import type { TermsValues } from './termsForm.ts';

const amount = {
  type: 'number',
  inputMode: 'decimal',
  min: toEuros(termsLimits.fourEyesCents.minimum),
  max: toEuros(termsLimits.fourEyesCents.maximum),
  step: '0.01',
} as const;

/** What keeps a single admin, or an intruder, from paying out much. */
export function LimitFields({ register }: Pick<UseFormReturn<TermsValues>, 'register'>) {
  return (
    <>
      <TextField
        label="Second approval from (€)"
        hint="From this amount, a cashout or payout run needs a second admin. So does changing it. Leave empty for no second approval."
        {...amount}
        {...register('fourEyes', optionalNumber)}
      />
      <TextField
        label="Second approval per day from (€)"
        hint="From this sum of an admin’s payouts within 24 hours, the next one needs a second admin. Leave empty to count them towards the amount above."
        {...amount}
        {...register('fourEyesPerDay', optionalNumber)}
      />
      <TextField
        label="Second approval per affiliate from (€)"
        hint="From this sum to one affiliate within 24 hours, a payout needs a second admin. Leave empty for no such limit."
        {...amount}
        {...register('fourEyesPerAffiliate', optionalNumber)}
      />
      <TextField
        label="Wait after new payment details (days)"
        hint="The first payment to new or changed details is not made earlier. 0 means no wait."
        type="number"
        inputMode="numeric"
        min={0}
        max={termsLimits.detailsWaitDays}
        required
        {...register('detailsWaitDays', { valueAsNumber: true })}
      />
    </>
  );
}
