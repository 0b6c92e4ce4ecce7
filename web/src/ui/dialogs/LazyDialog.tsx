import { type ComponentProps, Suspense } from 'react';
import type { Dialog } from './Dialog.tsx';
import { lazily } from './lazily.ts';

const Loaded = lazily(() => import('./Dialog.tsx').then((loaded) => loaded.Dialog));

/** A dialog whose code loads when it opens: for pages that most people leave without one. */
export function LazyDialog(props: ComponentProps<typeof Dialog>) {
  return (
    <Suspense>
      <Loaded {...props} />
    </Suspense>
  );
}
