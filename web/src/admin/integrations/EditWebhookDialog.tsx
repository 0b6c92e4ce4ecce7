import { useState } from 'react';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { useConfirmed } from '../../session/screens/useConfirmed.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import type { WebhookDialogProps } from './webhookDialog.ts';
import { bodyOf, WebhookForm, type WebhookValues } from './WebhookForm.tsx';
import { useChangeWebhookMutation } from './webhooksApi.ts';
import { useToast } from '../../ui/layout/Toaster.tsx';

/** Changes where a webhook tells, and what; whether it is paused stays. */
export function EditWebhookDialog({ webhook, onClose }: WebhookDialogProps) {
  const toast = useToast();
  // As it was when the dialog opened: the list behind it goes on.
  const [{ id, name, host, types, personal, state, position }] = useState(webhook);
  const [change, { error, isLoading }] = useCommand(useChangeWebhookMutation());
  const { confirmed, passwordDialog } = useConfirmed();
  const send = async (values: WebhookValues) => {
    const url = values.url.trim();
    const body = { ...bodyOf(values), ...(url ? { url } : {}), paused: state !== 'active' };
    const { error: refused } = await confirmed(() => change({ id, body: { ...body, editBase: position } }));
    if (refused) return;
    onClose();
    toast.success(`${body.name} saved`);
  };
  return (
    <Dialog title={`Edit ${name}`} onClose={onClose}>
      <WebhookForm
        defaults={{ name, url: '', chosen: types.length === 0 ? 'all' : 'some', types, personal }}
        host={host}
        problem={error && errorText(error, 'Failed to save the webhook')}
        isLoading={isLoading}
        action="Save"
        onSend={(values) => void send(values)}
        onClose={onClose}
      />
      {passwordDialog}
    </Dialog>
  );
}
