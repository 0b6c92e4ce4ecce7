import { euros, type ImportSource } from '@framelift/contracts';
import type { Plan } from './programme-plan.ts';
import { plural } from './result.ts';

const isOdd = ({ does }: Plan['fates'][number]) => /^(does not fit|left out)|: renamed, as /.test(does);
const sum = <T>(all: readonly T[], centsOf: (one: T) => number) => all.reduce((total, one) => total + centsOf(one), 0);

/** The sums written, and the balances that the export states, for comparison with the programme's totals. */
const sumsOf = ({ moves }: Plan) => {
  const stated = moves.filter(({ statedCents }) => statedCents !== null);
  return {
    commissionCents: sum(moves, ({ sales }) => sum(sales, ({ commissionCents }) => commissionCents)),
    paidCents: sum(moves, ({ payouts }) => sum(payouts, ({ amountCents }) => amountCents)),
    openingCents: sum(moves, ({ opening }) => opening?.amountCents ?? 0),
    balancesThereCents: sum(stated, ({ statedCents }) => statedCents!),
    balancesHereCents: sum(stated, ({ resultCents }) => resultCents),
    balancesNotStatedCents: sum(
      moves.filter(({ statedCents }) => statedCents === null),
      ({ resultCents }) => resultCents,
    ),
  };
};

/** The result for people and programs. `ok`: nothing needs a check. */
export function summaryOf(plan: Plan, from: ImportSource, dryRun: boolean) {
  const { moves, fates, counts, differences } = plan;
  const openings = moves.flatMap(({ email, opening }) => (opening ? [{ email, amountCents: opening.amountCents }] : []));
  const renamed = moves.flatMap(({ email, username, renamedFrom }) =>
    renamedFrom === null ? [] : [{ email, code: renamedFrom, username }],
  );
  const conflicts = counts.problems + differences.length + renamed.length;
  const sums = sumsOf(plan);
  const listed = dryRun ? fates : fates.filter(isOdd);
  const fresh = moves.filter(({ isHere }) => !isHere).length;
  const text = [
    ...listed.map(({ file, row, does }) => `${file} row ${row}: ${does}`),
    ...openings.map(({ email, amountCents }) => `opening balance of ${email}: ${euros(amountCents)}, owed there beyond these rows`),
    ...differences.map(({ email, thereCents, hereCents }) => `balance of ${email}: ${euros(thereCents)} there, ${euros(hereCents)} here`),
    `${plural(counts.rows, 'row')} of ${from}: ${plural(counts.affiliates, 'affiliate')}, ${plural(counts.sales, 'sale')}, ${plural(counts.payouts, 'payout')}, ${counts.hereAlready} already here, ${counts.leftOut} left out, ${counts.problems} that do not fit.`,
    `${plural(fresh, 'affiliate')} ${dryRun ? 'would join' : 'joined'}, ${renamed.length} under another code; ${plural(differences.length, 'balance')} differ${differences.length === 1 ? 's' : ''}.`,
    `${dryRun ? 'It would write' : 'Written'}: ${euros(sums.commissionCents)} of commission, ${euros(sums.paidCents)} of payments, ${euros(sums.openingCents)} in ${plural(openings.length, 'opening balance')}.`,
    `Balances that the export states: ${euros(sums.balancesThereCents)} there, ${euros(sums.balancesHereCents)} here; of others: ${euros(sums.balancesNotStatedCents)} here.`,
    dryRun ? 'Nothing was changed.' : 'No mail was sent. Affiliates set a password with “Forgot your password?”.',
  ].join('\n');
  return {
    ok: conflicts === 0,
    text,
    json: { counts: { ...counts, renamed: renamed.length, conflicts }, sums, openings, renamed, differences, rows: listed },
  };
}
