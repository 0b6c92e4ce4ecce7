import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { useConfirmed } from '../../session/screens/useConfirmed.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { ShownOnce } from './ShownOnce.tsx';
import { bodyOf, WebhookForm, type WebhookValues } from './WebhookForm.tsx';
import { useAddWebhookMutation } from './webhooksApi.ts';

const empty: WebhookValues = { name: '', url: '', chosen: 'all', types: [], personal: false };

/** Where a secret belongs; the same for a new webhook and a renewed one. */
export const forReceiver = 'Your server uses it to verify that a message comes from here.';

/** Adds a webhook, and shows its secret this once. */
export function AddWebhookDialog({ onClose }: { onClose: () => void }) {
  const [add, { data, error, isLoading }] = useCommand(useAddWebhookMutation());
  const { confirmed, passwordDialog } = useConfirmed();
  return (
    <Dialog title={data ? 'Your webhook secret' : 'Add a webhook'} onClose={onClose}>
      {data ? (
        <ShownOnce label="Secret" value={data.secret} onClose={onClose}>
          {forReceiver}
        </ShownOnce>
      ) : (
        <WebhookForm
          defaults={empty}
          problem={error && errorText(error, 'Failed to add the webhook')}
          isLoading={isLoading}
          action="Add Webhook"
          onSend={(values) => void confirmed(() => add({ ...bodyOf(values), url: values.url.trim() }))}
          onClose={onClose}
        />
      )}
      {passwordDialog}
    </Dialog>
  );
}
