import { emptyRecord, type ListField } from '@framelift/contracts/site-fields';
import { GripVertical, Plus } from 'lucide-react';
import { type DragEvent, type ReactNode, useState } from 'react';
import { useFieldArray, useWatch } from 'react-hook-form';
import { Button } from '../../ui/Button.tsx';
import { Faint } from '../../ui/layout/Text.tsx';
import { Actions } from '../../ui/layout/Toolbar.tsx';
import { type FieldsFormReturn, type Values, valuesOf } from './fieldValues.ts';
import { OrderButtons } from './OrderButtons.tsx';
import styles from './site.module.css';

interface Props {
  form: FieldsFormReturn;
  field: ListField;
  at: string;
  /** The inputs of a record, by where it is in the form. */
  renderFields: (record: string) => ReactNode;
}

/** Records that are added, removed, and ordered by drag or by buttons. One shows its fields once it is opened. */
export function RecordList({ form, field, at, renderFields }: Props) {
  const { fields: records, append, remove, move } = useFieldArray({ control: form.control, name: at as never });
  const [opened, setOpened] = useState<readonly string[]>([]);
  const [dragged, setDragged] = useState<number | null>(null);
  const [isAdding, setAdding] = useState(false);
  const { label, hint, one, of, titledBy, min, max } = field;
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
            <Record
              form={form}
              field={field}
              at={`${at}.${i}`}
              place={i}
              renderFields={renderFields}
              isOpen={isOpen(id)}
              onToggle={(open) => setOpened(open ? [...opened, id] : opened.filter((other) => other !== id))}
              onDrag={() => setDragged(i)}
              onDragEnd={() => setDragged(null)}
              order={{
                isFirst: i === 0,
                isLast: i === records.length - 1,
                isKept: records.length <= min,
                onMove: (by) => move(i, i + by),
                onRemove: () => remove(i),
              }}
            />
          </li>
        ))}
      </ol>
      <Actions>
        <Button
          size="small"
          disabled={records.length >= max}
          onClick={() => {
            append(valuesOf(of, emptyRecord(of)) as never, { focusName: `${at}.${records.length}.${titledBy}` });
            setAdding(true);
          }}
        >
          <Plus aria-hidden />
          Add a {one}
        </Button>
      </Actions>
    </fieldset>
  );
}

interface RecordProps extends Props {
  place: number;
  isOpen: boolean;
  onToggle: (open: boolean) => void;
  onDrag: () => void;
  onDragEnd: () => void;
  order: Omit<React.ComponentProps<typeof OrderButtons>, 'name'>;
}

function Record({ form, field: { titledBy, one }, at, renderFields, place, isOpen, onToggle, onDrag, onDragEnd, order }: RecordProps) {
  const values = useWatch({ control: form.control, name: at as never }) as Values | undefined;
  const title = String(values?.[titledBy] ?? '');
  return (
    <>
      <div className={styles.head}>
        {/* Keyboards and touch have the buttons. */}
        <span className={styles.grip} draggable onDragStart={onDrag} onDragEnd={onDragEnd} aria-hidden="true">
          <GripVertical />
        </span>
        <button type="button" className={styles.opener} aria-expanded={isOpen} onClick={() => onToggle(!isOpen)}>
          <bdi>{title || `New ${one}`}</bdi>
        </button>
        <OrderButtons name={title || `${one} ${place + 1}`} {...order} />
      </div>
      {isOpen && renderFields(at)}
    </>
  );
}
