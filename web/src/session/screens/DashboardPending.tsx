import type { ReactNode } from 'react';
import { useSession } from '../api/sessionSlice.ts';
import { DashboardBar } from './DashboardBar.tsx';
import { Page } from '../../ui/Page.tsx';

/** A dashboard that loads or failed to: the way home and Logout are there all the same. */
export function DashboardPending({ title, actions, children }: { title: string; actions?: ReactNode; children: ReactNode }) {
  const { affiliate } = useSession();
  return (
    <>
      <DashboardBar title={title} username={affiliate?.username ?? ''}>
        {actions}
      </DashboardBar>
      <Page dense>{children}</Page>
    </>
  );
}
