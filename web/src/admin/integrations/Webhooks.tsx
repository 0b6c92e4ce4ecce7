import type { WebhookView } from '@framelift/contracts';
import { Webhook } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { errorText } from '../../session/api/api.ts';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { SectionTitle } from '../../ui/layout/SectionTitle.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { Soft } from '../../ui/layout/Text.tsx';
import { TableCard } from '../../ui/layout/TitledCard.tsx';
import { Toolbar } from '../../ui/layout/Toolbar.tsx';
import { Table } from '../../ui/lists/Table.tsx';
import { AddWebhookDialog } from './AddWebhookDialog.tsx';
import { DeliveriesDialog } from './DeliveriesDialog.tsx';
import { EditWebhookDialog } from './EditWebhookDialog.tsx';
import { PauseWebhookDialog } from './PauseWebhookDialog.tsx';
import { RemoveWebhook } from './RemoveWebhook.tsx';
import { RenewSecretDialog } from './RenewSecretDialog.tsx';
import { TestWebhookDialog } from './TestWebhookDialog.tsx';
import { type WebhookAct, webhookColumns } from './webhookColumns.tsx';
import type { WebhookDialogProps } from './webhookDialog.ts';
import { useWebhooksQuery } from './webhooksApi.ts';

/** Deliveries are not events of the log, so no live update reports them. */
const LOOK_AGAIN_MS = 10_000;

const dialogs: Record<WebhookAct, ComponentType<WebhookDialogProps>> = {
  deliveries: DeliveriesDialog,
  test: TestWebhookDialog,
  pause: PauseWebhookDialog,
  edit: EditWebhookDialog,
  secret: RenewSecretDialog,
  remove: RemoveWebhook,
};

/** Addresses of other software that receive events. */
export function Webhooks() {
  const { data, error, isFetching, refetch } = useWebhooksQuery(undefined, {
    pollingInterval: LOOK_AGAIN_MS,
    skipPollingIfUnfocused: true,
  });
  const [adding, setAdding] = useState(false);
  const [doing, setDoing] = useState<{ act: WebhookAct; webhook: WebhookView } | null>(null);
  if (error && !data && !isFetching) return <Failed text={errorText(error, 'Failed to fetch the webhooks')} onRetry={refetch} />;
  if (!data) return <Loading text="Loading webhooks..." />;
  const { webhooks } = data;
  const Acting = doing && dialogs[doing.act];
  return (
    <Stack>
      <Toolbar>
        <div>
          <SectionTitle>Webhooks</SectionTitle>
          <Soft>Webhooks notify your server of events as they happen, signed and in order.</Soft>
        </div>
        <Button onClick={() => setAdding(true)}>
          <Webhook aria-hidden />
          Add a webhook
        </Button>
      </Toolbar>
      <TableCard>
        {webhooks.length === 0 ? (
          <Empty icon={<Webhook />} text="No webhooks." hint="Add one to receive sales, cashouts and affiliates." />
        ) : (
          <Table
            caption="Webhooks"
            columns={webhookColumns((act, webhook) => setDoing({ act, webhook }))}
            rows={webhooks}
            keyOf={({ id }) => id}
          />
        )}
      </TableCard>
      {adding && <AddWebhookDialog onClose={() => setAdding(false)} />}
      {Acting && doing && <Acting webhook={doing.webhook} onClose={() => setDoing(null)} />}
    </Stack>
  );
}
