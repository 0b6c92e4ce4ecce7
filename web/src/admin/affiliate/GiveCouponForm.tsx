import { couponRules } from '@framelift/contracts/coupons';
import { useForm } from 'react-hook-form';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Actions } from '../../ui/layout/Toolbar.tsx';
import { Form } from '../../ui/lists/Form.tsx';
import { optionalNumber } from '../optionalNumber.ts';
import { useGiveCouponMutation } from './couponsApi.ts';

interface Values {
  code: string;
  discount: number | null;
}

/** Gives one more code. The form stays for the next one. */
export function GiveCouponForm({ affiliateId }: { affiliateId: string }) {
  const { register, handleSubmit, reset } = useForm<Values>({ defaultValues: { code: '', discount: null } });
  const [give, { error, isLoading }] = useCommand(useGiveCouponMutation());
  const submit = handleSubmit(async (body) => {
    const result = await give({ id: affiliateId, body });
    if (!result.error) reset();
  });
  return (
    <Form onSubmit={(event) => void submit(event)}>
      {error && <Banner tone="error" text={errorText(error, 'Failed to add the code')} />}
      <TextField
        label="New code"
        hint={`${couponRules.minimum} to ${couponRules.maximum} letters and digits.`}
        autoComplete="off"
        spellCheck={false}
        required
        minLength={couponRules.minimum}
        maxLength={couponRules.maximum}
        {...register('code')}
      />
      <TextField
        label="Discount (%)"
        hint="Taken off the price at checkout. Leave empty for no discount."
        type="number"
        inputMode="decimal"
        step="0.01"
        min="0.01"
        max="100"
        {...register('discount', optionalNumber)}
      />
      <Actions>
        <Button type="submit" variant="primary" disabled={isLoading}>
          {isLoading ? 'Adding...' : 'Add code'}
        </Button>
      </Actions>
    </Form>
  );
}
