import { paths } from '../lib/paths.ts';
import { DashboardPending } from '../session/screens/DashboardPending.tsx';
import { ToLogin } from '../session/screens/ToLogin.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { Failed } from '../ui/Failed.tsx';
import { Loading } from '../ui/Loading.tsx';
import { AdminDashboard } from './AdminDashboard.tsx';
import { useAdminData } from './useAdminData.ts';

export function AdminScreen() {
  const { username, isLoaded, isRefused, signedOut, needsTotp, error, retry } = useAdminData();
  if (signedOut) return <ToLogin />;
  if (needsTotp) return <ToLogin by={paths.account} />;
  if (!error && username && isLoaded) return <AdminDashboard username={username} />;
  return (
    <DashboardPending
      title="Admin Dashboard"
      actions={
        isRefused && (
          <ButtonLink to={paths.dashboard} size="small" variant="ghost">
            Your Dashboard
          </ButtonLink>
        )
      }
    >
      {error ? <Failed text={error} onRetry={retry} /> : <Loading text="Loading admin dashboard..." />}
    </DashboardPending>
  );
}
