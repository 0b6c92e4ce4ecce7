import type { ReviewDecision, ReviewItemView } from '@framelift/contracts';
import { useForm } from 'react-hook-form';
import { formatCount } from '../../lib/format.ts';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { DialogForm } from '../../ui/dialogs/DialogForm.tsx';
import { Soft } from '../../ui/layout/Text.tsx';
import { ReasonFields } from '../ReasonFields.tsx';
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
  const { register, handleSubmit } = useForm({ defaultValues: { reason: '', internalNote: '' } });
  const submit = handleSubmit(async (texts) => {
    if (await decide(decision, items, texts)) onClose();
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
        <ReasonFields
          reason={decision === 'fine' ? undefined : { required: true, 'data-first': true, ...register('reason') }}
          note={{ 'data-first': decision === 'fine' || undefined, ...register('internalNote') }}
        />
      </DialogForm>
    </Dialog>
  );
}

const subjectsOf = (items: readonly ReviewItemView[]): string =>
  items.length === 1
    ? `${subjectWords[items[0]!.kind]}, ${items[0]!.affiliate.username}`
    : `${formatCount(items.length)} items of ${[...new Set(items.map(({ affiliate }) => affiliate.username))].join(', ')}`;
