import { DAY_MS, HOUR_MS, MINUTE_MS, premium, rules } from '@framelift/contracts';
import { sandboxInvoice } from '../../store/providers/sandbox/sandbox-invoices.ts';
import type { PlannedAffiliate } from './affiliates.ts';
import { SeededRandom } from './chance.ts';
import { address, affiliateName, buyerEmail, wallet } from './people.ts';
import type { PlannedSale, Year } from './sales.ts';
import type { Happens } from './happenings.ts';

/** Sales and accounts of frauds have separate numbers, far from those of honest people; their names continue from here. */
const FIRST = 10_000_000;
const FIRST_NAME = 4_000;

/** The suspicious parts of a sale; the rest is ordinary. */
type How = Partial<Pick<PlannedSale, 'email' | 'visitAt' | 'checkoutAt' | 'refundedAt' | 'address' | 'unseen' | 'outcome'>>;

/** One fraud: accounts that join, and their actions. */
class Scene {
  readonly accounts: PlannedAffiliate[] = [];
  readonly sales: PlannedSale[] = [];

  constructor(
    readonly chance: SeededRandom,
    private readonly first: number,
    readonly ends: number,
    readonly happens: Happens,
  ) {}

  /** A person who joined this many days before the end, and added payout details an hour later. */
  account(daysBefore: number, detail?: string): PlannedAffiliate {
    const n = FIRST + this.first + this.accounts.length;
    const joins = this.ends - daysBefore * DAY_MS;
    const named = affiliateName(this.chance, n - FIRST + FIRST_NAME);
    const who = { ...named, n, wallet: wallet(this.chance), joins, weight: 0, suspended: null, bannedAt: null, deletedAt: null };
    this.accounts.push(who);
    this.happens(joins, who, 'registers', {});
    this.happens(joins + HOUR_MS, who, 'addsMethod', { paymentType: 'paypal', ...(detail ? { detail } : {}) });
    return who;
  }

  /** Ms after joining. */
  sale(who: PlannedAffiliate, at: number, how: How = {}): void {
    const n = FIRST + this.first * 1_000 + this.sales.length;
    const completedAt = who.joins + at;
    this.sales.push({
      n,
      invoice: sandboxInvoice(0),
      affiliate: who,
      visitAt: completedAt - 20 * MINUTE_MS,
      checkoutAt: completedAt - 5 * MINUTE_MS,
      completedAt,
      recordedAt: completedAt + 1_500,
      email: buyerEmail(this.chance, n),
      currency: rules.currency,
      sku: premium.sku,
      paidCents: premium.priceCents,
      outcome: 'credited',
      refundedAt: null,
      reversedByHandAt: null,
      creditedByHandAt: null,
      partial: null,
      address: address(this.chance),
      ...how,
    });
  }

  /** Ordinary sales, one a day from the second day on. */
  usual(who: PlannedAffiliate, count: number): void {
    for (let day = 2; day < count + 2; day++) this.sale(who, day * DAY_MS + this.chance.between(0, 12) * HOUR_MS);
  }

  asks(who: PlannedAffiliate, at: number): void {
    this.happens(who.joins + at, who, 'asks', { share: 1, notes: false });
  }
}

const many = (count: number, act: (i: number) => void) => Array.from({ length: count }, (_, i) => act(i));

/** Twelve ways to take unearned money, as seen in such programmes. */
const frauds = {
  'an account is taken over and its money sent elsewhere': (s) => {
    const who = s.account(60);
    s.usual(who, 24);
    s.asks(who, 20 * DAY_MS);
    s.happens(who.joins + 22 * DAY_MS, who, 'isProcessed', { status: 'completed', proof: null });
    many(12, (i) => s.sale(who, (28 + 2 * i) * DAY_MS));
    s.happens(who.joins + 56 * DAY_MS, who, 'changesMethod', { detail: `quick.${who.email}` });
    s.asks(who, 57 * DAY_MS);
  },
  'one person has two accounts': (s) => {
    const both = `both.${s.chance.whole(1, 1e9)}@mail.example`;
    for (const who of [s.account(120, both), s.account(90, both)]) s.usual(who, 3);
  },
  'affiliates buy from each other': (s) => {
    const [who, friend] = [s.account(100), s.account(100)];
    s.usual(who, 3);
    s.sale(who, 10 * DAY_MS, { email: friend.email });
  },
  'somebody buys from themself with an address that becomes theirs later': (s) => {
    const who = s.account(80);
    const hidden = `hidden.${who.email}`;
    s.sale(who, 5 * DAY_MS, { email: hidden });
    s.happens(who.joins + 30 * DAY_MS, who, 'changesMethod', { detail: hidden });
  },
  'buyers are refunded after the payout': (s) => {
    const who = s.account(100);
    many(12, (i) => {
      const at = (3 + i) * DAY_MS;
      s.sale(who, at, i % 2 ? { refundedAt: who.joins + at + 20 * DAY_MS } : {});
    });
  },
  'a program buys one after the other': (s) => {
    const who = s.account(70);
    s.usual(who, 3);
    many(6, (i) => s.sale(who, 20 * DAY_MS + i * 4_000));
  },
  'one household buys again and again': (s) => {
    const who = s.account(70);
    const home = address(s.chance);
    // All are on one day (UTC), whenever they joined.
    const noon = Math.floor((who.joins + 12 * DAY_MS) / DAY_MS) * DAY_MS + 6 * HOUR_MS - who.joins;
    many(4, (i) => s.sale(who, noon + i * HOUR_MS, { address: home }));
  },
  'a program clicks and pays in seconds': (s) => {
    const who = s.account(50);
    s.usual(who, 3);
    const at = 20 * DAY_MS;
    s.sale(who, at, { visitAt: who.joins + at - 4_000, checkoutAt: who.joins + at - 3_000 });
  },
  'clicks are made up': (s) => {
    const who = s.account(90);
    many(5, (i) => s.sale(who, (4 + 3 * i) * DAY_MS, { unseen: true }));
  },
  'buyers have throw-away addresses': (s) => {
    const who = s.account(90);
    s.usual(who, 2);
    many(5, (i) => s.sale(who, (6 + i) * DAY_MS, { email: `get${i}@mailinator.com`, outcome: 'disposableEmail' }));
  },
  'stolen cards are used up in a day': (s) => {
    const who = s.account(60);
    s.usual(who, 4);
    // All are on one day (UTC), minutes apart.
    const morning = Math.floor((who.joins + 40 * DAY_MS) / DAY_MS) * DAY_MS + HOUR_MS - who.joins;
    many(16, (i) => s.sale(who, morning + i * 37 * MINUTE_MS));
  },
  'somebody joins, earns and leaves with the money': (s) => {
    const who = s.account(11);
    many(10, (i) => s.sale(who, DAY_MS + i * 15 * HOUR_MS));
    s.asks(who, 9 * DAY_MS);
  },
} satisfies Record<string, (scene: Scene) => void>;

/** Its sentence. */
export type Fraud = keyof typeof frauds;
export const FRAUDS = Object.keys(frauds) as Fraud[];

/** This many frauds of each kind; the honest history of a seed is the same with and without them. */
export function planFrauds(each: number, seed: number, { ends }: Year, happens: Happens) {
  const chance = new SeededRandom(seed + FIRST);
  const scenes = Array.from({ length: each }, (_, round) =>
    FRAUDS.map((fraud, i) => {
      const scene = new Scene(chance, (round * FRAUDS.length + i) * 10, ends, happens);
      frauds[fraud](scene);
      return { fraud, scene };
    }),
  ).flat();
  return {
    sales: scenes.flatMap(({ scene }) => scene.sales),
    accounts: scenes.flatMap(({ fraud, scene }) => scene.accounts.map((who) => ({ fraud, who }))),
  };
}
