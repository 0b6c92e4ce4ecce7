import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { Facts } from '../../ui/layout/Facts.tsx';
import { ConfirmActions } from './ConfirmActions.tsx';
import type { WebhookDialogProps } from './webhookDialog.ts';
import { useTestWebhookMutation } from './webhooksApi.ts';

const isFine = (status: number | null) => status !== null && status >= 200 && status < 300;

/** Sends a webhook an event that says nothing, and shows the answer. */
export function TestWebhookDialog({ webhook: { id, name, host }, onClose }: WebhookDialogProps) {
  const [send, { data, error, isLoading }] = useCommand(useTestWebhookMutation());
  return (
    <Dialog title={`Test ${name}`} description={`Sends one signed event of type webhook.test to ${host}.`} onClose={onClose}>
      <div aria-live="polite">
        {data && (
          <Facts
            as="rows"
            facts={[
              [
                'Status',
                <Badge key="status" tone={isFine(data.status) ? 'green' : 'red'}>
                  {data.status ? String(data.status) : 'No answer'}
                </Badge>,
              ],
              ['Took', `${data.tookMs} ms`],
              ['Answer', data.response || 'Nothing'],
            ]}
          />
        )}
      </div>
      <ConfirmActions
        problem={error && errorText(error, 'Failed to send the event')}
        isLoading={isLoading}
        action={isLoading ? 'Sending...' : 'Send a test event'}
        away="Close"
        onAct={() => void send(id)}
        onClose={onClose}
      />
    </Dialog>
  );
}
