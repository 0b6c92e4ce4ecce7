import type { StatementsView } from '@framelift/contracts';
import { useForm } from 'react-hook-form';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { useUnsaved } from '../../session/shell/unsaved.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { AreaField, TextField } from '../../ui/Field.tsx';
import { Faint } from '../../ui/layout/Text.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import { Actions } from '../../ui/layout/Toolbar.tsx';
import { Form } from '../../ui/lists/Form.tsx';
import { useChangeBillingMutation, useStatementsQuery } from './statementsApi.ts';
import { useToast } from '../../ui/layout/Toaster.tsx';

type Billing = StatementsView['billing'];

/** The payee's details on statements. All are optional. */
export function BillingCard() {
  const { data } = useStatementsQuery();
  return (
    <TitledCard title="Billing Details" tight>
      <Faint>Optional. Shown on statements from this month on.</Faint>
      {data && <BillingForm billing={data.billing} />}
    </TitledCard>
  );
}

function BillingForm({ billing }: { billing: Billing }) {
  const toast = useToast();
  const { register, handleSubmit, reset, formState } = useForm({
    defaultValues: {
      name: billing.name ?? '',
      address: billing.address ?? '',
      country: billing.country ?? '',
      taxNumber: billing.taxNumber ?? '',
    },
  });
  useUnsaved(formState.isDirty);
  const [change, { error, isLoading }] = useCommand(useChangeBillingMutation());
  const submit = handleSubmit(async (values) => {
    const result = await change(values);
    if (result.error) return;
    reset(values);
    toast.success('Saved. Shown on your statements from now on.');
  });
  return (
    <Form onSubmit={submit}>
      {error && <Banner tone="error" text={errorText(error, 'Failed to save')} />}
      <TextField label="Name or company" autoComplete="organization" maxLength={120} {...register('name')} />
      <AreaField label="Address" rows={2} autoComplete="street-address" maxLength={400} {...register('address')} />
      <TextField label="Country" autoComplete="country-name" maxLength={60} {...register('country')} />
      <TextField label="Tax number" autoComplete="off" maxLength={40} {...register('taxNumber')} />
      <Actions>
        <Button type="submit" variant="primary" disabled={isLoading}>
          {isLoading ? 'Saving...' : 'Save'}
        </Button>
      </Actions>
    </Form>
  );
}
