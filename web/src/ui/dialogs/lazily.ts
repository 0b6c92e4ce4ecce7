import { type ComponentType, lazy } from 'react';
import { arriving } from '../../lib/network/arriving.ts';

/** A component whose code loads when it is needed. If it is gone for good, the error is the page's. */
export const lazily = <Props extends object>(load: () => Promise<ComponentType<Props>>) => {
  const Component = lazy(async () => ({ default: await arriving(load) }));
  /** Loads the code of something that is about to be opened. */
  return Object.assign(Component, { preload: () => void load().catch(() => {}) });
};
