import type { WithdrawnEventView } from '@framelift/contracts';
import { withdrawnKinds } from '@framelift/contracts/withdrawn';
import { type ReactNode, useState } from 'react';
import { errorText } from '../../session/api/api.ts';
import { useCommand } from '../../session/api/useCommand.ts';
import { PAGE_SIZE } from '../../session/api/paging.ts';
import { useConfirmed } from '../../session/screens/useConfirmed.tsx';
import { formatCount, formatDate, formatMoment, formatMoney } from '../../lib/format.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Faint, Soft } from '../../ui/layout/Text.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import { useToast } from '../../ui/layout/Toaster.tsx';
import { Actions } from '../../ui/layout/Toolbar.tsx';
import { type Column, Table } from '../../ui/lists/Table.tsx';
import { AffiliateLink } from '../AffiliateLink.tsx';
import { Pager } from '../Pager.tsx';
import { usePages } from '../useList.ts';
import { useRecordWithdrawnEventMutation, useWithdrawnEventsQuery } from './backupsApi.ts';
import { withdrawnName } from './backupTexts.ts';
import { LeaveOutDialog } from './LeaveOutDialog.tsx';

function State({ event: { state, recordedAs, reason, instead } }: { event: WithdrawnEventView }) {
  if (state === 'recorded')
    return (
      <>
        <Badge tone="green">Recorded</Badge> {recordedAs !== null && <Faint as="span">as event {formatCount(recordedAs)}</Faint>}
      </>
    );
  if (state === 'leftOut')
    return (
      <>
        <Badge>Left out</Badge> <Faint as="span">{reason}</Faint>
      </>
    );
  return instead ? <Faint as="span">{instead}</Faint> : <Badge tone="yellow">Open</Badge>;
}

const columnsWith = (actions: (event: WithdrawnEventView) => ReactNode): Column<WithdrawnEventView>[] => [
  { header: 'Event', cell: ({ type }) => withdrawnKinds[type].label },
  { header: 'Affiliate', cell: ({ affiliate }) => (affiliate ? <AffiliateLink affiliate={affiliate} /> : 'Withdrawn too') },
  { header: 'Amount', cell: ({ amount }) => (amount === null ? '–' : formatMoney(amount)), numeric: true },
  { header: 'When', cell: ({ happenedAt }) => <time title={formatMoment(happenedAt)}>{formatDate(happenedAt)}</time> },
  { header: 'State', cell: (event) => <State event={event} /> },
  { header: 'Actions', cell: (event) => <Actions end>{actions(event)}</Actions> },
];

/** What fell out of accounts when the system went back: each event is recorded again or left out. Nothing while there is none. */
export function WithdrawnEvents() {
  const list = usePages(PAGE_SIZE);
  const { data } = useWithdrawnEventsQuery(list.asked.after);
  const [leaving, setLeaving] = useState<WithdrawnEventView>();
  const [record, { isLoading }] = useCommand(useRecordWithdrawnEventMutation());
  const { confirmed, passwordDialog } = useConfirmed();
  const toast = useToast();
  if (!data?.events.length) return null;
  const recordIt = async ({ id }: WithdrawnEventView) => {
    const { error } = await confirmed(() => record(id));
    if (error) toast.error(errorText(error, 'Failed to record the event again'));
    else toast.success('Recorded again.');
  };
  const actions = (event: WithdrawnEventView) => {
    if (event.state !== 'open') return null;
    const about = withdrawnName(event);
    return (
      <>
        {!event.instead && (
          <Button size="small" disabled={isLoading} aria-label={`Record again: ${about}`} onClick={() => void recordIt(event)}>
            Record again
          </Button>
        )}
        <Button size="small" variant="ghost" aria-label={`Leave out: ${about}`} onClick={() => setLeaving(event)}>
          Leave out
        </Button>
      </>
    );
  };
  return (
    <TitledCard title="Withdrawn events" beside={data.open ? <Badge tone="yellow">{`${formatCount(data.open)} open`}</Badge> : undefined}>
      <Soft>
        These fell out of affiliates’ accounts when the system went back. Record each again or leave it out. It is recorded as of now, and
        all rules apply.
      </Soft>
      <Table caption="Withdrawn events" columns={columnsWith(actions)} rows={data.events} keyOf={({ id }) => id} />
      <Pager list={list} begin={data.next} count={data.events.length} />
      {leaving && <LeaveOutDialog event={leaving} onClose={() => setLeaving(undefined)} />}
      {passwordDialog}
    </TitledCard>
  );
}
