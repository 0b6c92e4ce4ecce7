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
import { AdminOverviewTab } from './AdminOverviewTab.tsx';
import { lazily } from '../ui/dialogs/lazily.ts';
import type { Tab } from '../ui/lists/Tabs.tsx';
import type { Modal } from './AdminModal.tsx';

const AccessTab = lazily(() => import('./AccessTab.tsx').then((loaded) => loaded.AccessTab));
const ActionsTab = lazily(() => import('./ActionsTab.tsx').then((loaded) => loaded.ActionsTab));
const AdminCashoutsTab = lazily(() => import('./AdminCashoutsTab.tsx').then((loaded) => loaded.AdminCashoutsTab));
const AffiliatesTab = lazily(() => import('./AffiliatesTab.tsx').then((loaded) => loaded.AffiliatesTab));
const SalesTab = lazily(() => import('./evidence/SalesTab.tsx').then((loaded) => loaded.SalesTab));
const EventsTab = lazily(() => import('./event-history/EventsTab.tsx').then((loaded) => loaded.EventsTab));
const IntegrationsTab = lazily(() => import('./integrations/IntegrationsTab.tsx').then((loaded) => loaded.IntegrationsTab));
const PayoutsTab = lazily(() => import('./payouts/PayoutsTab.tsx').then((loaded) => loaded.PayoutsTab));
const ProgrammeTab = lazily(() => import('./programme/ProgrammeTab.tsx').then((loaded) => loaded.ProgrammeTab));
const ReviewTab = lazily(() => import('./review/ReviewTab.tsx').then((loaded) => loaded.ReviewTab));
const ReadModelsTab = lazily(() => import('./read-models/ReadModelsTab.tsx').then((loaded) => loaded.ReadModelsTab));

interface Props {
  onCreate: () => void;
  onModal: (modal: Modal) => void;
  openTab: (name: string) => void;
}

/** The tabs of the admin dashboard. */
export const adminTabs = ({ onCreate, onModal, openTab }: Props): Tab[] => [
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
      />
    ),
    preload: AffiliatesTab.preload,
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
    preload: AdminCashoutsTab.preload,
  },
  { name: 'payouts', label: 'Payouts', icon: <Banknote aria-hidden />, panel: <PayoutsTab />, preload: PayoutsTab.preload },
  { name: 'review', label: 'Review', icon: <ShieldAlert aria-hidden />, panel: <ReviewTab />, preload: ReviewTab.preload },
  { name: 'actions', label: 'Actions', icon: <History aria-hidden />, panel: <ActionsTab />, preload: ActionsTab.preload },
  { name: 'sales', label: 'Sales', icon: <ShoppingBag aria-hidden />, panel: <SalesTab />, preload: SalesTab.preload },
  {
    name: 'programme',
    label: 'Programme',
    icon: <SlidersHorizontal aria-hidden />,
    panel: <ProgrammeTab />,
    preload: ProgrammeTab.preload,
  },
  { name: 'integrations', label: 'Integrations', icon: <Plug aria-hidden />, panel: <IntegrationsTab />, preload: IntegrationsTab.preload },
  { name: 'events', label: 'Events', icon: <ScrollText aria-hidden />, panel: <EventsTab />, preload: EventsTab.preload },
  { name: 'access', label: 'Access', icon: <KeyRound aria-hidden />, panel: <AccessTab />, preload: AccessTab.preload },
  { name: 'read-models', label: 'Read models', icon: <Database aria-hidden />, panel: <ReadModelsTab />, preload: ReadModelsTab.preload },
];
