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
  tiers?: Record<string, string>;
}

/** Search, filters and order of a list. */
export function ListTools({ list: { asked: query, change }, search, sorts, statuses, tiers }: Props) {
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
      {statuses && <Filter label="Status" options={statuses} value={query.status} onChange={(status) => change({ status })} />}
      {tiers && <Filter label="Tier" options={tiers} value={query.tier} onChange={(tier) => change({ tier })} />}
      <Filter
        label="Sort by"
        options={sorts}
        value={query.sort || usual!}
        onChange={(sort) => change({ sort: sort === usual ? '' : sort })}
      />
    </search>
  );
}

interface FilterProps {
  label: string;
  /** Name of the server's → what a person reads. */
  options: Record<string, string>;
  value: string;
  onChange: (name: string) => void;
}

function Filter({ label, options, value, onChange }: FilterProps) {
  return (
    <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
      {Object.entries(options).map(([name, text]) => (
        <option key={name} value={name}>
          {text}
        </option>
      ))}
    </select>
  );
}
