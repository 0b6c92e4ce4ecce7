import { GripVertical } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import { hasErrorIn } from './fieldErrors.ts';
import type { FieldsFormReturn, Values } from './fieldValues.ts';
import { OrderButtons } from './OrderButtons.tsx';
import styles from './records.module.css';

/** What the row of a record shows. */
export interface RowWords {
  title: string;
  /** As its buttons name it. */
  name: string;
  /** It cannot be removed. */
  isKept: boolean;
}

interface Props {
  form: FieldsFormReturn;
  at: string;
  /** Its inputs; null: it has none. */
  renderFields: (record: string, values: Values) => ReactNode;
  rowOf: (values: Values) => RowWords;
  renderAside: ((values: Values, at: string) => ReactNode) | undefined;
  isOpen: boolean;
  onToggle: (open: boolean) => void;
  onDrag: () => void;
  onDragEnd: () => void;
  order: Omit<React.ComponentProps<typeof OrderButtons>, 'name' | 'isKept'>;
}

/** One of a list that has an order. */
export function OrderedRow({ form, at, rowOf, renderAside, renderFields, isOpen, onToggle, onDrag, onDragEnd, order }: Props) {
  const values = (useWatch({ control: form.control, name: at as never }) as Values | undefined) ?? {};
  const { title, name, isKept } = rowOf(values);
  const inputs = renderFields(at, values);
  const { errors } = useFormState({ control: form.control, name: at as 'content' });
  const isShown = isOpen || hasErrorIn(errors, at);
  return (
    <>
      <div className={styles.head}>
        {/* Keyboards and touch have the buttons. */}
        <span className={styles.grip} draggable onDragStart={onDrag} onDragEnd={onDragEnd} aria-hidden="true">
          <GripVertical />
        </span>
        {inputs === null ? (
          <bdi className={styles.named}>{title}</bdi>
        ) : (
          <button type="button" className={styles.opener} aria-expanded={isShown} onClick={() => onToggle(!isShown)}>
            <bdi>{title}</bdi>
          </button>
        )}
        {renderAside?.(values, at)}
        <OrderButtons name={name} isKept={isKept} {...order} />
      </div>
      {isShown && inputs && <div className={styles.fields}>{inputs}</div>}
    </>
  );
}
