import type { AdminAffiliateView, EditAffiliateBody } from '@framelift/contracts';
import { STATUSES, TIERS } from '@framelift/contracts/rules';
import { useForm } from 'react-hook-form';
import { errorText } from '../session/api/api.ts';
import { capitalised } from '../lib/format.ts';
import { Banner } from '../ui/Banner.tsx';
import { Button } from '../ui/Button.tsx';
import { Dialog, DialogActions } from '../ui/dialogs/Dialog.tsx';
import { SelectField, TextField } from '../ui/Field.tsx';
import { Form } from '../ui/lists/Form.tsx';
import { useUpdateAffiliateMutation } from './adminApi.ts';
import { RateField } from './RateField.tsx';

interface Props {
  affiliate: AdminAffiliateView;
  /** The log position the affiliate was read at: what changed after it is not overwritten. */
  position?: number;
  onClose: () => void;
  onDone: (text: string) => void;
}

export function EditAffiliateDialog({ affiliate, position, onClose, onDone }: Props) {
  const { id, username, email, commissionRate, status, tier } = affiliate;
  const { register, handleSubmit } = useForm<Required<EditAffiliateBody>>({
    defaultValues: { username, email, commissionRate, status, tier },
  });
  const [update, { error, isLoading }] = useUpdateAffiliateMutation();
  const submit = handleSubmit(async (body) => {
    const result = await update({ id, position, body });
    if (!result.error) onDone('Affiliate updated successfully!');
  });
  return (
    <Dialog title="Edit Affiliate" onClose={onClose}>
      <Form onSubmit={submit}>
        {error && <Banner tone="error" text={errorText(error, 'Failed to update affiliate')} />}
        <TextField label="Username" autoComplete="off" required {...register('username')} />
        <TextField label="Email" type="email" autoComplete="off" required {...register('email')} />
        <RateField {...register('commissionRate', { valueAsNumber: true })} />
        <SelectField label="Status" {...register('status')}>
          {STATUSES.map((name) => (
            <option key={name} value={name}>
              {capitalised(name)}
            </option>
          ))}
        </SelectField>
        <SelectField label="Tier" hint="A tier set here stays until sales exceed it or tiers are recalculated." {...register('tier')}>
          {TIERS.map((name) => (
            <option key={name} value={name}>
              {capitalised(name)}
            </option>
          ))}
        </SelectField>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" disabled={isLoading}>
            {isLoading ? 'Saving...' : 'Save Changes'}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  );
}
