import { useCallback } from 'react';
import { SearchField } from '../ui/layout/SearchField.tsx';
import { useDraft } from './useDraft.ts';
import styles from './list.module.css';
import type { List } from './useList.ts';

interface Props {
  list: List;
  /** What the search looks into. */
  search: string;
  /** Name of the server's → what a person reads; the first is the usual one. */
  sorts: Record<string, string>;
  statuses?: Record<string, string>;
}

/** Search, order and status of a list. */
export function ListTools({ list: { asked: query, change }, search, sorts, statuses }: Props) {
  const commit = useCallback((text: string) => change({ search: text.trim() }), [change]);
  const [draft, setDraft] = useDraft(query.search, commit);
  const [usual] = Object.keys(sorts);
  return (
    <search className={styles.tools}>
      <SearchField
        label={search}
        placeholder={search}
        className={styles.search}
        value={draft}
        onChange={(event) => setDraft(event.target.value)}
      />
      {statuses && (
        <select aria-label="Status" value={query.status} onChange={(event) => change({ status: event.target.value })}>
          {Object.entries(statuses).map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      )}
      <select
        aria-label="Sort by"
        value={query.sort || usual}
        onChange={(event) => change({ sort: event.target.value === usual ? '' : event.target.value })}
      >
        {Object.entries(sorts).map(([name, label]) => (
          <option key={name} value={name}>
            {label}
          </option>
        ))}
      </select>
    </search>
  );
}
