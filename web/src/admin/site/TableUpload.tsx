import type { ListField } from '@framelift/contracts/site-fields';
import { type ChangeEvent, useState } from 'react';
import { TextField } from '../../ui/Field.tsx';
import { textOf } from '../payouts/textOf.ts';
import type { Values } from './fieldValues.ts';
import { recordsInTable } from './tableFile.ts';

interface Props {
  field: ListField;
  onRead: (records: readonly Values[]) => void;
}

/** Takes the records of a list from a CSV file, which the browser reads. */
export function TableUpload({ field, onRead }: Props) {
  const [problem, setProblem] = useState<string>();
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (!file) return;
    const { records, problem: found } = recordsInTable(field, await textOf(file));
    setProblem(found && `${file.name}: ${found}`);
    if (records) onRead(records);
    // The same file can be chosen again.
    target.value = '';
  };
  const columns = Object.values(field.of).map(({ label }) => label.toLowerCase());
  return (
    <TextField
      label="From a CSV file"
      hint={`Columns: ${columns.join(', ')}. It replaces all rows; at most ${field.max}.`}
      type="file"
      accept=".csv,.txt,text/csv,text/plain"
      error={problem}
      onChange={(event) => void choose(event)}
    />
  );
}
