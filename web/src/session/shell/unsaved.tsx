import { Suspense, useEffect, useState } from 'react';
import { useBlocker } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { lazily } from '../../ui/dialogs/lazily.ts';

const Confirm = lazily(() => import('../../ui/dialogs/Confirm.tsx').then((loaded) => loaded.Confirm));

/** One for each open form with text that is not saved. */
const unsaved = new Set<symbol>();

const askBrowser = (event: Event): void => event.preventDefault();

const forget = (form: symbol): void => {
  unsaved.delete(form);
  if (!unsaved.size) window.removeEventListener('beforeunload', askBrowser);
};

/**
 * Says whether a form has text that is not saved: it is asked about before another place, Back or a reload loses it. The answer ends
 * that at once, for a form that leaves after it was saved.
 */
export function useUnsaved(isUnsaved: boolean): () => void {
  const [form] = useState(() => Symbol('form'));
  useEffect(() => {
    if (!isUnsaved) return;
    unsaved.add(form);
    window.addEventListener('beforeunload', askBrowser);
    return () => forget(form);
  }, [form, isUnsaved]);
  return () => forget(form);
}

/** Asks before a place is left whose form has text that is not saved (useUnsaved). */
export function AskUnsaved() {
  // A session that has ended is not held up.
  const blocker = useBlocker(
    ({ currentLocation: { pathname: here }, nextLocation: { pathname: next } }) =>
      unsaved.size > 0 && next !== here && next !== paths.login,
  );
  if (blocker.state !== 'blocked') return null;
  return (
    <Suspense>
      <Confirm
        title="Leave without saving?"
        question="Your changes on this page are not saved."
        action="Leave"
        keep="Keep editing"
        onConfirm={() => blocker.proceed()}
        onCancel={() => blocker.reset()}
      />
    </Suspense>
  );
}
