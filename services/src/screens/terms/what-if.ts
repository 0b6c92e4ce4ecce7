import {
  commissionCents,
  type EventName,
  idOf,
  invoiceKey,
  raisedTier,
  rateFor,
  type Sealed,
  effectiveTier,
  type Terms,
  tierOf,
} from '@framelift/contracts';
import { pages } from '../../engine/projecting/copying.ts';
import type { AnyEvent } from '../../engine/log/event.ts';
import type { Log } from '../../engine/log/log.ts';

/** One affiliate under both sets of terms; cents are commissions less those taken back. */
interface Compared {
  name: Sealed | null;
  deleted: boolean;
  ownBps: number;
  netSales: number;
  actualTier: string;
  whatIfTier: string;
  actualCents: number;
  whatIfCents: number;
  /** What each sale earned, and would have earned, until it is taken back. */
  earned: Map<string, { actual: number; whatIf: number }>;
  /** Sales that were taken back and may count again. */
  takenBack: Map<string, { actual: number; whatIf: number }>;
}

/** Moves a sale from one set to the other; one of before counts nothing. */
function moved(from: Compared['earned'], to: Compared['earned'], key: string): { actual: number; whatIf: number } {
  const sale = from.get(key);
  if (!sale) return { actual: 0, whatIf: 0 };
  from.delete(key);
  to.set(key, sale);
  return sale;
}

type Evolve = { [N in EventName]?: (a: Compared, data: Extract<AnyEvent, { type: N }>['data']) => void };

/** Tiers, and the own rate of those who have today's default one. */
export type OtherTerms = Pick<Terms, 'tiers' | 'defaultRateBps'>;

/** The history of every affiliate under other terms: sales, refunds and an admin's decisions happen as they did. */
export class WhatIf {
  readonly affiliates = new Map<string, Compared>();

  /** `from` (ISO 8601): the other terms hold from then on, and only sales from then on are compared. */
  constructor(
    private readonly other: OtherTerms,
    private readonly today: OtherTerms,
    private readonly from = '',
  ) {}

  private own = (bps: number): number => (bps === this.today.defaultRateBps ? this.other.defaultRateBps : bps);

  private readonly evolve: Evolve = {
    AffiliateRegistered: (a, { username, commissionBps }) => Object.assign(a, { name: username, ownBps: this.own(commissionBps) }),
    AffiliateEdited: (a, { username, commissionBps, tier }) => {
      a.name = username ?? a.name;
      a.ownBps = commissionBps === undefined ? a.ownBps : this.own(commissionBps);
      if (tier === undefined) return;
      a.actualTier = tier;
      // A manual tier of a name that the other terms do not have decides nothing.
      if (this.other.tiers.some((s) => s.tier === tier)) a.whatIfTier = tier;
    },
    AffiliateDeleted: (a) => Object.assign(a, { name: null, deleted: true }),
    SaleRecorded: (a, { amountCents, commissionCents: actual, rateFrom, ...sale }) => {
      const step = effectiveTier(this.other.tiers, a.whatIfTier, a.netSales);
      // The rate of a product is not one of the terms.
      const whatIf = rateFrom === 'product' ? actual : commissionCents(amountCents, rateFor(a.ownBps, step).commissionBps);
      a.actualCents += actual;
      a.whatIfCents += whatIf;
      a.earned.set(invoiceKey(sale), { actual, whatIf });
      a.netSales++;
      a.whatIfTier = raisedTier(this.other.tiers, a.whatIfTier, a.netSales);
    },
    SaleReversed: (a, sale) => {
      const { actual, whatIf } = moved(a.earned, a.takenBack, invoiceKey(sale));
      a.actualCents -= actual;
      a.whatIfCents -= whatIf;
      a.netSales--;
    },
    SaleRestored: (a, sale) => {
      const { actual, whatIf } = moved(a.takenBack, a.earned, invoiceKey(sale));
      a.actualCents += actual;
      a.whatIfCents += whatIf;
      a.netSales++;
      a.whatIfTier = raisedTier(this.other.tiers, a.whatIfTier, a.netSales);
    },
    TierReached: (a, { to }) => void (a.actualTier = to),
    TierRecalculated: (a, { to }) => {
      a.actualTier = to;
      a.whatIfTier = tierOf(this.other.tiers, a.netSales);
    },
  };

  get types(): string[] {
    return [...Object.keys(this.evolve), 'TiersRecalculated'];
  }

  add(event: AnyEvent): void {
    // A recalculation covers all present affiliates, even those it did not change.
    if (event.type === 'TiersRecalculated')
      for (const a of this.affiliates.values()) if (!a.deleted) a.whatIfTier = tierOf(this.other.tiers, a.netSales);
    const step = this.evolve[event.type] as ((a: Compared, data: unknown) => void) | undefined;
    if (!step) return;
    const a = this.affiliate(idOf(event.streamId));
    step(a, event.data);
    if (event.metadata.occurredAt < this.from) this.beforeOtherTerms(a);
  }

  /** Nothing is compared yet: the tier that counts when the other terms begin is the actual one. */
  private beforeOtherTerms(a: Compared): void {
    a.actualCents = a.whatIfCents = 0;
    a.earned.clear();
    a.takenBack.clear();
    a.whatIfTier = effectiveTier(this.other.tiers, a.actualTier, a.netSales).tier;
  }

  private affiliate(id: string): Compared {
    let a = this.affiliates.get(id);
    if (!a) {
      a = {
        name: null,
        deleted: false,
        ownBps: this.other.defaultRateBps,
        netSales: 0,
        actualTier: this.today.tiers[0]!.tier,
        whatIfTier: this.other.tiers[0]!.tier,
        actualCents: 0,
        whatIfCents: 0,
        earned: new Map(),
        takenBack: new Map(),
      };
      this.affiliates.set(id, a);
    }
    return a;
  }
}

/** Folds all relevant events of the log. `onProgress`: position reached, and the total. */
export async function foldWhatIf(log: Log, fold: WhatIf, onProgress: (at: number, of: number) => void): Promise<void> {
  const { position } = await log.head();
  for await (const page of pages(log, 0, position, fold.types)) {
    for (const event of page.events) fold.add(event);
    onProgress(page.upTo, position);
  }
}
