import { type ComponentProps, Suspense } from 'react';
import { lazily } from '../../ui/dialogs/lazily.ts';
import type { Sheet } from './Sheet.tsx';

const Loaded = lazily(() => import('./Sheet.tsx').then((loaded) => loaded.Sheet));

/** A sheet whose code loads when it opens. */
export const LazySheet = (props: ComponentProps<typeof Sheet>) => (
  <Suspense>
    <Loaded {...props} />
  </Suspense>
);
