import type { AdminAffiliateView, EditAffiliateBody, TermsView } from '@framelift/contracts';
import { rules, STATUSES, toEuros } from '@framelift/contracts/rules';
import { termsLimits } from '@framelift/contracts/terms';
import { useForm } from 'react-hook-form';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { capitalised } from '../../lib/format.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { AreaField, SelectField, TextField } from '../../ui/Field.tsx';
import { Faint } from '../../ui/layout/Text.tsx';
import { useUpdateAffiliateMutation } from '../adminApi.ts';
import { TermsLoaded } from '../programme/TermsLoaded.tsx';
import { RateField } from '../RateField.tsx';
import { useToast } from '../../ui/layout/Toaster.tsx';
import { DialogForm } from '../../ui/dialogs/DialogForm.tsx';
import { optionalNumber } from '../optionalNumber.ts';

interface Props {
  affiliate: AdminAffiliateView;
  /** The log position the affiliate was read at: what changed after it is not overwritten. */
  position?: number;
  onClose: () => void;
}

export function EditAffiliateDialog(props: Props) {
  return (
    <Dialog title="Edit Affiliate" onClose={props.onClose}>
      <TermsLoaded>{({ terms }) => <EditForm {...props} terms={terms} />}</TermsLoaded>
    </Dialog>
  );
}

function EditForm({ affiliate, terms, position, onClose }: Props & { terms: TermsView }) {
  const toast = useToast();
  const { id, username, email, commissionRate, status, tier, minimumCashout, holdDays, textsVersion } = affiliate;
  const { register, handleSubmit } = useForm<Required<EditAffiliateBody>>({
    defaultValues: { username, email, commissionRate, status, tier, minimumCashout, holdDays, reason: '' },
  });
  const [update, { error, isLoading }] = useCommand(useUpdateAffiliateMutation());
  const submit = handleSubmit(async (body) => {
    const result = await update({ id, body: { ...body, editBase: position } });
    if (result.error) return;
    onClose();
    toast.success('Affiliate updated successfully!');
  });
  return (
    <DialogForm
      onSubmit={submit}
      problem={error && errorText(error, 'Failed to update affiliate')}
      submit="Save Changes"
      busy="Saving..."
      isBusy={isLoading}
      onClose={onClose}
    >
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
        {terms.tiers.map((step) => (
          <option key={step.tier} value={step.tier}>
            {step.name}
          </option>
        ))}
      </SelectField>
      <TextField
        label="Minimum Cashout (€)"
        hint="Leave empty to use the programme’s."
        type="number"
        inputMode="decimal"
        step="0.01"
        min={toEuros(termsLimits.minimumCashoutCents.minimum)}
        max={toEuros(termsLimits.minimumCashoutCents.maximum)}
        placeholder={String(terms.minimumCashout)}
        {...register('minimumCashout', optionalNumber)}
      />
      <TextField
        label="Holding Period (days)"
        hint="Leave empty to use the programme’s. Applies to later sales."
        type="number"
        inputMode="numeric"
        min={0}
        max={termsLimits.holdDays}
        placeholder={String(terms.holdDays)}
        {...register('holdDays', optionalNumber)}
      />
      <AreaField
        label="Reason"
        hint="Required for another minimum or holding period. Recorded permanently."
        maxLength={rules.textMaximum}
        {...register('reason')}
      />
      <Faint>{textsVersion ? `Agreed to version ${textsVersion} of the texts.` : 'No agreement to the texts is recorded.'}</Faint>
    </DialogForm>
  );
}
