import { Suspense } from 'react';
import { errorText, statusOf } from '../session/api/api.ts';
import { DashboardPending } from '../session/screens/DashboardPending.tsx';
import { ToLogin } from '../session/screens/ToLogin.tsx';
import { lazily } from '../ui/dialogs/lazily.ts';
import { Failed } from '../ui/Failed.tsx';
import { Loading } from '../ui/Loading.tsx';
import { Dashboard } from './Dashboard.tsx';
import { useDashboardQuery } from './dashboardApi.ts';

/** Loads after the dashboard. */
const LogCheck = lazily(() => import('../session/log-check/LogCheck.tsx').then((loaded) => loaded.LogCheck));

export function DashboardScreen() {
  // An account comes back to what is true now, not to what it saw a minute ago.
  const { data, error, isLoading, refetch } = useDashboardQuery(undefined, { refetchOnMountOrArgChange: true });
  if (statusOf(error) === 401) return <ToLogin />;
  if (data)
    return (
      <>
        <Suspense>
          <LogCheck />
        </Suspense>
        <Dashboard view={data} />
      </>
    );
  return (
    <DashboardPending title="Affiliate Dashboard">
      {isLoading ? (
        <Loading text="Loading dashboard..." />
      ) : (
        <Failed text={errorText(error, 'Failed to fetch dashboard data')} onRetry={refetch} />
      )}
    </DashboardPending>
  );
}
