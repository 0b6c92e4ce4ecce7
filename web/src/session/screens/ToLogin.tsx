import { useEffect, useEffectEvent } from 'react';
import { Navigate, useLocation } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { wayBack } from '../wayBack.ts';

/** To the login, or what else comes before this page, and after it back here. */
export function ToLogin({ by = paths.login }: { by?: string }) {
  const location = useLocation();
  // Once: a logout forgets it while this page is still shown.
  const keep = useEffectEvent(() => wayBack.keep(location));
  useEffect(() => keep(), []);
  return <Navigate to={by} replace />;
}
