import { type DragEvent, type ReactNode, useState } from 'react';
import { useFieldArray } from 'react-hook-form';
import { Faint } from '../../ui/layout/Text.tsx';
import { Actions } from '../../ui/layout/Toolbar.tsx';
import type { FieldsFormReturn, Values } from './fieldValues.ts';
import { OrderedRow, type RowWords } from './OrderedRow.tsx';
import styles from './records.module.css';

interface Props {
  form: FieldsFormReturn;
  label: string;
  hint?: string | undefined;
  /** Where the records are in the form. */
  at: string;
  /** `place` counts from 0, `count` is of all records. */
  rowOf: (record: Values, place: number, count: number) => RowWords;
  /** Between the title of a record and its buttons. */
  renderAside?: (record: Values, at: string) => ReactNode;
  /** The inputs of a record, by where it is in the form; null: it has none. */
  renderFields: (record: string, values: Values) => ReactNode;
  /** What adds a record: `add` takes its values and the field that gets the focus. `replace` takes the values of all. */
  renderAdd: (add: (values: Values, field: string) => void, count: number, replace: (all: readonly Values[]) => void) => ReactNode;
}

/** Records that are added, removed, and ordered by drag or by buttons. One shows its fields once it is opened. */
export function OrderedList({ form, label, hint, at, rowOf, renderAside, renderFields, renderAdd }: Props) {
  const { fields: records, append, remove, move, replace } = useFieldArray({ control: form.control, name: at as never });
  const [opened, setOpened] = useState<readonly string[]>([]);
  const [dragged, setDragged] = useState<number | null>(null);
  const [isAdding, setAdding] = useState(false);
  const last = records.at(-1)?.id;
  const isOpen = (id: string) => opened.includes(id) || (isAdding && id === last);

  const drop = (event: DragEvent, to: number) => {
    event.preventDefault();
    if (dragged !== null && dragged !== to) move(dragged, to);
    setDragged(null);
  };

  return (
    <fieldset className={styles.records}>
      <legend className={styles.legend}>{label}</legend>
      {hint && <Faint>{hint}</Faint>}
      <ol className={styles.list}>
        {records.map(({ id }, i) => (
          // Keyboards have the buttons.
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
          <li
            key={id}
            className={dragged === i ? styles.dragged : styles.record}
            onDragOver={(event) => dragged !== null && event.preventDefault()}
            onDrop={(event) => drop(event, i)}
          >
            <OrderedRow
              form={form}
              at={`${at}.${i}`}
              rowOf={(values) => rowOf(values, i, records.length)}
              renderAside={renderAside}
              renderFields={renderFields}
              isOpen={isOpen(id)}
              onToggle={(open) => setOpened(open ? [...opened, id] : opened.filter((other) => other !== id))}
              onDrag={() => setDragged(i)}
              onDragEnd={() => setDragged(null)}
              order={{ isFirst: i === 0, isLast: i === records.length - 1, onMove: (by) => move(i, i + by), onRemove: () => remove(i) }}
            />
          </li>
        ))}
      </ol>
      <Actions>
        {renderAdd(
          (values, field) => {
            append(values as never, { focusName: `${at}.${records.length}.${field}` });
            setAdding(true);
          },
          records.length,
          (all) => replace(all as never),
        )}
      </Actions>
    </fieldset>
  );
}
