import { DAY_MS } from '@framelift/contracts';
import type { SeededRandom } from './chance.ts';
import { affiliateName, wallet } from './people.ts';

/** One affiliate's year as it is planned. Times are ms since the epoch. */
export interface PlannedAffiliate {
  n: number;
  username: string;
  email: string;
  wallet: string;
  joins: number;
  /** Their share of the sales. */
  weight: number;
  suspended: { from: number; to: number } | null;
  bannedAt: number | null;
  deletedAt: number | null;
}

/** A few with most of the sales, many with some; every fifteenth is suspended for a while, some are banned, some leave. */
export function planAffiliates(chance: SeededRandom, count: number, begins: number, ends: number): PlannedAffiliate[] {
  const year = ends - begins;
  return Array.from({ length: count }, (_, n) => {
    const early = n < Math.max(1, count * 0.15);
    const joins = begins + (early ? chance.between(0.001, 0.02) : chance.between(0.02, 0.75)) * year + n;
    const planned: PlannedAffiliate = {
      ...affiliateName(chance, n),
      n,
      wallet: wallet(chance),
      joins: n === 0 ? begins + DAY_MS / 24 : joins,
      weight: 1 / (n + 1) ** 0.75,
      suspended: null,
      bannedAt: null,
      deletedAt: null,
    };
    if (n % 15 === 7) {
      const from = Math.max(joins + 20 * DAY_MS, begins + chance.between(0.4, 0.8) * year);
      planned.suspended = { from, to: from + chance.between(15, 40) * DAY_MS };
    } else if (n % 40 === 13) planned.bannedAt = Math.max(joins + 30 * DAY_MS, begins + chance.between(0.5, 0.9) * year);
    else if (n % 25 === 17) planned.deletedAt = Math.max(joins + 30 * DAY_MS, begins + chance.between(0.6, 0.95) * year);
    return planned;
  });
}

/** Whether a sale at this time earns them a commission. A day after joining, so that everything they need exists. */
export const earnsAt = ({ joins, suspended, bannedAt, deletedAt }: PlannedAffiliate, at: number): boolean =>
  at > joins + DAY_MS &&
  !(suspended && at > suspended.from - DAY_MS && at < suspended.to + DAY_MS) &&
  at < Math.min(bannedAt ?? Infinity, deletedAt ?? Infinity) - DAY_MS;

/** Picks the seller at a time; the first affiliate is there all year. */
export class SellerPool {
  private readonly upTo: number[] = [];

  constructor(private readonly affiliates: readonly PlannedAffiliate[]) {
    let sum = 0;
    for (const { weight } of affiliates) this.upTo.push((sum += weight));
  }

  at(chance: SeededRandom, at: number): PlannedAffiliate {
    for (let tries = 0; tries < 30; tries++) {
      const wanted = chance.next() * this.upTo.at(-1)!;
      let [low, high] = [0, this.upTo.length - 1];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (this.upTo[middle]! > wanted) high = middle;
        else low = middle + 1;
      }
      if (earnsAt(this.affiliates[low]!, at)) return this.affiliates[low]!;
    }
    return this.affiliates[0]!;
  }
}
