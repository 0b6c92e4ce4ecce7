import { X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { formatCount } from '../../lib/format.ts';
import { useMedia } from '../../ui/useMedia.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Dialog } from '../../ui/dialogs/Dialog.tsx';
import { EventDetail } from './EventDetail.tsx';
import type { EventFilter } from './eventHistoryApi.ts';
import styles from './EventPane.module.css';

interface Props {
  position: number;
  onChoose: (position: number) => void;
  onFilter: (changes: Partial<EventFilter>) => void;
  onClose: () => void;
}

/** One event beside the list; over it where there is no room. */
export function EventPane({ position, onClose, ...rest }: Props) {
  const isWide = useMedia('(min-width: 64rem)');
  const heading = useRef<HTMLHeadingElement>(null);
  // The list is one stop of the Tab key and may be long: opening an event moves the focus into it.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    if (!isWide) return;
    const leave = (event: KeyboardEvent) => event.key === 'Escape' && onClose();
    window.addEventListener('keydown', leave);
    return () => window.removeEventListener('keydown', leave);
  }, [isWide, onClose]);
  const title = `Event #${formatCount(position)}`;
  if (!isWide)
    return (
      <Dialog title={title} onClose={onClose} wide>
        <EventDetail position={position} {...rest} />
      </Dialog>
    );
  return (
    <Card as="section" className={styles.pane} aria-labelledby="event-title">
      <div className={styles.head}>
        <h2 id="event-title" ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        <Button variant="ghost" size="small" icon aria-label="Close" onClick={onClose}>
          <X aria-hidden />
        </Button>
      </div>
      <div className={styles.body}>
        <EventDetail position={position} {...rest} />
      </div>
    </Card>
  );
}
