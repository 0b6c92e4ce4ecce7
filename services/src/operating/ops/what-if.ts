import { euros, firstTerms, rules, termsProblem, type TierStep } from '@framelift/contracts';
import { Log } from '../../engine/log/log.ts';
import { Vault } from '../../engine/log/sealing/vault.ts';
import { TermsHistory } from '../../screens/terms-history.ts';
import { nameOrPseudonym } from '../../screens/names.ts';
import { foldWhatIf, type OtherTerms, WhatIf } from '../../screens/terms/what-if.ts';
import { formatTable, type Get, plural, type Result, WrongUse } from './result.ts';
import { addCommand, type Group } from './program.ts';
import { progress } from './progress.ts';

const firstSteps = firstTerms.tiers.map((t) => `${t.tier}:${t.threshold}:${t.rateBps / 100}`).join(',');

/** `bronze:0:20,silver:20:25`: name, net sales it starts at, percent. @throws WrongUse */
export function readTiers(text: string): TierStep[] {
  const tiers = text.split(',').map((part) => {
    const [, tier, sales, percent] = /^\s*([\w-]+)[:=](\d{1,9})[:=](\d{1,3}(?:\.\d{1,2})?)%?\s*$/.exec(part) ?? [];
    if (tier === undefined) throw new WrongUse(`${part} is not a tier. Tiers look like ${firstSteps}`);
    return { tier, name: tier, threshold: Number(sales), rateBps: Math.round(Number(percent) * 100) };
  });
  const problem = termsProblem({ ...firstTerms, tiers });
  if (problem) throw new WrongUse(problem);
  return tiers;
}

async function whatIf(get: Get, steps: readonly TierStep[], defaultRateBps: number | undefined, signal: AbortSignal): Promise<Result> {
  const [log, vault] = [get(Log), get(Vault)];
  const { terms: today } = await get(TermsHistory).inForce();
  const other: OtherTerms = { tiers: steps, defaultRateBps: defaultRateBps ?? today.defaultRateBps };
  const fold = new WhatIf(other, today);
  const bar = progress('Folding');
  try {
    await foldWhatIf(log, fold, (at, of) => {
      bar.to(at, of);
      signal.throwIfAborted();
    });
  } finally {
    bar.end();
  }
  const found = [...fold.affiliates];
  const names = await vault.open(found.map(([, a]) => a.name));
  const affiliates = found
    .map(([id, a], i) => ({
      id,
      username: nameOrPseudonym(names[i], id),
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
    tiers: steps.map(({ tier, threshold, rateBps }) => ({ tier, threshold, rateBps })),
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
    `Under ${steps.map((s) => `${s.tier} from ${s.threshold} at ${s.rateBps / 100} %`).join(', ')}:`,
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
    'Folds the real history under other tiers and rates: who gains, who loses, the cost. Changes nothing.',
    `what-if --tiers ${firstSteps}`,
    'what-if --tiers starter:0:15,partner:50:35 --json',
  )
    .requiredOption('--tiers <list>', 'name:threshold:percent, separated by commas, lowest first')
    .option('--default-rate <percent>', 'the own rate of affiliates who now have the default')
    .action((options: { tiers: string; defaultRate?: string }) => {
      const steps = readTiers(options.tiers);
      const { defaultRate } = options;
      const bps = defaultRate === undefined ? undefined : Math.round(Number(defaultRate) * 100);
      if (defaultRate !== undefined && (!/^\d{1,3}(\.\d{1,2})?$/.test(defaultRate) || bps! > rules.maximumRateBps))
        throw new WrongUse('--default-rate is a percentage');
      return run((get, signal) => whatIf(get, steps, bps, signal));
    });
};
