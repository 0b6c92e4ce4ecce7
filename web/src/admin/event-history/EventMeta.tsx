import type { EventView } from '@framelift/contracts';
import type { ReactNode } from 'react';
import { formatMoment } from '../../lib/format.ts';
import type { EventFilter } from './eventHistoryApi.ts';
import styles from './EventDetail.module.css';
import { EventPart } from './EventPart.tsx';
import type { EventMetadata } from './eventWords.ts';

interface Props {
  event: EventView;
  /** Shows everything that has this in common with the event. */
  onFilter: (changes: Partial<EventFilter>) => void;
}

/** Who, when and why; what other events share leads to them. */
export function EventMeta({ event, onFilter }: Props) {
  const { id, streamId, version, schemaVersion, recordedAt, type } = event;
  const { actor, occurredAt, commandId, correlationId, causationId, traceparent } = event.metadata as EventMetadata;
  const link = (text: string, label: string, changes: Partial<EventFilter>) => (
    <button type="button" className={styles.link} aria-label={`Show all ${label} ${text}`} onClick={() => onFilter(changes)}>
      {text}
    </button>
  );
  const rows: [string, ReactNode][] = [
    [
      'Stream',
      <>
        {link(streamId, 'of stream', { stream: streamId })} · version {version}
      </>,
    ],
    [
      'Type',
      <>
        {link(type, 'of type', { type })} · schema {schemaVersion}
      </>,
    ],
    ['Actor', link(`${actor.kind} ${actor.id}`, 'by', { actor: actor.kind === 'visitor' ? actor.kind : actor.id })],
    ['Occurred', formatMoment(occurredAt)],
    ['Recorded', formatMoment(recordedAt)],
    ['Event id', id],
    ['Command', link(commandId, 'of command', { search: commandId })],
    ['Correlation', link(correlationId, 'of correlation', { search: correlationId })],
    ...(causationId ? [['Caused by', link(causationId, 'of cause', { search: causationId })] as [string, ReactNode]] : []),
    ...(traceparent ? [['Trace', traceparent] as [string, ReactNode]] : []),
  ];
  return (
    <EventPart title="Metadata">
      <dl className={styles.fields}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </EventPart>
  );
}
