import type { KeyboardEvent } from 'react';
import { useNavigate } from 'react-router';
import { RailPlace, type ShellPlace } from './RailPlace.tsx';
import styles from './Rail.module.css';

export interface PlaceGroup {
  heading?: string;
  places: ShellPlace[];
}

/** How many things wait in a place, by its name. */
export type Counts = Partial<Record<string, number>>;

interface Props {
  id: string;
  label: string;
  groups: PlaceGroup[];
  counts: Counts;
  open: string | undefined;
  collapsed?: boolean;
  /** In a sheet, which closes then: arrow keys only move the focus. */
  onChosen?: () => void;
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** The places of a dashboard as a vertical list of tabs that are links; arrow keys go from one to the next. */
export function Rail({ id, label, groups, counts, open, collapsed, onChosen }: Props) {
  const first = groups[0]?.places[0]?.name;
  const hasOpen = groups.some(({ places }) => places.some(({ name }) => name === open));
  const navigate = useNavigate();
  const go = (tab: HTMLElement) => void navigate(tab.getAttribute('href')!);
  const walk = (event: KeyboardEvent<HTMLElement>) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
    // From the element with the focus, not from the open place: that one comes later than fast keys.
    const at = tabs.indexOf(event.target as HTMLElement);
    const step = steps[event.key];
    const to = step ? (at + step + tabs.length) % tabs.length : { Home: 0, End: tabs.length - 1, ' ': at }[event.key];
    if (at < 0 || to === undefined) return;
    event.preventDefault();
    tabs[to]!.focus();
    if (!onChosen || event.key === ' ') go(tabs[to]!);
    if (event.key === ' ') onChosen?.();
  };
  return (
    <div
      role="tablist"
      tabIndex={-1}
      aria-orientation="vertical"
      aria-label={label}
      className={styles.list}
      data-collapsed={collapsed || undefined}
      onKeyDown={walk}
    >
      {groups.map(({ heading, places }) => (
        <div key={heading ?? places[0]!.name} className={styles.group} role="presentation">
          {heading && <span className={styles.heading}>{heading}</span>}
          {places.map((place) => (
            <RailPlace
              key={place.name}
              id={`${id}-${place.name}`}
              place={place}
              count={counts[place.name] ?? 0}
              isOpen={place.name === open}
              isReached={place.name === (hasOpen ? open : first)}
              collapsed={collapsed}
              onChosen={onChosen}
            />
          ))}
        </div>
      ))}
    </div>
  );
}
