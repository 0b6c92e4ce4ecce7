import { ArrowDown, ArrowUp, Plus, SquarePen, Trash2 } from 'lucide-react';
import { Button } from '../../../ui/Button.tsx';
import { type Item, type Place, valueAt } from './contentPlace.ts';
import { movedItem, withNewItem, withoutItem } from './items.ts';
import styles from './chosen.module.css';
import type { EditingState, PageEditing } from './pageEditing.ts';

interface Props {
  editing: PageEditing;
  contents: EditingState['contents'];
  place: Place;
  item: Item;
  /** Opens the fields of the item; undefined: its text is all it has, or they are open. */
  onFields: (() => void) | undefined;
}

/** What can be done with the item of a list whose text is chosen. */
export function ItemBar({ editing, contents, place: { section }, item, onFields }: Props) {
  const { field, list, at } = item;
  const items = valueAt(contents.get(section), list) as readonly unknown[];
  const one = field.kind === 'list' ? field.one : 'line';
  const most = field.kind === 'list' ? field.max : field.count;
  const least = field.kind === 'list' ? field.min : 0;
  // Products are more than their texts: they are added and ordered in their own form.
  const isFixed = section === 'products' && field.kind === 'list';
  const put = (next: readonly unknown[], chosen: number, isNew = false) => editing.putItems(section, item, next, chosen, isNew);
  return (
    <div className={styles.item} role="toolbar" aria-label={`${field.label}, ${at + 1} of ${items.length}`}>
      <span className={styles.which}>
        {field.label} {at + 1}/{items.length}
      </span>
      {!isFixed && (
        <>
          <Button variant="ghost" icon aria-label="Move up" disabled={at === 0} onClick={() => put(movedItem(items, at, -1), at - 1)}>
            <ArrowUp aria-hidden />
          </Button>
          <Button
            variant="ghost"
            icon
            aria-label="Move down"
            disabled={at >= items.length - 1}
            onClick={() => put(movedItem(items, at, 1), at + 1)}
          >
            <ArrowDown aria-hidden />
          </Button>
          <Button
            variant="ghost"
            icon
            aria-label={`Add a ${one} below`}
            disabled={items.length >= most}
            onClick={() => put(withNewItem(field, items, at), at + 1, true)}
          >
            <Plus aria-hidden />
          </Button>
          <Button
            variant="ghost"
            icon
            aria-label={`Remove this ${one}`}
            disabled={items.length <= least}
            onClick={() => put(withoutItem(items, at), Math.max(0, at - 1))}
          >
            <Trash2 aria-hidden />
          </Button>
        </>
      )}
      {onFields && (
        <Button variant="ghost" icon aria-label={`All fields of this ${one}`} onClick={onFields}>
          <SquarePen aria-hidden />
        </Button>
      )}
    </div>
  );
}
