import type { AdminAffiliateView, AdminCashoutView, OverviewView } from '@framelift/contracts';
import { Database, History, KeyRound, LayoutGrid, ScrollText, ShieldCheck, ShoppingBag, Users, Wallet } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../lib/paths.ts';
import { useLive } from '../session/api/useLive.ts';
import { type Notice, Toast } from '../ui/Banner.tsx';
import { ButtonLink } from '../ui/Button.tsx';
import { DashboardBar } from '../session/screens/DashboardBar.tsx';
import { LiveMark } from '../session/screens/LiveMark.tsx';
import { Page } from '../ui/Page.tsx';
import { ProofDialog } from '../session/screens/ProofDialog.tsx';
import { type Tab, Tabs, useOpenTab } from '../ui/lists/Tabs.tsx';
import { AccessTab } from './AccessTab.tsx';
import { ActionsTab } from './ActionsTab.tsx';
import { AdminCashoutsTab } from './AdminCashoutsTab.tsx';
import { AdminOverviewTab } from './AdminOverviewTab.tsx';
import { AffiliatesTab } from './AffiliatesTab.tsx';
import { CreateAffiliateDialog } from './CreateAffiliateDialog.tsx';
import { EditAffiliateDialog } from './EditAffiliateDialog.tsx';
import { SalesTab } from './evidence/SalesTab.tsx';
import { EventsTab } from './event-history/EventsTab.tsx';
import { HistoryDialog } from './HistoryDialog.tsx';
import { ProcessCashoutDialog } from './ProcessCashoutDialog.tsx';
import { ReadModelsTab } from './read-models/ReadModelsTab.tsx';

interface Props {
  username: string;
  overview: OverviewView['overview'];
}

type Modal =
  | { name: 'create' }
  | { name: 'edit'; affiliate: AdminAffiliateView; position?: number }
  | { name: 'history'; affiliate: AdminAffiliateView }
  | { name: 'process'; cashout: AdminCashoutView }
  | { name: 'proof'; url: string };

const liveTags = ['Overview', 'Affiliates', 'Cashouts', 'Actions', 'Sales', 'Events', 'ReadModels'] as const;

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
      {modal?.name === 'create' && <CreateAffiliateDialog onClose={close} onDone={done} />}
      {modal?.name === 'edit' && (
        <EditAffiliateDialog affiliate={modal.affiliate} position={modal.position} onClose={close} onDone={done} />
      )}
      {modal?.name === 'history' && <HistoryDialog affiliate={modal.affiliate} onClose={close} />}
      {modal?.name === 'process' && <ProcessCashoutDialog cashout={modal.cashout} onClose={close} onDone={done} />}
      {modal?.name === 'proof' && <ProofDialog url={modal.url} onClose={close} />}
      <Toast notice={notice} onDismiss={() => setNotice(null)} />
    </>
  );
}
