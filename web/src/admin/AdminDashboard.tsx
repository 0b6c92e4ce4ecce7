import type { OverviewView } from '@framelift/contracts';
import {
  Database,
  History,
  KeyRound,
  LayoutGrid,
  Plug,
  ScrollText,
  ShieldCheck,
  ShoppingBag,
  SlidersHorizontal,
  Users,
  Wallet,
} from 'lucide-react';
import { useState } from 'react';
import { paths } from '../lib/paths.ts';
import { useLive } from '../session/api/useLive.ts';
import { type Notice, Toast } from '../ui/Banner.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { DashboardBar } from '../session/screens/DashboardBar.tsx';
import { LiveMark } from '../session/screens/LiveMark.tsx';
import { Page } from '../ui/Page.tsx';
import { type Tab, Tabs, useOpenTab } from '../ui/lists/Tabs.tsx';
import { AccessTab } from './AccessTab.tsx';
import { ActionsTab } from './ActionsTab.tsx';
import { AdminCashoutsTab } from './AdminCashoutsTab.tsx';
import { AdminModal, type Modal } from './AdminModal.tsx';
import { AdminOverviewTab } from './AdminOverviewTab.tsx';
import { AffiliatesTab } from './AffiliatesTab.tsx';
import { SalesTab } from './evidence/SalesTab.tsx';
import { EventsTab } from './event-history/EventsTab.tsx';
import { IntegrationsTab } from './integrations/IntegrationsTab.tsx';
import { ProgrammeTab } from './programme/ProgrammeTab.tsx';
import { ReadModelsTab } from './read-models/ReadModelsTab.tsx';

interface Props {
  username: string;
  overview: OverviewView['overview'];
}

const liveTags = ['Overview', 'Affiliates', 'Cashouts', 'Actions', 'Sales', 'Events', 'ReadModels', 'Terms', 'Keys', 'Webhooks'] as const;

/** The admin dashboard with everything loaded: its tabs, one modal at a time. */
export function AdminDashboard({ username, overview }: Props) {
  const openTab = useOpenTab();
  const [modal, setModal] = useState<Modal | null>(null);
  const [notice, setNotice] = useState<Notice | null>(null);
  const live = useLive(liveTags);

  const create = () => setModal({ name: 'create' });
  const close = () => setModal(null);
  const done = (text: string) => {
    close();
    setNotice({ tone: 'success', text });
  };

  const tabs: Tab[] = [
    {
      name: 'overview',
      label: 'Overview',
      icon: <LayoutGrid aria-hidden />,
      panel: <AdminOverviewTab overview={overview} onCreate={create} onCashouts={() => openTab('cashouts')} />,
    },
    {
      name: 'affiliates',
      label: 'Affiliates',
      icon: <Users aria-hidden />,
      panel: (
        <AffiliatesTab
          onCreate={create}
          onEdit={(affiliate, position) => setModal({ name: 'edit', affiliate, position })}
          onHistory={(affiliate) => setModal({ name: 'history', affiliate })}
          onNotice={setNotice}
        />
      ),
    },
    {
      name: 'cashouts',
      label: 'Cashouts',
      icon: <Wallet aria-hidden />,
      panel: (
        <AdminCashoutsTab
          onProcess={(cashout) => setModal({ name: 'process', cashout })}
          onProof={(url) => setModal({ name: 'proof', url })}
        />
      ),
    },
    { name: 'actions', label: 'Actions', icon: <History aria-hidden />, panel: <ActionsTab /> },
    { name: 'sales', label: 'Sales', icon: <ShoppingBag aria-hidden />, panel: <SalesTab onDone={done} /> },
    { name: 'programme', label: 'Programme', icon: <SlidersHorizontal aria-hidden />, panel: <ProgrammeTab onDone={done} /> },
    { name: 'integrations', label: 'Integrations', icon: <Plug aria-hidden />, panel: <IntegrationsTab onNotice={setNotice} /> },
    { name: 'events', label: 'Events', icon: <ScrollText aria-hidden />, panel: <EventsTab /> },
    { name: 'access', label: 'Access', icon: <KeyRound aria-hidden />, panel: <AccessTab /> },
    { name: 'read-models', label: 'Read models', icon: <Database aria-hidden />, panel: <ReadModelsTab onNotice={setNotice} /> },
  ];

  return (
    <>
      <DashboardBar title="Admin Dashboard" subtitle={username}>
        <LiveMark connected={live} />
        <ButtonLink to={paths.account} variant="ghost" icon aria-label="Account">
          <ShieldCheck aria-hidden />
        </ButtonLink>
      </DashboardBar>
      <Page dense>
        <Tabs label="Admin dashboard" tabs={tabs} />
      </Page>
      {modal && <AdminModal modal={modal} onClose={close} onDone={done} />}
      <Toast notice={notice} onDismiss={() => setNotice(null)} />
    </>
  );
}
