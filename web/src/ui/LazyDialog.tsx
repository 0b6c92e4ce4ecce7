import { type ComponentProps, lazy, Suspense } from 'react';
import type { Dialog } from './Dialog.tsx';

const Loaded = lazy(() => import('./Dialog.tsx').then(({ Dialog }) => ({ default: Dialog })));

/** A dialog whose code loads when it opens: for pages that most people leave without one. */
export function LazyDialog(props: ComponentProps<typeof Dialog>) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
