import {
  Banknote,
  Database,
  History,
  KeyRound,
  LayoutGrid,
  Plug,
  ScrollText,
  ShieldAlert,
  ShoppingBag,
  SlidersHorizontal,
  Users,
  Wallet,
} from 'lucide-react';
import { AccessTab } from './AccessTab.tsx';
import { ActionsTab } from './ActionsTab.tsx';
import { AdminCashoutsTab } from './AdminCashoutsTab.tsx';
import { AdminOverviewTab } from './AdminOverviewTab.tsx';
import { AffiliatesTab } from './AffiliatesTab.tsx';
import { SalesTab } from './evidence/SalesTab.tsx';
import { EventsTab } from './event-history/EventsTab.tsx';
import { IntegrationsTab } from './integrations/IntegrationsTab.tsx';
import { PayoutsTab } from './payouts/PayoutsTab.tsx';
import { ProgrammeTab } from './programme/ProgrammeTab.tsx';
import { ReviewTab } from './review/ReviewTab.tsx';
import { ReadModelsTab } from './read-models/ReadModelsTab.tsx';
import type { Notice } from '../ui/Banner.tsx';
import type { Tab } from '../ui/lists/Tabs.tsx';
import type { Modal } from './AdminModal.tsx';

interface Props {
  onCreate: () => void;
  onModal: (modal: Modal) => void;
  onNotice: (notice: Notice) => void;
  onDone: (text: string) => void;
  openTab: (name: string) => void;
}

/** The tabs of the admin dashboard. */
export const adminTabs = ({ onCreate, onModal, onNotice, onDone, openTab }: Props): Tab[] => [
  {
    name: 'overview',
    label: 'Overview',
    icon: <LayoutGrid aria-hidden />,
    panel: <AdminOverviewTab onCreate={onCreate} onCashouts={() => openTab('cashouts')} />,
  },
  {
    name: 'affiliates',
    label: 'Affiliates',
    icon: <Users aria-hidden />,
    panel: (
      <AffiliatesTab
        onCreate={onCreate}
        onEdit={(affiliate, position) => onModal({ name: 'edit', affiliate, position })}
        onHistory={(affiliate) => onModal({ name: 'history', affiliate })}
        onNotice={onNotice}
      />
    ),
  },
  {
    name: 'cashouts',
    label: 'Cashouts',
    icon: <Wallet aria-hidden />,
    panel: (
      <AdminCashoutsTab
        onProcess={(cashout) => onModal({ name: 'process', cashout })}
        onProof={(url) => onModal({ name: 'proof', url })}
        onPayOut={() => openTab('payouts')}
      />
    ),
  },
  { name: 'payouts', label: 'Payouts', icon: <Banknote aria-hidden />, panel: <PayoutsTab onDone={onDone} /> },
  { name: 'review', label: 'Review', icon: <ShieldAlert aria-hidden />, panel: <ReviewTab onDone={onDone} /> },
  { name: 'actions', label: 'Actions', icon: <History aria-hidden />, panel: <ActionsTab /> },
  { name: 'sales', label: 'Sales', icon: <ShoppingBag aria-hidden />, panel: <SalesTab onDone={onDone} /> },
  { name: 'programme', label: 'Programme', icon: <SlidersHorizontal aria-hidden />, panel: <ProgrammeTab onDone={onDone} /> },
  { name: 'integrations', label: 'Integrations', icon: <Plug aria-hidden />, panel: <IntegrationsTab onNotice={onNotice} /> },
  { name: 'events', label: 'Events', icon: <ScrollText aria-hidden />, panel: <EventsTab /> },
  { name: 'access', label: 'Access', icon: <KeyRound aria-hidden />, panel: <AccessTab /> },
  { name: 'read-models', label: 'Read models', icon: <Database aria-hidden />, panel: <ReadModelsTab onNotice={onNotice} /> },
];
