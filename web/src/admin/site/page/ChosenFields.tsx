import { markedFields } from '@framelift/contracts/site-marks';
import type { SiteField } from '@framelift/contracts/site-fields';
import { sectionInfo } from '@framelift/contracts/site-sections';
import { X } from 'lucide-react';
import { useCallback } from 'react';
import { Link } from 'react-router';
import { adminPath } from '../../../lib/paths.ts';
import { Button } from '../../../ui/Button.tsx';
import type { Values } from '../fieldValues.ts';
import { type Content, fieldAt, type Found, type Place, valueAt } from './contentPlace.ts';
import { ItemBar } from './ItemBar.tsx';
import styles from './chosen.module.css';
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
export function ChosenFields({ editing, state: { mode, problem, contents, revision }, place, rect }: Props) {
  const { section } = place;
  const content = contents.get(section);
  const found = content && fieldAt(place, content);
  if (!found) return null;
  const { item, field, record } = found;
  const isOpen = mode === 'fields';
  // Above it where there is room, else below it.
  const below = `max(8px, min(${rect.bottom + 8}px, 100% - ${isOpen ? 21 : 4}rem))`;
  const side = rect.top > (isOpen ? 344 : 64) ? { bottom: `calc(100% - ${rect.top - 8}px)` } : { top: below };
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
          <span className={styles.which}>{(isOpen && record?.label) || field.label}</span>
        )}
        {!item && !isOpen && <Length text={valueAt(content, place.path)} field={field} />}
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
      {isOpen && (
        <>
          <Fields key={revision} editing={editing} content={content} place={place} record={record} />
          <Link className={styles.whole} to={adminPath('site', section)}>
            All fields of {sectionInfo(section).title.toLowerCase()}
          </Link>
        </>
      )}
    </div>
  );
}

/** How much of its room a text takes. */
function Length({ text, field }: { text: unknown; field: SiteField }) {
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
function Fields({ editing, content, place: { section, path }, record }: FieldsProps) {
  // A line of a list has the field of the list.
  const [name = ''] = path.split('.');
  const fields = record?.fields ?? { [name]: markedFields(section)[name]! };
  const values = (record ? valueAt(content, record.path) : content) as Values;
  const before = record ? `${record.path}.` : '';
  const change = useCallback(
    (changed: string, value: unknown) => editing.put({ section, path: before + changed }, value),
    [editing, section, before],
  );
  return <PlaceForm fields={fields} values={values} onChange={change} />;
}
