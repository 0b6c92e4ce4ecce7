import { ShieldCheck } from 'lucide-react';
import { Suspense, useState } from 'react';
import { paths } from '../lib/paths.ts';
import { useLive } from '../session/api/useLive.ts';
import { ButtonLink } from '../ui/Button.tsx';
import { DashboardBar } from '../session/screens/DashboardBar.tsx';
import { lazily } from '../ui/dialogs/lazily.ts';
import { LiveMark } from '../session/screens/LiveMark.tsx';
import { Page } from '../ui/Page.tsx';
import { Tabs, useOpenTab } from '../ui/lists/Tabs.tsx';
import { adminTabs } from './adminTabs.tsx';
import type { Modal } from './AdminModal.tsx';
import { LossBanner } from './LossBanner.tsx';
import { SetupNotices } from './SetupNotices.tsx';

const AdminModal = lazily(() => import('./AdminModal.tsx').then((loaded) => loaded.AdminModal));

/** The admin dashboard with everything loaded: its tabs, one modal at a time. */
export function AdminDashboard({ username }: { username: string }) {
  const openTab = useOpenTab();
  const [modal, setModal] = useState<Modal | null>(null);
  const live = useLive();

  const create = () => setModal({ name: 'create' });
  const close = () => setModal(null);

  const tabs = adminTabs({ onCreate: create, onModal: setModal, openTab });

  return (
    <>
      <DashboardBar title="Admin Dashboard" subtitle={username}>
        <LiveMark connected={live} />
        <ButtonLink to={paths.account} variant="ghost" icon aria-label="Account">
          <ShieldCheck aria-hidden />
        </ButtonLink>
      </DashboardBar>
      <Page dense>
        <LossBanner />
        <SetupNotices />
        <Tabs label="Admin dashboard" tabs={tabs} />
      </Page>
      <Suspense>{modal && <AdminModal modal={modal} onClose={close} />}</Suspense>
    </>
  );
}
