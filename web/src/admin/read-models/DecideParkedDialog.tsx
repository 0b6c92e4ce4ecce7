import type { ParkedDecidedView, ParkedDecisionBody, ParkedView } from '@framelift/contracts';
import { rules } from '@framelift/contracts/rules';
import { useForm } from 'react-hook-form';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { formatCount } from '../../lib/format.ts';
import { useConfirmed } from '../../session/screens/useConfirmed.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { AreaField } from '../../ui/Field.tsx';
import { useDecideParkedMutation } from './readModelsApi.ts';
import { type Notice, useToast } from '../../ui/layout/Toaster.tsx';
import { DialogForm } from '../../ui/dialogs/DialogForm.tsx';

export type ParkedGroup = ParkedView['groups'][number];
export type ParkedDecision = ParkedDecisionBody['decision'];

interface Props {
  group: ParkedGroup;
  decision: ParkedDecision;
  onClose: () => void;
}

const streamsOf = (n: number) => `${formatCount(n)} ${n === 1 ? 'stream' : 'streams'}`;

const came = ({ decided, parked, remaining }: ParkedDecidedView): Notice => {
  const more = remaining ? ` ${streamsOf(remaining)} of this cause remain. Decide again.` : '';
  if (parked)
    return {
      tone: 'error',
      text: `${streamsOf(parked)} of ${formatCount(decided)} are still parked, or parked again at a later event.${more}`,
    };
  return { tone: remaining ? 'error' : 'success', text: `${streamsOf(decided)} folded.${more}` };
};

/** Asks why, then retries or skips all streams of one cause. */
export function DecideParkedDialog({ group, decision, onClose }: Props) {
  const toast = useToast();
  const { fingerprint, readModel, streams } = group;
  const { register, handleSubmit } = useForm({ defaultValues: { reason: '' } });
  const [decide, { error, isLoading }] = useCommand(useDecideParkedMutation());
  const { confirmed, passwordDialog } = useConfirmed();
  const isSkip = decision === 'skip';
  const submit = handleSubmit(async ({ reason }) => {
    const result = await confirmed(() => decide({ fingerprint, streams, decision, reason }));
    if (!result.data) return;
    onClose();
    toast.show(came(result.data));
  });
  return (
    <Dialog
      title={isSkip ? `Skip in ${streamsOf(streams)}` : `Retry ${streamsOf(streams)}`}
      description={
        isSkip
          ? `${readModel} will never include the failing events, not even after a rebuild. Events queued behind them are processed. This cannot be undone.`
          : `${readModel} processes the events again, then those queued behind them. Events that fail again stay parked.`
      }
      onClose={onClose}
    >
      <DialogForm
        onSubmit={submit}
        problem={error && errorText(error, 'Failed to decide')}
        submit={isSkip ? 'Skip permanently' : 'Retry'}
        busy="Folding..."
        isBusy={isLoading}
        variant={isSkip ? 'danger' : 'primary'}
        onClose={onClose}
      >
        <AreaField label="Why" hint="Recorded with your name." required maxLength={rules.textMaximum} data-first {...register('reason')} />
      </DialogForm>
      {passwordDialog}
    </Dialog>
  );
}
