import { SelectField, TextField } from '../../ui/Field.tsx';
import { Choice } from '../../ui/lists/Choice.tsx';
import type { Wanted } from './tweakList.ts';
import styles from './tweaks.module.css';

const sortLabels = { none: 'None', newest: 'Newest first', oldest: 'Oldest first' } as const;

interface Props {
  wanted: Wanted;
  tags: readonly string[];
  onChange: (part: Partial<Wanted>) => void;
}

export function Filters({ wanted, tags, onChange }: Props) {
  const tagLabels = Object.fromEntries([['', 'All tags'], ...tags.map((tag) => [tag, tag])]) as Record<string, string>;
  return (
    <search className={styles.filters}>
      <TextField
        label="Search"
        type="search"
        placeholder="Title, description or tag"
        value={wanted.search}
        onChange={(event) => onChange({ search: event.target.value })}
      />
      <SelectField label="Sort" value={wanted.sort} onChange={(event) => onChange({ sort: event.target.value as Wanted['sort'] })}>
        {Object.entries(sortLabels).map(([sort, label]) => (
          <option key={sort} value={sort}>
            {label}
          </option>
        ))}
      </SelectField>
      <Choice legend="Tag" chips options={tagLabels} chosen={wanted.tag} onChoose={(tag) => onChange({ tag })} />
    </search>
  );
}
