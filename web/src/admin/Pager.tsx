import { ChevronLeft, ChevronRight } from 'lucide-react';
import { formatCount } from '../lib/format.ts';
import { Button } from '../ui/Button.tsx';
import { Soft } from '../ui/layout/Text.tsx';
import styles from './list.module.css';
import type { List } from './useList.ts';

interface Props {
  list: List;
  /** Where the page after this one begins. */
  begin: string | null;
  /** Rows of this page. */
  count: number;
  /** Rows of all pages, where the server counts them. */
  total?: number | null;
}

/** Which rows these are, and the way to the page before and after, where there is more than one. */
export function Pager({ list: { page, size, previous, next }, begin, count, total }: Props) {
  const turn = (to: () => void) => () => {
    to();
    window.scrollTo({ top: 0, behavior: 'instant' });
  };
  if (page === 1 && !begin) return null;
  const before = (page - 1) * size;
  // The last page ends the list.
  const all = begin ? total : before + count;
  return (
    <nav className={styles.pager} aria-label="Pages">
      <Button size="small" disabled={page === 1} onClick={turn(previous)}>
        <ChevronLeft aria-hidden />
        Previous
      </Button>
      <Soft as="output">
        {count ? `${formatCount(before + 1)}–${formatCount(before + count)}` : '0'}
        {all != null && ` of ${formatCount(Math.max(all, before + count))}`}
      </Soft>
      <Button size="small" disabled={!begin} onClick={turn(() => begin && next(begin))}>
        Next
        <ChevronRight aria-hidden />
      </Button>
    </nav>
  );
}
