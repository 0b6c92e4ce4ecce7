import type { EventView } from '@framelift/contracts';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { EventRow } from './EventRow.tsx';
import styles from './EventList.module.css';

interface Props {
  events: readonly EventView[];
  chosen: number | null;
  onChoose: (position: number) => void;
  /** The end is in sight. */
  onEnd: () => void;
}

const ROW_PX = 44;
const AHEAD = 25;
/** What the dashboard's bar covers, and a little air. */
const BAR_PX = 80;
const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 10, PageUp: -10 };

/** Events below each other, however many: only what can be seen is in the page. One stop of the Tab key; arrows go along it. */
export function EventList({ events, chosen, onChoose, onEnd }: Props) {
  const list = useRef<HTMLUListElement>(null);
  const [above, setAbove] = useState(0);
  const [active, setActive] = useState(0);
  const wanted = useRef<number | null>(null);
  useEffect(() => setAbove((list.current?.getBoundingClientRect().top ?? 0) + window.scrollY), []);

  // oxlint-disable-next-line react/incompatible-library -- nothing here is compiled by React's compiler
  const virtual = useWindowVirtualizer({
    count: events.length,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => events[index]!.position,
    overscan: 8,
    scrollMargin: above,
    scrollPaddingStart: BAR_PX,
  });
  const rows = virtual.getVirtualItems();
  const last = rows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (events.length && last >= events.length - AHEAD) onEnd();
  }, [last, events.length, onEnd]);

  // A row that had to be scrolled to is focused as soon as it is there.
  useEffect(() => {
    const index = wanted.current;
    const button = index === null ? null : list.current?.querySelector<HTMLElement>(`[data-index="${index}"] button`);
    if (!button) return;
    wanted.current = null;
    button.focus({ preventScroll: true });
  });

  const go = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (!step) return;
    event.preventDefault();
    const next = Math.min(events.length - 1, Math.max(0, active + step));
    wanted.current = next;
    setActive(next);
    virtual.scrollToIndex(next, { align: 'auto' });
  };
  const stop = rows.some((row) => row.index === active) ? active : rows[0]?.index;

  return (
    <ul ref={list} className={styles.list} style={{ height: virtual.getTotalSize() }} aria-label="Events, newest first">
      {rows.map(({ index, key, start }) => (
        <li
          key={key}
          ref={virtual.measureElement}
          data-index={index}
          className={styles.row}
          style={{ transform: `translateY(${start - above}px)` }}
          aria-setsize={-1}
          aria-posinset={index + 1}
        >
          <EventRow
            event={events[index]!}
            isChosen={events[index]!.position === chosen}
            isStop={index === stop}
            onFocus={() => setActive(index)}
            onKeyDown={go}
            onChoose={onChoose}
          />
        </li>
      ))}
    </ul>
  );
}
