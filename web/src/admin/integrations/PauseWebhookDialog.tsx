import { useState } from 'react';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { useConfirmed } from '../../session/screens/useConfirmed.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { ConfirmActions } from './ConfirmActions.tsx';
import type { WebhookDialogProps } from './webhookDialog.ts';
import { useChangeWebhookMutation } from './webhooksApi.ts';
import { useToast } from '../../ui/layout/Toaster.tsx';

/** Pauses a webhook, or resumes it. */
export function PauseWebhookDialog({ webhook, onClose }: WebhookDialogProps) {
  const toast = useToast();
  // As it was when the dialog opened: the list behind it goes on.
  const [{ id, name, types, personal, state, position }] = useState(webhook);
  const [change, { error, isLoading }] = useCommand(useChangeWebhookMutation());
  const { confirmed, passwordDialog } = useConfirmed();
  const paused = state === 'active';
  const act = async () => {
    const { error: refused } = await confirmed(() => change({ id, body: { name, types, personal, paused, editBase: position } }));
    if (refused) return;
    onClose();
    toast.success(paused ? `${name} paused` : `${name} resumed`);
  };
  return (
    <Dialog
      title={paused ? `Pause ${name}` : `Resume ${name}`}
      description={paused ? 'Events are kept while it is paused.' : 'Resuming sends everything since then, in order.'}
      onClose={onClose}
    >
      <ConfirmActions
        problem={error && errorText(error, 'Failed to change the webhook')}
        isLoading={isLoading}
        action={paused ? 'Pause' : 'Resume'}
        onAct={() => void act()}
        onClose={onClose}
      />
      {passwordDialog}
    </Dialog>
  );
}
