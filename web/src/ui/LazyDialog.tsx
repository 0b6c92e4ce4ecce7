import { type ComponentProps, lazy, Suspense } from 'react';
import type { Dialog } from './dialogs/Dialog.tsx';

const Loaded = lazy(() => import('./dialogs/Dialog.tsx').then(({ Dialog }) => ({ default: Dialog })));

/** A dialog whose code loads when it opens: for pages that most people leave without one. */
export function LazyDialog(props: ComponentProps<typeof Dialog>) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
