import { ArrowDownUp, CircleSlash, FileText, ShieldCheck } from 'lucide-react';
import { Stack } from '../ui/layout/Stack.tsx';
import { Tabs } from '../ui/lists/Tabs.tsx';
import { Movements } from './Movements.tsx';
import { NotCredited } from './NotCredited.tsx';
import { Invoices } from './statements/Invoices.tsx';
import { Proof } from './statements/Proof.tsx';
import { Statements } from './statements/Statements.tsx';

const Papers = () => (
  <Stack>
    <Statements />
    <Invoices />
  </Stack>
);

/** The account line by line, what earned nothing, and both on paper. */
export function LedgerTab() {
  return (
    <Tabs
      label="Ledger"
      tabs={[
        { name: 'movements', label: 'Movements', icon: <ArrowDownUp aria-hidden />, panel: <Movements /> },
        { name: 'not-credited', label: 'Not credited', icon: <CircleSlash aria-hidden />, panel: <NotCredited /> },
        { name: 'statements', label: 'Statements', icon: <FileText aria-hidden />, panel: <Papers /> },
        { name: 'proof', label: 'Proof', icon: <ShieldCheck aria-hidden />, panel: <Proof /> },
      ]}
    />
  );
}
