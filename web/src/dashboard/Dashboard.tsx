import type { DashboardView, PaymentMethodView } from '@framelift/contracts';
import { ChartColumn, LayoutGrid, Receipt, ScrollText, Settings, Wallet } from 'lucide-react';
import { Suspense, useState } from 'react';
import { dashboardPath, type DashboardPlace } from '../lib/paths.ts';
import { useLive } from '../session/api/useLive.ts';
import type { ShellPlace } from '../session/shell/RailPlace.tsx';
import { Shell } from '../session/shell/Shell.tsx';
import { lazily } from '../ui/dialogs/lazily.ts';
import { DashboardActions } from './DashboardActions.tsx';
import { OverviewTab } from './OverviewTab.tsx';

const CashoutsTab = lazily(() => import('./CashoutsTab.tsx').then((loaded) => loaded.CashoutsTab));
const LedgerTab = lazily(() => import('./LedgerTab.tsx').then((loaded) => loaded.LedgerTab));
const PerformanceTab = lazily(() => import('./performance/PerformanceTab.tsx').then((loaded) => loaded.PerformanceTab));
const SalesTab = lazily(() => import('./SalesTab.tsx').then((loaded) => loaded.SalesTab));
const SettingsTab = lazily(() => import('./SettingsTab.tsx').then((loaded) => loaded.SettingsTab));
const CashoutDialog = lazily(() => import('./CashoutDialog.tsx').then((loaded) => loaded.CashoutDialog));
const PaymentMethodDialog = lazily(() => import('./PaymentMethodDialog.tsx').then((loaded) => loaded.PaymentMethodDialog));
const ProofDialog = lazily(() => import('../session/screens/ProofDialog.tsx').then((loaded) => loaded.ProofDialog));
/** With what makes QR codes, for when something is shared. */
const ShareDialog = lazily(() => import('./sharing/ShareDialog.tsx').then((loaded) => loaded.ShareDialog));

type Modal =
  | { name: 'share' }
  | { name: 'cashout'; everything?: boolean }
  | { name: 'paymentMethod'; method?: PaymentMethodView }
  | { name: 'proof'; url: string };

const at = (name: DashboardPlace, place: Omit<ShellPlace, 'name' | 'to'>): ShellPlace => ({ name, to: dashboardPath(name), ...place });
/** In the bar below, on a phone. */
const onPhones: DashboardPlace[] = ['overview', 'sales', 'cashouts', 'ledger'];

/** The affiliate dashboard with everything loaded: its places, one modal at a time. */
export function Dashboard({ view }: { view: DashboardView }) {
  const [modal, setModal] = useState<Modal | null>(null);
  const [balanceShown, setBalanceShown] = useState(false);

  const live = useLive();

  const close = () => setModal(null);
  const share = () => setModal({ name: 'share' });
  const showProof = (url: string) => setModal({ name: 'proof', url });

  const places: ShellPlace[] = [
    at('overview', {
      label: 'Overview',
      icon: <LayoutGrid aria-hidden />,
      panel: (
        <OverviewTab
          view={view}
          balanceShown={balanceShown}
          onShare={share}
          onWithdraw={() => setModal({ name: 'cashout', everything: true })}
          onAddMethod={() => setModal({ name: 'paymentMethod' })}
        />
      ),
    }),
    at('performance', {
      label: 'Sources',
      icon: <ChartColumn aria-hidden />,
      panel: <PerformanceTab onShare={share} />,
      preload: PerformanceTab.preload,
    }),
    at('sales', {
      label: 'Sales',
      icon: <Receipt aria-hidden />,
      panel: <SalesTab newest={view.recentSales} />,
      preload: SalesTab.preload,
    }),
    at('cashouts', {
      label: 'Cashouts',
      icon: <Wallet aria-hidden />,
      panel: <CashoutsTab view={view} onRequest={() => setModal({ name: 'cashout' })} onProof={showProof} />,
      preload: CashoutsTab.preload,
    }),
    at('ledger', { label: 'Ledger', icon: <ScrollText aria-hidden />, panel: <LedgerTab />, preload: LedgerTab.preload }),
    at('settings', {
      label: 'Settings',
      icon: <Settings aria-hidden />,
      panel: <SettingsTab view={view} onEdit={(method) => setModal({ name: 'paymentMethod', method })} />,
      preload: SettingsTab.preload,
    }),
  ];

  return (
    <>
      <Shell
        label="Dashboard"
        title="Affiliate Dashboard"
        username={view.affiliate.username}
        groups={[{ places }]}
        bottom={onPhones}
        actions={
          <DashboardActions
            view={view}
            balanceShown={balanceShown}
            live={live}
            onToggleBalance={() => setBalanceShown(!balanceShown)}
            onShare={share}
          />
        }
      />
      <Suspense>
        {modal?.name === 'paymentMethod' && (
          <PaymentMethodDialog
            offered={view.terms.paymentTypes}
            method={modal.method}
            waitDays={view.terms.detailsWaitDays}
            onClose={close}
          />
        )}
        {modal?.name === 'cashout' && <CashoutDialog view={view} everything={modal.everything} onClose={close} />}
        {modal?.name === 'share' && <ShareDialog username={view.affiliate.username} onClose={close} />}
        {modal?.name === 'proof' && <ProofDialog url={modal.url} onClose={close} />}
      </Suspense>
    </>
  );
}
