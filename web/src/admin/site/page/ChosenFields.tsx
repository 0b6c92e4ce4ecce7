import { markedFields } from '@framelift/contracts/site-marks';
import { sectionInfo } from '@framelift/contracts/site-sections';
import { X } from 'lucide-react';
import { useCallback } from 'react';
import { Link } from 'react-router';
import { adminPath } from '../../../lib/paths.ts';
import { Button } from '../../../ui/Button.tsx';
import type { Values } from '../fieldValues.ts';
import { type Content, fieldAt, type Found, type Place, valueAt } from './contentPlace.ts';
import { ItemBar } from './ItemBar.tsx';
import styles from './page.module.css';
import type { EditingState, PageEditing } from './pageEditing.ts';
import { PlaceForm } from './PlaceForm.tsx';

interface Props {
  editing: PageEditing;
  state: EditingState;
  place: Place;
  /** Where the chosen thing is in the box of the page, in pixels. */
  rect: { top: number; bottom: number; left: number };
}

/** Over the page, at what is chosen: what can be done with it, and its fields if it is not written in the page. */
export function ChosenFields({ editing, state, place, rect }: Props) {
  const { mode, problem, contents } = state;
  const isOpen = mode === 'fields';
  const { item, field, record } = fieldAt(place)!;
  const { section } = place;
  // Above it where there is room, else below it.
  const below = `max(8px, min(${rect.bottom + 8}px, 100% - ${isOpen ? 21 : 4}rem))`;
  const side = rect.top > 64 && !isOpen ? { bottom: `calc(100% - ${rect.top - 8}px)` } : { top: below };
  const left = `clamp(8px, ${rect.left}px, max(8px, 100% - 25rem))`;
  return (
    <div className={styles.chosen} data-open={isOpen || undefined} style={{ ...side, left }}>
      <div className={styles.head}>
        {item ? (
          <ItemBar
            editing={editing}
            contents={contents}
            place={place}
            item={item}
            onFields={record && !isOpen ? () => editing.openFields() : undefined}
          />
        ) : (
          <span className={styles.which}>{field.label}</span>
        )}
        {section !== 'products' && !item && !isOpen && <Length text={valueAt(contents.get(section), place.path)} place={place} />}
        {isOpen && (
          <Button variant="ghost" icon aria-label="Close" onClick={() => editing.forget()}>
            <X aria-hidden />
          </Button>
        )}
      </div>
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {isOpen && <Fields editing={editing} content={contents.get(section)!} place={place} record={record} />}
      {isOpen && (
        <Link className={styles.whole} to={adminPath('site', section)}>
          All fields of {sectionInfo(section).title.toLowerCase()}
        </Link>
      )}
    </div>
  );
}

/** How much of its room a text takes. */
function Length({ text, place }: Pick<Props, 'place'> & { text: unknown }) {
  const { field } = fieldAt(place)!;
  if (!('max' in field) || typeof text !== 'string') return null;
  return (
    <span className={styles.length}>
      {text.length}/{field.max}
    </span>
  );
}

interface FieldsProps extends Pick<Props, 'editing' | 'place'> {
  content: Content;
  record: Found['record'];
}

/** The fields of the item that a text is of, or the field alone. */
function Fields({ editing, content, place, record }: FieldsProps) {
  const { section, path } = place;
  // A line of a list has the field of the list.
  const [name = ''] = path.split('.');
  const fields = record?.fields ?? { [name]: markedFields(section)[name]! };
  const values = (record ? valueAt(content, record.path) : content) as Values;
  const before = record ? `${record.path}.` : '';
  const change = useCallback(
    (changed: string, value: unknown) => {
      editing.put({ section, path: before + changed }, value);
      void editing.follow();
    },
    [editing, section, before],
  );
  return <PlaceForm fields={fields} values={values} onChange={change} />;
}
