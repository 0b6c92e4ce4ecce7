import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { useConfirmed } from '../../session/screens/useConfirmed.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { forReceiver } from './AddWebhookDialog.tsx';
import { ConfirmActions } from './ConfirmActions.tsx';
import { ShownOnce } from './ShownOnce.tsx';
import type { WebhookDialogProps } from './webhookDialog.ts';
import { useRenewSecretMutation } from './webhooksApi.ts';

/** Gives a webhook another secret, and shows it this once. */
export function RenewSecretDialog({ webhook: { id, name }, onClose }: WebhookDialogProps) {
  const [renew, { data, error, isLoading }] = useCommand(useRenewSecretMutation());
  const { confirmed, passwordDialog } = useConfirmed();
  return (
    <Dialog
      title={`Rotate secret of ${name}`}
      description="For one day, messages are signed with both secrets, so your server can switch."
      onClose={onClose}
    >
      {data ? (
        <ShownOnce label="Secret" value={data.secret} onClose={onClose}>
          {forReceiver}
        </ShownOnce>
      ) : (
        <ConfirmActions
          problem={error && errorText(error, 'Failed to rotate the secret')}
          isLoading={isLoading}
          action="Rotate Secret"
          onAct={() => void confirmed(() => renew(id))}
          onClose={onClose}
        />
      )}
      {passwordDialog}
    </Dialog>
  );
}
