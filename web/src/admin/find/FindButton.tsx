import { Search } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { adminPath } from '../../lib/paths.ts';
import type { PlaceGroup } from '../../session/shell/Rail.tsx';
import { Button } from '../../ui/Button.tsx';
import { lazily } from '../../ui/dialogs/lazily.ts';
import styles from './FindButton.module.css';
import type { FindGroup } from './useFinds.ts';

const FindDialog = lazily(() => import('./FindDialog.tsx').then((loaded) => loaded.FindDialog));

const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform);
/** In place of an address. */
const CREATE = 'create-affiliate';

const actions: FindGroup = {
  heading: 'Actions',
  finds: [
    { id: 'create', title: 'Create affiliate', to: CREATE },
    { id: 'run', title: 'New payout run', to: adminPath('cashouts') },
    { id: 'terms', title: 'Change terms', to: adminPath('programme', 'change') },
    { id: 'products', title: 'Edit products', to: adminPath('site', 'products') },
  ],
};

/** Opens the search, as Ctrl-K and Cmd-K do from anywhere in the dashboard. */
export function FindButton({ places, onCreate }: { places: PlaceGroup[]; onCreate: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      // The browser's own search field, otherwise. Over an open dialog the search would hide what is being filled in.
      event.preventDefault();
      if (!document.querySelector('[role=dialog], [role=alertdialog]')) setOpen(true);
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  const pages: FindGroup = {
    heading: 'Pages',
    finds: places.flatMap((group) => group.places.map(({ name, label, to }) => ({ id: `page-${name}`, title: label, to }))),
  };
  const choose = (to: string) => {
    setOpen(false);
    if (to === CREATE) onCreate();
    else void navigate(to);
  };
  return (
    <>
      <Button
        className={styles.find}
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onPointerEnter={FindDialog.preload}
        onClick={() => setOpen(true)}
      >
        <Search aria-hidden />
        <span className={styles.label}>Search</span>
        <kbd className={styles.keys} aria-hidden="true">
          {isApple() ? '⌘K' : 'Ctrl K'}
        </kbd>
      </Button>
      <Suspense>{isOpen && <FindDialog groups={[actions, pages]} onChoose={choose} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
