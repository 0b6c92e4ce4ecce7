import type { Events, FactData } from '@framelift/contracts';
import { command } from '../../engine/log/deciding/command.ts';

/** One affiliate's data from another programme. Earlier imports are skipped, so that a repeat adds nothing. */
export class ImportHistory extends command<{
  affiliateId: string;
  sales: readonly FactData<Events['SaleImported']>[];
  payouts: readonly FactData<Events['PayoutImported']>[];
  opening?: FactData<Events['OpeningBalanceImported']>;
}>() {}
