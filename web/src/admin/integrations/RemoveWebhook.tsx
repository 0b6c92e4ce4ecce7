import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { Confirm } from '../../ui/dialogs/Confirm.tsx';
import type { WebhookDialogProps } from './webhookDialog.ts';
import { useRemoveWebhookMutation } from './webhooksApi.ts';
import { useToast } from '../../ui/layout/Toaster.tsx';

/** Takes a webhook away, once an admin is sure. */
export function RemoveWebhook({ webhook: { id, name }, onClose }: WebhookDialogProps) {
  const toast = useToast();
  const [remove] = useCommand(useRemoveWebhookMutation());
  const sure = async () => {
    const { error } = await remove(id);
    onClose();
    if (error) toast.error(errorText(error, 'Failed to remove the webhook'));
    else toast.success(`${name} removed`);
  };
  return (
    <Confirm
      title={`Remove ${name}`}
      question="No further events are sent, including those already queued. This cannot be undone."
      action="Remove"
      onConfirm={() => void sure()}
      onCancel={onClose}
    />
  );
}
