import type { TierChangesView } from '@framelift/contracts';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { errorText, statusOf } from '../session/api/api.ts';
import { useCommand } from '../session/api/useCommand.ts';
import { formatCount } from '../lib/format.ts';
import { Button } from '../ui/Button.tsx';
import { Failed } from '../ui/Failed.tsx';
import { Loading } from '../ui/Loading.tsx';
import { Dialog } from '../ui/dialogs/Dialog.tsx';
import { DialogForm } from '../ui/dialogs/DialogForm.tsx';
import { Facts } from '../ui/layout/Facts.tsx';
import { Faint, Soft } from '../ui/layout/Text.tsx';
import { useToast } from '../ui/layout/Toaster.tsx';
import { useRecalculateTiersMutation, useTierChangesQuery } from './adminApi.ts';

/** Recalculates every tier, after it showed who moves. */
export function RecalculateTiers() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <RefreshCw aria-hidden />
        Recalculate Tiers
      </Button>
      {isOpen && <Changes onClose={() => setOpen(false)} />}
    </>
  );
}

function Changes({ onClose }: { onClose: () => void }) {
  const toast = useToast();
  const { data, error, isFetching, refetch } = useTierChangesQuery(undefined, { refetchOnMountOrArgChange: true });
  const [recalculate, { error: refusal, isLoading }] = useCommand(useRecalculateTiersMutation());
  const submit = async (shown: TierChangesView) => {
    const result = await recalculate({ shown: shown.shown });
    if (statusOf(result.error) === 409) void refetch();
    if (result.error) return;
    onClose();
    toast.success(`Tiers recalculated successfully! ${inWords(shown)}.`);
  };
  return (
    <Dialog
      title="Recalculate Tiers"
      description="Every tier is set to what the net sales reach. This also ends tiers set by hand."
      onClose={onClose}
    >
      {!data && error && !isFetching && <Failed text={errorText(error, 'Failed to fetch the changes')} onRetry={refetch} />}
      {!data && isFetching && <Loading text="Loading changes..." />}
      {data && (
        <DialogForm
          problem={refusal && errorText(refusal, 'Failed to recalculate tiers')}
          submit="Recalculate"
          busy="Recalculating..."
          isBusy={isLoading}
          isBlocked={data.up + data.down === 0}
          onClose={onClose}
          onSubmit={(event) => {
            event.preventDefault();
            void submit(data);
          }}
        >
          <Soft>{inWords(data)}</Soft>
          <Facts as="rows" facts={data.changes.map(({ affiliate, from, to }) => [affiliate.username, `${from} → ${to}`] as const)} />
          {data.up + data.down > data.changes.length && <Faint>And {formatCount(data.up + data.down - data.changes.length)} more.</Faint>}
        </DialogForm>
      )}
    </Dialog>
  );
}

/** '3 move up, 1 moves down'. */
const inWords = ({ up, down }: TierChangesView): string => {
  const parts = [
    up && `${formatCount(up)} ${up === 1 ? 'moves' : 'move'} up`,
    down && `${formatCount(down)} ${down === 1 ? 'moves' : 'move'} down`,
  ];
  return parts.filter(Boolean).join(', ') || 'Nobody moves';
};
