import { errorText } from '../../session/api/api.ts';
import { Confirm } from '../../ui/dialogs/Confirm.tsx';
import type { WebhookDialogProps } from './webhookDialog.ts';
import { useRemoveWebhookMutation } from './webhooksApi.ts';

/** Takes a webhook away, once an admin is sure. */
export function RemoveWebhook({ webhook: { id, name }, onDone }: WebhookDialogProps) {
  const [remove] = useRemoveWebhookMutation();
  const sure = async () => {
    const { error } = await remove(id);
    onDone(
      error ? { tone: 'error', text: errorText(error, 'Failed to remove the webhook') } : { tone: 'success', text: `${name} is removed` },
    );
  };
  return (
    <Confirm
      title={`Remove ${name}`}
      question="It is told nothing more, also not what waits for it now. This cannot be undone."
      action="Remove"
      onConfirm={() => void sure()}
      onCancel={() => onDone()}
    />
  );
}
