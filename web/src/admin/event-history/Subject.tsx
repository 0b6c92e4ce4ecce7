import type { EventView } from '@framelift/contracts';
import { shortened } from '../../lib/format.ts';
import styles from './EventRow.module.css';

/** What the stream of an event is about: an account or invoice by its name, otherwise the stream's id. */
export const Subject = ({ event: { streamId, about } }: { event: Pick<EventView, 'streamId' | 'about'> }) => (
  <span className={about ? styles.about : styles.stream} title={streamId}>
    {about ? shortened(about) : streamId}
  </span>
);
