import { tweakTags } from '@framelift/contracts/content/tweaks';
import { SelectField, TextField } from '../../ui/Field.tsx';
import type { Wanted } from './tweakList.ts';
import styles from './tweaks.module.css';

const sortLabels = { none: 'None', newest: 'Newest first', oldest: 'Oldest first' } as const;

export function Filters({ wanted, onChange }: { wanted: Wanted; onChange: (part: Partial<Wanted>) => void }) {
  return (
    <search className={styles.filters}>
      <TextField
        label="Search"
        type="search"
        placeholder="Title, description or tag"
        value={wanted.search}
        onChange={(event) => onChange({ search: event.target.value })}
      />
      <SelectField label="Tag" value={wanted.tag} onChange={(event) => onChange({ tag: event.target.value as Wanted['tag'] })}>
        <option value="">All tags</option>
        {tweakTags.map((tag) => (
          <option key={tag}>{tag}</option>
        ))}
      </SelectField>
      <SelectField label="Sort" value={wanted.sort} onChange={(event) => onChange({ sort: event.target.value as Wanted['sort'] })}>
        {Object.entries(sortLabels).map(([sort, label]) => (
          <option key={sort} value={sort}>
            {label}
          </option>
        ))}
      </SelectField>
    </search>
  );
}
