import { signalLimits } from '@framelift/contracts';
import { shareOfSales, signalRule } from './signal-rule.ts';

const { unseenSales, unseenPercent } = signalLimits;

const byClick = `s.outcome in ('credited', 'reversed') and s.attributed_by = 'click'`;

/** A click that the site never saw was made up, or its cookie was put there. One may be an accident. */
export const unseen = signalRule<{ unseen: number; sales: number }>({
  name: 'unseen',
  finds: shareOfSales({
    wrong: `${byClick} and not s.visit_known`,
    among: byClick,
    least: unseenSales,
    percent: unseenPercent,
    named: 'unseen',
  }),
  says: ({ unseen, sales }) => `${unseen} of ${sales} sales by a click came without any visit`,
});
