// oxlint-disable jsx-a11y/prefer-tag-over-role -- options of a combobox, with a title and a detail
import { Search } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import { type KeyboardEvent, useId, useState } from 'react';
import { useFocusBack } from '../../ui/dialogs/useFocusBack.ts';
import dialog from '../../ui/dialogs/Dialog.module.css';
import styles from './FindDialog.module.css';
import { FindRow } from './FindRow.tsx';
import { type Find, type FindGroup, useFinds } from './useFinds.ts';

interface Props {
  /** Pages and actions, which are there before anything is typed. */
  groups: FindGroup[];
  onChoose: (to: string) => void;
  onClose: () => void;
}

const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
const fits = (text: string) => (find: Find) => find.title.toLowerCase().includes(text.toLowerCase());

/** One field that finds people, purchases, payments, events, pages and actions. */
export function FindDialog({ groups, onChoose, onClose }: Props) {
  const focusBack = useFocusBack();
  return (
    <Primitive.Root open onOpenChange={(open) => !open && onClose()}>
      <Primitive.Portal>
        <Primitive.Overlay className={dialog.veil} />
        <Primitive.Content className={`${dialog.dialog} ${styles.find}`} aria-describedby={undefined} onCloseAutoFocus={focusBack}>
          <Primitive.Title className="visually-hidden">Search</Primitive.Title>
          <Finder groups={groups} onChoose={onChoose} />
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function Finder({ groups, onChoose }: Pick<Props, 'groups' | 'onChoose'>) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<string>();
  const text = typed.trim();
  const found = useFinds(text);
  const local = groups.map((group) => ({ ...group, finds: group.finds.filter(fits(text)) }));
  const shown = [...local, ...found.groups].filter(({ finds }) => finds.length);
  const finds = shown.flatMap((group) => group.finds);
  // What comes later keeps the choice where it was; without one it is the first.
  const at = Math.max(
    0,
    finds.findIndex((find) => find.id === chosen),
  );
  const active = finds[at];

  const press = (event: KeyboardEvent) => {
    const step = steps[event.key];
    if (step && finds.length) setChosen(finds[(at + step + finds.length) % finds.length]!.id);
    else if (event.key === 'Enter' && active) onChoose(active.to);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className={styles.field}>
        <Search aria-hidden />
        <input
          type="search"
          role="combobox"
          aria-label="Search affiliates, sales, cashouts, events and pages"
          aria-expanded
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active && `${id}-${active.id}`}
          placeholder="Affiliate, transaction, cashout, event number or page"
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setChosen(undefined);
          }}
          onKeyDown={press}
        />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label="Results" className={styles.list} hidden={!finds.length}>
        {shown.map(({ heading, finds: rows }) => (
          <div key={heading} role="group" aria-label={heading}>
            <p className={styles.heading} aria-hidden="true">
              {heading}
            </p>
            {rows.map((find) => (
              <FindRow
                key={find.id}
                id={`${id}-${find.id}`}
                find={find}
                isActive={find === active}
                onPoint={() => setChosen(find.id)}
                onChoose={() => onChoose(find.to)}
              />
            ))}
          </div>
        ))}
      </div>
      <output className={styles.state}>{stateOf(found, finds.length, text)}</output>
    </>
  );
}

const stateOf = ({ isSearching, isFailed }: ReturnType<typeof useFinds>, count: number, text: string): string => {
  if (isSearching) return 'Searching...';
  if (isFailed) return 'Failed to search. Type again to retry.';
  if (!count) return `Nothing found for “${text}”. Addresses of buyers are only found whole.`;
  return '';
};
