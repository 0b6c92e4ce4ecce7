import { Button } from '../ui/Button.tsx';
import styles from './ledger.module.css';

interface Props {
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown };
  label: string;
}

/** The way to older rows of a table, while there are any. */
export function ShowOlder({ list: { hasNextPage, isFetchingNextPage, fetchNextPage }, label }: Props) {
  if (!hasNextPage) return null;
  return (
    <div className={styles.more}>
      <Button size="small" disabled={isFetchingNextPage} onClick={() => fetchNextPage()}>
        {isFetchingNextPage ? 'Loading...' : label}
      </Button>
    </div>
  );
}
