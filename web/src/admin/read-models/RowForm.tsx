import type { ReadModelsView } from '@framelift/contracts';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { SelectField, TextField } from '../../ui/Field.tsx';
import { Soft } from '../../ui/layout/Text.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import styles from './RowForm.module.css';
import type { RowPlace } from './rowAddress.ts';

interface Props {
  readModels: ReadModelsView['readModels'];
  onOpen: (place: RowPlace) => void;
}

/** Asks for one row by its table and key. */
export function RowForm({ readModels, onOpen }: Props) {
  const tables = readModels.flatMap(({ name, tables: all }) =>
    all.map((table) => ({ readModel: name, table: table.name, columns: table.key })),
  );
  const [chosen, setChosen] = useState(0);
  const [values, setValues] = useState<Record<string, string>>({});
  const place = tables[chosen];
  if (!place) return null;
  const key = place.columns.map((column) => values[column]?.trim() ?? '');
  return (
    <TitledCard title="Explain a row" tight>
      <Soft>Shows each event that changed a row, with the row before and after.</Soft>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          onOpen({ readModel: place.readModel, table: place.table, key });
        }}
      >
        <SelectField label="Table" value={chosen} onChange={(event) => setChosen(Number(event.target.value))}>
          {tables.map(({ readModel, table }, i) => (
            <option key={`${readModel}.${table}`} value={i}>{`${readModel}.${table}`}</option>
          ))}
        </SelectField>
        {place.columns.map((column) => (
          <TextField
            key={column}
            label={column}
            required
            autoComplete="off"
            value={values[column] ?? ''}
            onChange={(event) => setValues({ ...values, [column]: event.target.value })}
          />
        ))}
        <Button type="submit">Show steps</Button>
      </form>
    </TitledCard>
  );
}
