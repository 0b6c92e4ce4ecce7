import { Vault } from '../../engine/log/vault.ts';
import { Log } from '../../engine/log/log.ts';
import {
  commissionCents,
  type EventName,
  euros,
  idOf,
  invoiceKey,
  raisedTier,
  rateFor,
  rules,
  type Sealed,
  tierOf,
  type TierStep,
} from '@framelift/contracts';
import { pages } from '../../engine/projecting/copying.ts';
import type { AnyEvent } from '../../engine/log/event.ts';
import { formatTable, type Get, plural, type Result, WrongUse } from './result.ts';
import { addCommand, type Group } from './program.ts';
import { progress } from './progress.ts';

type Step = TierStep<string>;

const shippedSteps = rules.tiers.map((t) => `${t.tier}:${t.fromSales}:${t.rateBps / 100}`).join(',');

/** `bronze:0:20,silver:20:25`: name, net sales it begins at, percent. @throws WrongUse */
export function readTiers(text: string): Step[] {
  const steps = text.split(',').map((part) => {
    const [, tier, sales, percent] = /^\s*([\w-]+)[:=](\d{1,9})[:=](\d{1,3}(?:\.\d{1,2})?)%?\s*$/.exec(part) ?? [];
    if (tier === undefined) throw new WrongUse(`${part} is no tier. Tiers look like ${shippedSteps}`);
    return { tier, fromSales: Number(sales), rateBps: Math.round(Number(percent) * 100) };
  });
  if (steps[0]!.fromSales !== 0) throw new WrongUse('The first tier begins at 0 sales');
  if (steps.some((s, i) => i > 0 && s.fromSales <= steps[i - 1]!.fromSales))
    throw new WrongUse('Each tier begins at more sales than the one before');
  if (steps.some((s) => s.rateBps > rules.maximumRateBps)) throw new WrongUse('A rate is between 0 and 100 percent');
  if (new Set(steps.map((s) => s.tier)).size < steps.length) throw new WrongUse('Each tier has a name of its own');
  return steps;
}

/** One affiliate under both sets of rules; cents are commissions less those taken back. */
interface Compared {
  name: Sealed | null;
  deleted: boolean;
  ownBps: number;
  netSales: number;
  actualTier: string;
  whatIfTier: string;
  actualCents: number;
  whatIfCents: number;
  /** What each recorded sale would have earned, until it is taken back. */
  earned: Map<string, number>;
}

type Evolve = { [N in EventName]?: (a: Compared, data: Extract<AnyEvent, { type: N }>['data']) => void };

/** The history of every affiliate under other tiers: sales, refunds and an admin's decisions happen as they did. */
export class WhatIf {
  readonly affiliates = new Map<string, Compared>();

  /** `defaultBps`: the own rate of those who have today's default one. */
  constructor(
    private readonly steps: readonly Step[],
    private readonly defaultBps: number = rules.defaultRateBps,
  ) {}

  private own = (bps: number): number => (bps === rules.defaultRateBps ? this.defaultBps : bps);

  private readonly evolve: Evolve = {
    AffiliateRegistered: (a, { username, commissionBps }) => Object.assign(a, { name: username, ownBps: this.own(commissionBps) }),
    AffiliateEdited: (a, { username, commissionBps, tier }) => {
      a.name = username ?? a.name;
      a.ownBps = commissionBps === undefined ? a.ownBps : this.own(commissionBps);
      if (tier === undefined) return;
      a.actualTier = tier;
      // A manual tier of a name that the new rules do not have decides nothing.
      if (this.steps.some((s) => s.tier === tier)) a.whatIfTier = tier;
    },
    AffiliateDeleted: (a) => Object.assign(a, { name: null, deleted: true }),
    SaleRecorded: (a, { amountCents, commissionCents: actual, ...sale }) => {
      const cents = commissionCents(amountCents, rateFor(this.steps, a.ownBps, a.whatIfTier).commissionBps);
      a.actualCents += actual;
      a.whatIfCents += cents;
      a.earned.set(invoiceKey(sale), cents);
      a.netSales++;
      a.whatIfTier = raisedTier(this.steps, a.whatIfTier, a.netSales);
    },
    SaleReversed: (a, { commissionCents: actual, ...sale }) => {
      a.actualCents -= actual;
      a.whatIfCents -= a.earned.get(invoiceKey(sale)) ?? 0;
      a.earned.delete(invoiceKey(sale));
      a.netSales--;
    },
    TierReached: (a, { to }) => void (a.actualTier = to),
    TierRecalculated: (a, { to }) => {
      a.actualTier = to;
      a.whatIfTier = tierOf(this.steps, a.netSales);
    },
  };

  get types(): string[] {
    return [...Object.keys(this.evolve), 'TiersRecalculated'];
  }

  add(event: AnyEvent): void {
    // A recalculation covers all present affiliates, even those it did not change.
    if (event.type === 'TiersRecalculated')
      for (const a of this.affiliates.values()) if (!a.deleted) a.whatIfTier = tierOf(this.steps, a.netSales);
    const step = this.evolve[event.type] as ((a: Compared, data: unknown) => void) | undefined;
    if (step) step(this.affiliate(idOf(event.streamId)), event.data);
  }

  private affiliate(id: string): Compared {
    let a = this.affiliates.get(id);
    if (!a) {
      const first = rules.tiers[0]!.tier;
      a = {
        name: null,
        deleted: false,
        ownBps: rules.defaultRateBps,
        netSales: 0,
        actualTier: first,
        whatIfTier: this.steps[0]!.tier,
        actualCents: 0,
        whatIfCents: 0,
        earned: new Map(),
      };
      this.affiliates.set(id, a);
    }
    return a;
  }
}

async function whatIf(get: Get, steps: readonly Step[], defaultBps: number, signal: AbortSignal): Promise<Result> {
  const [log, vault] = [get(Log), get(Vault)];
  const fold = new WhatIf(steps, defaultBps);
  const bar = progress('Folding');
  const { position } = await log.head();
  try {
    for await (const page of pages(log, 0, position, fold.types)) {
      for (const event of page.events) fold.add(event);
      bar.to(page.upTo, position);
      signal.throwIfAborted();
    }
  } finally {
    bar.end();
  }
  const found = [...fold.affiliates];
  const names = await vault.open(found.map(([, a]) => a.name));
  const affiliates = found
    .map(([id, a], i) => ({
      id,
      username: (names[i] as string | null) ?? `deleted-${id.slice(0, 8)}`,
      sales: a.netSales,
      actualTier: a.actualTier,
      whatIfTier: a.whatIfTier,
      actualCents: a.actualCents,
      whatIfCents: a.whatIfCents,
      differenceCents: a.whatIfCents - a.actualCents,
    }))
    .toSorted((a, b) => b.differenceCents - a.differenceCents || a.username.localeCompare(b.username));
  const sum = (of: (a: (typeof affiliates)[number]) => number) => affiliates.reduce((n, a) => n + of(a), 0);
  const gain = affiliates.filter((a) => a.differenceCents > 0).length;
  const lose = affiliates.filter((a) => a.differenceCents < 0).length;
  const [actualCents, whatIfCents] = [sum((a) => a.actualCents), sum((a) => a.whatIfCents)];
  const costCents = whatIfCents - actualCents;
  const json = {
    ok: true,
    tiers: steps,
    actualCents,
    whatIfCents,
    costCents,
    gain,
    lose,
    unchanged: affiliates.length - gain - lose,
    affiliates,
  };
  const moved = affiliates.filter((a) => a.differenceCents);
  const text = [
    `Under ${steps.map((s) => `${s.tier} from ${s.fromSales} at ${s.rateBps / 100} %`).join(', ')}:`,
    ...(moved.length
      ? [
          '',
          formatTable([
            ['affiliate', 'net sales', 'tier', 'would be', 'earned', 'would earn', 'difference'],
            ...moved.map((a) => [
              a.username,
              a.sales,
              a.actualTier,
              a.whatIfTier,
              euros(a.actualCents),
              euros(a.whatIfCents),
              euros(a.differenceCents),
            ]),
          ]),
          '',
        ]
      : []),
    `${plural(gain, 'affiliate')} would have gained, ${lose} lost, ${json.unchanged} would have seen no difference.`,
    `Cost: ${euros(costCents)} (${euros(whatIfCents)} instead of ${euros(actualCents)}). Nothing was changed.`,
  ].join('\n');
  return { ok: true, json, text };
}

export const whatIfCommand: Group = (program, run) => {
  addCommand(
    program,
    'what-if',
    'Folds the real history under other tiers and rates: who gains, who loses, what it costs. Changes nothing.',
    `what-if --tiers ${shippedSteps}`,
    'what-if --tiers starter:0:15,partner:50:35 --json',
  )
    .requiredOption('--tiers <list>', 'name:fromSales:percent, separated by commas, lowest first')
    .option('--default-rate <percent>', 'the own rate of those who have the default one now', String(rules.defaultRateBps / 100))
    .action((options: { tiers: string; defaultRate: string }) => {
      const steps = readTiers(options.tiers);
      const bps = Math.round(Number(options.defaultRate) * 100);
      if (!/^\d{1,3}(\.\d{1,2})?$/.test(options.defaultRate) || bps > rules.maximumRateBps)
        throw new WrongUse('--default-rate is a percentage');
      return run((get, signal) => whatIf(get, steps, bps, signal));
    });
};
