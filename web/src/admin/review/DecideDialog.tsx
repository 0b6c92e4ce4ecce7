import type { ReviewDecision, ReviewItemView } from '@framelift/contracts';
import { rules } from '@framelift/contracts/rules';
import { useForm } from 'react-hook-form';
import { formatCount } from '../../lib/format.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogForm } from '../../ui/dialogs/DialogForm.tsx';
import { AreaField } from '../../ui/Field.tsx';
import { Soft } from '../../ui/layout/Text.tsx';
import { decisionWords, subjectWords } from './reviewWords.ts';
import type { useDecide } from './useDecide.ts';

interface Props {
  decision: ReviewDecision;
  items: readonly ReviewItemView[];
  deciding: ReturnType<typeof useDecide>;
  onClose: () => void;
}

/** A decision that changes something, and why. */
export function DecideDialog({ decision, items, deciding: { decide, problem, isBusy }, onClose }: Props) {
  const { register, handleSubmit } = useForm({ defaultValues: { reason: '' } });
  const submit = handleSubmit(async ({ reason }) => {
    if (await decide(decision, items, reason.trim())) onClose();
  });
  const { label, hint } = decisionWords[decision];
  const hints = new Set(items.map(({ kind, held }) => hint(kind, held)));
  return (
    <Dialog title={label} description={subjectsOf(items)} onClose={onClose}>
      <DialogForm
        onSubmit={submit}
        problem={problem}
        submit={label}
        busy="Deciding..."
        isBusy={isBusy}
        variant={decision === 'reverse' || decision === 'suspend' ? 'danger' : 'primary'}
        onClose={onClose}
      >
        {[...hints].map((text) => (
          <Soft key={text}>{text}</Soft>
        ))}
        <AreaField label="Reason" hint="Only admins see this." required maxLength={rules.textMaximum} data-first {...register('reason')} />
      </DialogForm>
    </Dialog>
  );
}

const subjectsOf = (items: readonly ReviewItemView[]): string =>
  items.length === 1
    ? `${subjectWords[items[0]!.kind]}, ${items[0]!.affiliate.username}`
    : `${formatCount(items.length)} items of ${[...new Set(items.map(({ affiliate }) => affiliate.username))].join(', ')}`;
