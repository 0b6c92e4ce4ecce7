import type { LedgerView } from '@framelift/contracts';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { onHoldWords } from './onHold.ts';
import { WithIds } from '../../ui/layout/Text.tsx';
import type { Column } from '../../ui/lists/Table.tsx';
import { ledgerLabels } from '../api/eventNames.ts';

type Entry = LedgerView['entries'][number];
const kinds: Readonly<Record<string, string>> = ledgerLabels;

/** A ledger as affiliates see theirs, and admins any. */
export const ledgerColumns: Column<Entry>[] = [
  { header: 'Date', cell: (entry) => formatDate(entry.recordedAt) },
  { header: 'Kind', cell: (entry) => kinds[entry.kind] ?? entry.kind },
  {
    header: 'Why',
    cell: (entry) => <WithIds text={[entry.reason, entry.product, onHoldWords(entry.availableAt)].filter(Boolean).join(' · ')} />,
    long: true,
  },
  { header: 'Amount', cell: (entry) => `${entry.amount > 0 ? '+' : ''}${formatMoney(entry.amount)}`, numeric: true },
  { header: 'Balance', cell: (entry) => formatMoney(entry.balance), numeric: true },
];
