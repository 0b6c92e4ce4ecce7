import {
  Archive,
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
  Store,
  Users,
  Wallet,
} from 'lucide-react';
import { adminPath, type AdminPlace } from '../lib/paths.ts';
import type { PlaceGroup } from '../session/shell/Rail.tsx';
import type { ShellPlace } from '../session/shell/RailPlace.tsx';
import { AdminOverviewTab } from './AdminOverviewTab.tsx';
import { lazily } from '../ui/dialogs/lazily.ts';
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
const SiteTab = lazily(() => import('./site/SiteTab.tsx').then((loaded) => loaded.SiteTab));
const BackupsTab = lazily(() => import('./backups/BackupsTab.tsx').then((loaded) => loaded.BackupsTab));
const ReadModelsTab = lazily(() => import('./read-models/ReadModelsTab.tsx').then((loaded) => loaded.ReadModelsTab));

interface Props {
  onCreate: () => void;
  onModal: (modal: Modal) => void;
  /** Goes to an address of the dashboard. */
  onOpen: (to: string) => void;
}

const at = (name: AdminPlace, place: Omit<ShellPlace, 'name' | 'to'>): ShellPlace => ({ name, to: adminPath(name), ...place });

/** The places of the admin dashboard: daily work first, what is set up once below, then what happened. */
export const adminPlaces = ({ onCreate, onModal, onOpen }: Props): PlaceGroup[] => [
  {
    places: [
      at('overview', {
        label: 'Overview',
        icon: <LayoutGrid aria-hidden />,
        panel: <AdminOverviewTab onCreate={onCreate} onCashouts={() => onOpen(adminPath('cashouts'))} />,
      }),
      at('affiliates', {
        label: 'Affiliates',
        icon: <Users aria-hidden />,
        panel: <AffiliatesTab onCreate={onCreate} />,
        preload: AffiliatesTab.preload,
      }),
      at('sales', { label: 'Sales', icon: <ShoppingBag aria-hidden />, panel: <SalesTab />, preload: SalesTab.preload }),
      at('cashouts', {
        label: 'Cashouts',
        icon: <Wallet aria-hidden />,
        panel: (
          <AdminCashoutsTab
            onProcess={(cashout) => onModal({ name: 'process', cashout })}
            onOutcome={(cashout) => onModal({ name: 'outcome', cashout })}
            onProof={(url) => onModal({ name: 'proof', url })}
          />
        ),
        preload: AdminCashoutsTab.preload,
      }),
      at('payouts', { label: 'Payouts', icon: <Banknote aria-hidden />, panel: <PayoutsTab />, preload: PayoutsTab.preload }),
      at('review', { label: 'Review', icon: <ShieldAlert aria-hidden />, panel: <ReviewTab />, preload: ReviewTab.preload }),
    ],
  },
  {
    places: [
      at('programme', {
        label: 'Programme',
        icon: <SlidersHorizontal aria-hidden />,
        panel: <ProgrammeTab />,
        preload: ProgrammeTab.preload,
      }),
      at('site', { label: 'Site', icon: <Store aria-hidden />, panel: <SiteTab />, preload: SiteTab.preload }),
      at('integrations', {
        label: 'Integrations',
        icon: <Plug aria-hidden />,
        panel: <IntegrationsTab />,
        preload: IntegrationsTab.preload,
      }),
    ],
  },
  {
    heading: 'Audit',
    places: [
      at('actions', { label: 'Actions', icon: <History aria-hidden />, panel: <ActionsTab />, preload: ActionsTab.preload }),
      at('events', { label: 'Events', icon: <ScrollText aria-hidden />, panel: <EventsTab />, preload: EventsTab.preload }),
      at('access', { label: 'Access', icon: <KeyRound aria-hidden />, panel: <AccessTab />, preload: AccessTab.preload }),
      at('read-models', { label: 'Read models', icon: <Database aria-hidden />, panel: <ReadModelsTab />, preload: ReadModelsTab.preload }),
      at('backups', { label: 'Backups', icon: <Archive aria-hidden />, panel: <BackupsTab />, preload: BackupsTab.preload }),
    ],
  },
];
