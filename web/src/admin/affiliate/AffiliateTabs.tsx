import { Banknote, ScrollText, ShoppingBag, Ticket, Wallet } from 'lucide-react';
import { type Tab, Tabs } from '../../ui/lists/Tabs.tsx';
import { Activity } from './Activity.tsx';
import type { OneAffiliate } from './affiliateApi.ts';
import { AffiliateCashouts } from './AffiliateCashouts.tsx';
import { AffiliateLedger } from './AffiliateLedger.tsx';
import { AffiliateSales } from './AffiliateSales.tsx';
import { Codes } from './Codes.tsx';

/** What the figures of an affiliate are made of. */
export function AffiliateTabs({ affiliate }: { affiliate: OneAffiliate }) {
  const { id } = affiliate;
  const tabs: Tab[] = [
    { name: 'sales', label: 'Sales', icon: <ShoppingBag aria-hidden />, panel: <AffiliateSales id={id} /> },
    { name: 'ledger', label: 'Ledger', icon: <Banknote aria-hidden />, panel: <AffiliateLedger id={id} /> },
    { name: 'cashouts', label: 'Cashouts', icon: <Wallet aria-hidden />, panel: <AffiliateCashouts id={id} /> },
    { name: 'codes', label: 'Codes', icon: <Ticket aria-hidden />, panel: <Codes affiliate={affiliate} /> },
    { name: 'activity', label: 'Activity', icon: <ScrollText aria-hidden />, panel: <Activity id={id} /> },
  ];
  return <Tabs label={`About ${affiliate.username}`} tabs={tabs} kept="at" />;
}
