import { useCallback, useState } from 'react';
import { useLocation } from 'react-router';
import { firstPage, type Listed } from './adminApi.ts';
import { PAGE_SIZE } from '../session/api/paging.ts';
import { useAddress } from '../session/useAddress.ts';

const names = ['search', 'sort', 'status', 'tier', 'after', 'page'] as const;
const atFirst = { after: '', page: '' };
type Narrowed = Partial<Record<'search' | 'sort' | 'status' | 'tier', string>>;

export interface List {
  asked: Listed;
  isNarrowed: boolean;
  change: (changes: Narrowed) => void;
  /** From 1. */
  page: number;
  /** Rows of a page. */
  size: number;
  next: (begin: string) => void;
  previous: () => void;
}

/** The part of a list that is shown, as the address says: Back and a link lead to it. Another search begins at the first page. */
export const useList = (): List => {
  const { texts, change } = useAddress(names);
  const { page, ...asked } = texts;
  // Where each page after the first begins, as far as they were turned here; a link knows its own page alone.
  const { begins = [] } = (useLocation().state ?? {}) as { begins?: string[] };
  const narrow = useCallback((changes: Narrowed) => change({ ...changes, ...atFirst }), [change]);
  const turn = (to: string[], number: number) =>
    change(to.length ? { after: to.at(-1)!, page: String(number) } : atFirst, { push: true, state: { begins: to } });
  const number = asked.after ? Number(page) || 2 : 1;
  return {
    asked,
    isNarrowed: Boolean(asked.search || asked.status || asked.tier),
    change: narrow,
    page: number,
    size: PAGE_SIZE,
    next: (begin) => turn([...begins, begin], number + 1),
    previous: () => turn(begins.slice(0, -1), number - 1),
  };
};

/** Pages of a list in a dialog, which the address knows nothing of. */
export const usePages = (size: number): List => {
  const [begins, setBegins] = useState<string[]>([]);
  return {
    asked: { ...firstPage, after: begins.at(-1) ?? '' },
    isNarrowed: false,
    change: () => undefined,
    page: begins.length + 1,
    size,
    next: (begin) => setBegins([...begins, begin]),
    previous: () => setBegins(begins.slice(0, -1)),
  };
};
