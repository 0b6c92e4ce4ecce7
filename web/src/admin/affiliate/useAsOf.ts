import { useCallback } from 'react';
import { toLocal, toUtc } from '../localTime.ts';
import { useAddress } from '../useAddress.ts';
import { useDraft } from '../useDraft.ts';

const names = ['at'] as const;
const isPosition = (at: string) => /^\d+$/.test(at);

/** The moment in the address that an affiliate is looked at: a time (ISO 8601 UTC) or a position of the log; empty: now. */
export const useAsOf = () => {
  const { texts, change } = useAddress(names);
  const { at } = texts;
  const set = useCallback((to: string) => change({ at: to }), [change]);
  const [position, setPosition] = useDraft(isPosition(at) ? at : '', set);
  return {
    at,
    moment: isPosition(at) ? '' : toLocal(at),
    toMoment: (local: string) => set(toUtc(local)),
    position,
    toPosition: (text: string) => setPosition(text.replaceAll(/\D/g, '')),
  };
};
