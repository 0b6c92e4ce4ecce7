import type { EventView } from '@framelift/contracts';
import type { KeyboardEvent } from 'react';
import { formatCount, formatMoment } from '../../lib/format.ts';
import styles from './EventRow.module.css';
import { amountIn, type EventMetadata, inWords, topicOf } from './eventWords.ts';
import { Subject } from './Subject.tsx';

interface Props {
  event: EventView;
  isChosen: boolean;
  isStop: boolean;
  onFocus: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onChoose: (position: number) => void;
}

/** One event of the list. */
export function EventRow({ event, isChosen, isStop, onFocus, onKeyDown, onChoose }: Props) {
  const { position, type, data, metadata, recordedAt } = event;
  const { actor } = metadata as EventMetadata;
  const amount = amountIn(data);
  return (
    <button
      type="button"
      className={styles.event}
      aria-current={isChosen || undefined}
      data-topic={topicOf(type)}
      tabIndex={isStop ? 0 : -1}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      onClick={() => onChoose(position)}
    >
      <span className={styles.dot} aria-hidden />
      <span className={styles.what}>
        <span className={styles.type}>{inWords(type)}</span>
        {amount && <span className={styles.amount}>{amount}</span>}
        <Subject event={event} />
      </span>
      <span className={styles.actor}>{actor.kind}</span>
      <time className={styles.at} dateTime={recordedAt}>
        {formatMoment(recordedAt)}
      </time>
      <span className={styles.position}>#{formatCount(position)}</span>
    </button>
  );
}
