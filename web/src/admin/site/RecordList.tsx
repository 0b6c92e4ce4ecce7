import { emptyRecord, type ListField } from '@framelift/contracts/site-fields';
import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { type FieldsFormReturn, valuesOf } from './fieldValues.ts';
import { OrderedList } from './OrderedList.tsx';
import { TableUpload } from './TableUpload.tsx';

interface Props {
  form: FieldsFormReturn;
  field: ListField;
  at: string;
  /** The inputs of a record, by where it is in the form. */
  renderFields: (record: string) => ReactNode;
}

/** The records of a list. */
export function RecordList({ form, field, at, renderFields }: Props) {
  const { label, hint, one, of, titledBy, min, max, isTable } = field;
  return (
    <OrderedList
      form={form}
      label={label}
      hint={hint}
      at={at}
      rowOf={(record, place, count) => {
        const title = String(record[titledBy] ?? '');
        return { title: title || `New ${one}`, name: title || `${one} ${place + 1}`, isKept: count <= min };
      }}
      renderFields={renderFields}
      renderAdd={(add, count, replace) => (
        <>
          <Button size="small" disabled={count >= max} onClick={() => add(valuesOf(of, emptyRecord(of)), titledBy)}>
            <Plus aria-hidden />
            Add a {one}
          </Button>
          {isTable && <TableUpload field={field} onRead={(records) => replace(records.map((record) => valuesOf(of, record)))} />}
        </>
      )}
    />
  );
}
