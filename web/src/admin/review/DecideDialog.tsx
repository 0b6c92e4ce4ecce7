import type { ReviewDecision, ReviewItemView } from '@framelift/contracts';
import { reviewChoices } from '@framelift/contracts/review';
import { rules } from '@framelift/contracts/rules';
import { useForm, useWatch } from 'react-hook-form';
import { errorText } from '../../session/api/api.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { AreaField, SelectField } from '../../ui/Field.tsx';
import { useDecideReviewMutation } from './reviewApi.ts';
import { decisionWords, subjectWords } from './reviewWords.ts';
import { useToast } from '../../ui/layout/Toaster.tsx';
import { DialogForm } from '../../ui/dialogs/DialogForm.tsx';

interface Props {
  item: ReviewItemView;
  onClose: () => void;
}

/** What an admin makes of what looks wrong, and why. */
export function DecideDialog({ item, onClose }: Props) {
  const toast = useToast();
  const { id, kind, held, position, signals, affiliate } = item;
  const choices = reviewChoices[kind].filter((decision) => decision !== 'hold' || !held);
  const { register, handleSubmit, control } = useForm({ defaultValues: { decision: 'fine' as ReviewDecision, reason: '' } });
  const decision = useWatch({ control, name: 'decision' });
  const [decide, { error, isLoading }] = useDecideReviewMutation();
  const submit = handleSubmit(async ({ reason, ...chosen }) => {
    const body = { ...chosen, reason: reason.trim(), upTo: position, rules: [...new Set(signals.map(({ rule }) => rule))] };
    const result = await decide({ id, body });
    if (result.error) return;
    onClose();
    toast.success(`${decisionWords[chosen.decision].past}.`);
  });
  return (
    <Dialog title="Decide" description={`${subjectWords[kind]}, ${affiliate.username}`} onClose={onClose}>
      <DialogForm
        onSubmit={submit}
        problem={error && errorText(error, 'Failed to decide')}
        submit="Decide"
        busy="Deciding..."
        isBusy={isLoading}
        onClose={onClose}
      >
        <SelectField label="Decision" hint={decisionWords[decision].hint(kind, held)} {...register('decision')}>
          {choices.map((choice) => (
            <option key={choice} value={choice}>
              {decisionWords[choice].label}
            </option>
          ))}
        </SelectField>
        <AreaField label="Reason" hint="Only admins see this." required maxLength={rules.textMaximum} {...register('reason')} />
      </DialogForm>
    </Dialog>
  );
}
