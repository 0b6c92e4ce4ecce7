import { Navigate } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { Failed } from '../../ui/Failed.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { AdminDashboard } from './AdminDashboard.tsx';
import { useAdminData } from './useAdminData.ts';

export function AdminScreen() {
  const { username, overview, isLoaded, signedOut, needsTotp, error, retry } = useAdminData();
  if (signedOut) return <Navigate to={paths.login} replace />;
  if (needsTotp) return <Navigate to={paths.account} replace />;
  if (error) return <Failed text={error} onRetry={retry} />;
  if (!username || !overview || !isLoaded) return <Loading text="Loading admin dashboard..." />;
  return <AdminDashboard username={username} overview={overview} />;
}
