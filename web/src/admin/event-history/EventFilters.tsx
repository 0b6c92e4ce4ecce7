import type { Topic } from '@framelift/contracts';
import { SlidersHorizontal, X } from 'lucide-react';
import { type ComponentProps, useId, useState } from 'react';
import { SearchField } from '../../ui/layout/SearchField.tsx';
import { toLocal, toUtc } from '../localTime.ts';
import { useDraft } from '../useDraft.ts';
import { Button } from '../../ui/Button.tsx';
import { SelectField, TextField } from '../../ui/Field.tsx';
import type { EventFilter } from './eventHistoryApi.ts';
import styles from './EventFilters.module.css';
import { eventsAbout, inWords, topics } from './eventWords.ts';

interface Props {
  filter: EventFilter;
  onChange: (changes: Partial<EventFilter>) => void;
  onClear: () => void;
}

function DraftField({ value, onCommit, ...rest }: ComponentProps<typeof TextField> & { value: string; onCommit: (text: string) => void }) {
  const [draft, setDraft] = useDraft(value, onCommit);
  return <TextField {...rest} value={draft} onChange={(event) => setDraft(event.target.value)} />;
}

export function EventFilters({ filter, onChange, onClear }: Props) {
  const id = useId();
  const set = (name: keyof EventFilter) => (text: string) => onChange({ [name]: text.trim() });
  const [search, setSearch] = useDraft(filter.search, set('search'));
  const narrowing = Object.values(filter).filter(Boolean).length;
  const [isOpen, setOpen] = useState(false);
  return (
    <search className={styles.filters} aria-label="Event filters">
      <div className={styles.searching}>
        <SearchField
          label="Search by id"
          large
          placeholder="Event, stream, invoice, cashout, command or correlation id"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          autoComplete="off"
          spellCheck={false}
        />
        <Button aria-expanded={isOpen} aria-controls={`${id}-fields`} onClick={() => setOpen(!isOpen)}>
          <SlidersHorizontal aria-hidden />
          Filters{narrowing > 0 && ` (${narrowing})`}
        </Button>
        {narrowing > 0 && (
          <Button variant="ghost" onClick={onClear}>
            <X aria-hidden />
            Clear
          </Button>
        )}
      </div>
      <div id={`${id}-fields`} className={styles.fields} hidden={!isOpen}>
        <SelectField label="Type" value={filter.type} onChange={(event) => onChange({ type: event.target.value })}>
          <option value="">All types</option>
          {Object.entries(topics).map(([topic, label]) => (
            <optgroup key={topic} label={label}>
              {eventsAbout(topic as Topic).map((type) => (
                <option key={type} value={type}>
                  {inWords(type)}
                </option>
              ))}
            </optgroup>
          ))}
        </SelectField>
        <DraftField label="Stream" placeholder="checkout-…" value={filter.stream} onCommit={set('stream')} />
        <DraftField label="Affiliate" placeholder="Username or id" value={filter.affiliate} onCommit={set('affiliate')} />
        <DraftField label="Actor" placeholder="admin, store, a name…" value={filter.actor} onCommit={set('actor')} />
        <TextField
          label="From"
          type="datetime-local"
          value={toLocal(filter.from)}
          onChange={(e) => onChange({ from: toUtc(e.target.value) })}
        />
        <TextField
          label="Until"
          type="datetime-local"
          value={toLocal(filter.to)}
          onChange={(e) => onChange({ to: toUtc(e.target.value) })}
        />
        <DraftField label="Up to position" type="number" inputMode="numeric" min={1} value={filter.position} onCommit={set('position')} />
      </div>
    </search>
  );
}
