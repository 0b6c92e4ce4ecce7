import { useState } from 'react';
import type { Listed } from './adminApi.ts';
import { useAddress } from './useAddress.ts';

const names = ['search', 'sort', 'status'] as const;

/** The part of a list that is shown. Search, sort and status are in the address; the page is not, because it moves with new events. */
export const useList = () => {
  const { texts: narrowed, change } = useAddress(names);
  const filter = JSON.stringify(narrowed);
  // Where each page after the first begins; another search begins at the first again.
  const [turned, setTurned] = useState({ filter, begins: [] as string[] });
  const begins = turned.filter === filter ? turned.begins : [];

  return {
    asked: { ...narrowed, after: begins.at(-1) ?? '' } satisfies Listed,
    isNarrowed: Boolean(narrowed.search || narrowed.status),
    change,
    page: begins.length + 1,
    next: (begin: string) => setTurned({ filter, begins: [...begins, begin] }),
    previous: () => setTurned({ filter, begins: begins.slice(0, -1) }),
  };
};

export type List = ReturnType<typeof useList>;
