import type { DeliveriesView } from '@framelift/contracts';
import { Send } from 'lucide-react';
import { formatCount, formatMoment } from '../../lib/format.ts';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { OneLine } from '../../ui/layout/Text.tsx';
import { Actions } from '../../ui/layout/Toolbar.tsx';
import { type Column, Table } from '../../ui/lists/Table.tsx';
import { ListBody } from '../ListBody.tsx';
import { usePages } from '../useList.ts';
import type { WebhookDialogProps } from './webhookDialog.ts';
import { DELIVERIES, useDeliveriesQuery, useTellAgainMutation } from './webhooksApi.ts';

const LOOK_AGAIN_MS = 3_000;
type Delivery = DeliveriesView['deliveries'][number];

const outcomes = { sent: ['green', 'Sent'], waiting: ['yellow', 'Waiting'], dropped: ['grey', 'Dropped'] } as const;

const deliveryColumns = (onAgain: (delivery: Delivery) => void): Column<Delivery>[] => [
  {
    header: 'Event',
    cell: ({ type, recordedAt }) => <OneLine text={<strong>{type}</strong>} about={formatMoment(recordedAt)} />,
    long: true,
  },
  { header: 'Outcome', cell: ({ outcome }) => <Badge tone={outcomes[outcome][0]}>{outcomes[outcome][1]}</Badge> },
  { header: 'Attempts', cell: ({ attempts }) => formatCount(attempts), numeric: true },
  {
    header: 'Last answer',
    cell: ({ response, nextAttemptAt, doneAt }) => (
      <OneLine
        text={response ?? 'No answer yet'}
        about={nextAttemptAt ? `next attempt ${formatMoment(nextAttemptAt)}` : doneAt && formatMoment(doneAt)}
      />
    ),
    long: true,
  },
  {
    header: 'Actions',
    cell: (delivery) =>
      delivery.outcome !== 'waiting' && (
        <Actions end>
          <Button size="small" aria-label={`Send again: ${delivery.type}, event ${delivery.position}`} onClick={() => onAgain(delivery)}>
            Send again
          </Button>
        </Actions>
      ),
  },
];

/** Deliveries of a webhook in the last 90 days, newest first, with the responses. */
export function DeliveriesDialog({ webhook: { id, name }, onClose }: WebhookDialogProps) {
  const list = usePages(DELIVERIES);
  const { after } = list.asked;
  const answer = useDeliveriesQuery({ id, after }, { pollingInterval: LOOK_AGAIN_MS, skipPollingIfUnfocused: true });
  const [again, { error }] = useCommand(useTellAgainMutation());
  const deliveries = answer.data?.deliveries ?? [];
  return (
    <Dialog title={`Deliveries of ${name}`} wide={deliveries.length ? 'full' : undefined} onClose={onClose}>
      {error && <Banner tone="error" text={errorText(error, 'Failed to send the event again')} />}
      <ListBody answer={answer} list={list} failure="Failed to fetch the deliveries">
        {deliveries.length === 0 ? (
          <Empty icon={<Send />} text="No deliveries yet." hint="Events from the moment it was added are delivered here." />
        ) : (
          <Table
            caption="Deliveries"
            columns={deliveryColumns(({ position }) => void again({ id, position }))}
            rows={deliveries}
            keyOf={({ position }) => String(position)}
          />
        )}
      </ListBody>
    </Dialog>
  );
}
