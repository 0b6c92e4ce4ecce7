import { signalLimits } from '@framelift/contracts';
import { shareOfSales, signalRule } from './signal-rule.ts';

const { disposableBuyers, disposablePercent } = signalLimits;
const thrownAway = `s.outcome = 'notCredited' and s.reason = 'disposableEmail'`;

/** Such purchases earn nothing; an affiliate with many of them needs a check of the others. */
export const disposable = signalRule<{ buyers: number; sales: number }>({
  name: 'disposable',
  finds: shareOfSales({
    wrong: thrownAway,
    among: `(s.outcome in ('credited', 'reversed') or (${thrownAway}))`,
    least: disposableBuyers,
    percent: disposablePercent,
    named: 'buyers',
  }),
  says: ({ buyers, sales }) => `${buyers} of ${sales} buyers had throw-away addresses`,
});
