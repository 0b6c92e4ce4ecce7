import type { Events, FactData } from '@framelift/contracts';
import { command } from '../../engine/log/deciding/command.ts';

/** What is known of one affiliate from another programme. What was imported before is left out, so that a repeat doubles nothing. */
export class ImportHistory extends command<{
  affiliateId: string;
  sales: readonly FactData<Events['SaleImported']>[];
  payouts: readonly FactData<Events['PayoutImported']>[];
  opening?: FactData<Events['OpeningBalanceImported']>;
}>() {}
