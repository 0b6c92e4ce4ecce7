import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Button } from '../ui/Button.tsx';
import { Soft } from '../ui/layout/Text.tsx';
import styles from './list.module.css';
import type { List } from './useList.ts';

/** To the page before and after, where there is more than one. `next`: where the one after begins. */
export function Pager({ list: { page, previous, next }, begin }: { list: List; begin: string | null }) {
  const turn = (to: () => void) => () => {
    to();
    window.scrollTo({ top: 0, behavior: 'instant' });
  };
  if (page === 1 && !begin) return null;
  return (
    <nav className={styles.pager} aria-label="Pages">
      <Button size="small" disabled={page === 1} onClick={turn(previous)}>
        <ChevronLeft aria-hidden />
        Previous
      </Button>
      <Soft as="output">Page {page}</Soft>
      <Button size="small" disabled={!begin} onClick={turn(() => begin && next(begin))}>
        Next
        <ChevronRight aria-hidden />
      </Button>
    </nav>
  );
}
