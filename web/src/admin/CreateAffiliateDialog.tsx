import { rules, toPercent } from '@framelift/contracts/rules';
import { useForm } from 'react-hook-form';
import { errorText } from '../session/api/api.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogActions } from '../ui/dialogs/Dialog.tsx';
import { TextField } from '../ui/Field.tsx';
import { Form } from '../ui/lists/Form.tsx';
import { PasswordField } from '../ui/PasswordField.tsx';
import { useCreateAffiliateMutation } from './adminApi.ts';
import { RateField } from './RateField.tsx';

interface Values {
  username: string;
  email: string;
  password: string;
  commissionRate: number;
}

export function CreateAffiliateDialog({ onClose, onDone }: { onClose: () => void; onDone: (text: string) => void }) {
  const { register, handleSubmit } = useForm<Values>({ defaultValues: { commissionRate: toPercent(rules.defaultRateBps) } });
  const [create, { error, isLoading }] = useCreateAffiliateMutation();
  const submit = handleSubmit(async (values) => {
    const result = await create(values);
    if (!result.error) onDone('Affiliate created successfully!');
  });
  return (
    <Dialog title="Create Affiliate" onClose={onClose}>
      <Form onSubmit={submit}>
        {error && <Banner tone="error" text={errorText(error, 'Failed to create affiliate')} />}
        <TextField label="Username" autoComplete="off" required {...register('username')} />
        <TextField label="Email" type="email" autoComplete="off" required {...register('email')} />
        <PasswordField label="Password" autoComplete="new-password" required {...register('password')} />
        <RateField {...register('commissionRate', { valueAsNumber: true })} />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={isLoading}>
            {isLoading ? 'Creating...' : 'Create Affiliate'}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
