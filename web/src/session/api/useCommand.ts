import type { TypedMutationTrigger } from '@reduxjs/toolkit/query/react';
import { useCallback, useState } from 'react';
import type { Ask } from './api.ts';
import { Presses } from './press.ts';

/** A mutation as a button sends it: every press is another intent, whatever was sent before (Presses). */
export function useCommand<Result, Argument, State>([send, state]: readonly [TypedMutationTrigger<Result, Argument, Ask>, State]) {
  const [presses] = useState(() => new Presses());
  const press = useCallback((argument: Argument) => presses.make(argument, () => send(argument)), [presses, send]);
  return [press, state] as const;
}
