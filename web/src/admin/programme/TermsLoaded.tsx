import type { TermsHistoryView } from '@framelift/contracts';
import type { ReactNode } from 'react';
import { errorText } from '../../session/api/api.ts';
import { Failed } from '../../ui/Failed.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { useTermsQuery } from './termsApi.ts';

/** Shows what needs the programme's terms once they are there. */
export function TermsLoaded({ children }: { children: (view: TermsHistoryView) => ReactNode }) {
  const { data, error, isFetching, refetch } = useTermsQuery();
  if (error && !data && !isFetching) return <Failed text={errorText(error, 'Failed to fetch the terms')} onRetry={refetch} />;
  if (!data) return <Loading text="Loading terms..." />;
  return children(data);
}
