import type { ReactNode } from 'react';
import { errorText } from '../session/api/api.ts';
import { Failed } from '../ui/Failed.tsx';
import { Stack } from '../ui/layout/Stack.tsx';
import { Loading } from '../ui/Loading.tsx';
import styles from './list.module.css';
import { Pager } from './Pager.tsx';
import type { List } from './useList.ts';

/** A page of a list: its rows are its one array. */
type Answer = { next: string | null; total?: number | null } & object;
const countOf = (data: Answer): number => Object.values(data).find((value) => Array.isArray(value))?.length ?? 0;

interface Props {
  answer: { data?: Answer; currentData?: object; error?: unknown; isFetching: boolean; refetch: () => unknown };
  list: List;
  failure: string;
  children: ReactNode;
}

/** A page of a list: what was there stays, faded, until another page has come. */
export function ListBody({ answer: { data, currentData, error, isFetching, refetch }, list, failure, children }: Props) {
  if (error && !currentData && !isFetching) return <Failed text={errorText(error, failure)} onRetry={refetch} />;
  if (!data) return <Loading text="Loading..." />;
  return (
    <div className={styles.body} aria-busy={!currentData}>
      <Stack>
        {children}
        <Pager list={list} begin={data.next} count={countOf(data)} total={data.total} />
      </Stack>
    </div>
  );
}
