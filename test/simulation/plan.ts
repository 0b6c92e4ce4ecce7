// The plan of a seed: clients' commands and faults, each at a moment. A plan is data, so a shorter one can be tried.
import type { SeededRandom } from '../../services/dist/operating/demo/chance.js';

export type Step =
  | { do: 'register'; affiliate: number }
  | { do: 'sell'; invoice: number; affiliate: number | null; cents: number }
  | { do: 'refund'; invoice: number }
  | { do: 'dispute'; invoice: number }
  | { do: 'reverse' | 'credit' | 'release'; invoice: number; affiliate: number }
  | { do: 'ask'; affiliate: number; share: number }
  | { do: 'decide'; affiliate: number; n: number; status: 'approved' | 'completed' | 'rejected'; from: 'pending' | 'approved' }
  | { do: 'edit'; affiliate: number; status: 'active' | 'suspended'; rateBps: number }
  | { do: 'delete'; affiliate: number }
  | { do: 'recalculate' }
  | { do: 'terms'; holdDays: number; silverFrom: number };

export type Fault =
  | { fault: 'kill'; member: number; downMs: number }
  | { fault: 'pause'; member: number; ms: number }
  | { fault: 'cut'; member: number }
  | { fault: 'skew'; member: number; ms: number }
  | { fault: 'database restarts'; downMs: number }
  | { fault: 'slow disk'; ms: number }
  | { fault: 'backup' }
  | { fault: 'restore' }
  | { fault: 'topic'; share: number }
  | { fault: 'broker away'; ms: number }
  | { fault: 'rebalance' }
  | { fault: 'shop away'; ms: number }
  | { fault: 'replay'; readModel: number };

export type Moment = { at: number } & (Step | Fault);

export interface Plan {
  seed: number;
  /** Two all-in-one processes; or two apis, two relays and two projectors over Kafka. */
  shape: 'embedded' | 'scaled';
  moments: Moment[];
}

export const AFFILIATES = 6;
export const MEMBERS = { embedded: 2, scaled: 6 } as const;
/** Between two steps of clients, ms. */
const PACE_MS = 60;

export function planOf(seed: number, steps: number, random: SeededRandom): Plan {
  const shape = random.happens(0.6) ? 'embedded' : 'scaled';
  const moments: Moment[] = [];
  let at = 300;
  let invoices = 0;
  const affiliate = () => random.whole(0, AFFILIATES - 1);
  const invoice = () => random.whole(0, Math.max(0, invoices - 1));
  const kinds = {
    sell: 40,
    refund: 6,
    dispute: 6,
    reverse: 2,
    credit: 2,
    release: 2,
    ask: 16,
    decide: 16,
    edit: 4,
    delete: 1,
    recalculate: 1,
    terms: 2,
  };
  const make: Record<keyof typeof kinds, () => Step> = {
    sell: () => ({ do: 'sell', invoice: invoices++, affiliate: random.happens(0.85) ? affiliate() : null, cents: random.whole(1, 400_00) }),
    refund: () => ({ do: 'refund', invoice: invoice() }),
    // About a few invoices, so that disputes continue: lost, won, lost again.
    dispute: () => ({ do: 'dispute', invoice: Math.min(invoice(), random.whole(0, 5)) }),
    reverse: () => ({ do: 'reverse', invoice: invoice(), affiliate: affiliate() }),
    credit: () => ({ do: 'credit', invoice: invoice(), affiliate: affiliate() }),
    release: () => ({ do: 'release', invoice: invoice(), affiliate: affiliate() }),
    ask: () => ({ do: 'ask', affiliate: affiliate(), share: random.pick([0.3, 0.5, 0.9, 1, 1, 1.001]) }),
    decide: () => ({
      do: 'decide',
      affiliate: affiliate(),
      n: random.whole(1, 5),
      status: random.pick(['approved', 'completed', 'rejected'] as const),
      from: random.pick(['pending', 'pending', 'approved'] as const),
    }),
    edit: () => ({
      do: 'edit',
      affiliate: affiliate(),
      status: random.pick(['active', 'active', 'suspended'] as const),
      rateBps: random.whole(0, 100_00),
    }),
    delete: () => ({ do: 'delete', affiliate: affiliate() }),
    recalculate: () => ({ do: 'recalculate' }),
    terms: () => ({ do: 'terms', holdDays: random.pick([0, 0, 1, 30]), silverFrom: random.whole(1, 30) }),
  };
  for (let n = 0; n < steps; n++) {
    // Some at the same time, so that they race.
    at += random.happens(0.4) ? 0 : random.between(0, 2 * PACE_MS);
    moments.push({ at, ...(n < AFFILIATES ? { do: 'register' as const, affiliate: n } : make[random.weighted(kinds)]()) });
  }
  return { seed, shape, moments: [...moments, ...faults(random, shape, at)].sort((a, b) => a.at - b.at) };
}

function faults(random: SeededRandom, shape: Plan['shape'], end: number): Moment[] {
  const member = () => random.whole(0, MEMBERS[shape] - 1);
  const found: Moment[] = [];
  const at = () => random.between(400, end);
  const times = (most: number, make: () => Fault) => {
    for (let n = random.whole(0, most); n > 0; n--) found.push({ at: at(), ...make() });
  };
  times(3, () => ({ fault: 'kill', member: member(), downMs: random.between(50, 3_000) }));
  times(2, () => ({ fault: 'pause', member: member(), ms: random.pick([300, 2_000, 6_000, 12_000]) }));
  times(2, () => ({ fault: 'cut', member: member() }));
  times(1, () => ({ fault: 'skew', member: member(), ms: random.pick([-4_000, -200, 200, 4_000]) }));
  times(1, () => ({ fault: 'slow disk', ms: random.between(200, 2_000) }));
  times(1, () => ({ fault: 'shop away', ms: random.between(500, 20_000) }));
  times(1, () => ({ fault: 'replay', readModel: random.whole(0, 1) }));
  if (random.happens(0.3)) times(1, () => ({ fault: 'database restarts', downMs: random.between(50, 2_000) }));
  if (shape === 'scaled') {
    times(1, () => ({ fault: 'topic', share: random.pick([0.1, 0.5, 1]) }));
    times(1, () => ({ fault: 'broker away', ms: random.between(100, 5_000) }));
    times(2, () => ({ fault: 'rebalance' }));
  }
  if (random.happens(0.05)) {
    const backup = at();
    found.push({ at: backup, fault: 'backup' }, { at: random.between(backup + 50, end + 100), fault: 'restore' });
  }
  return found;
}
