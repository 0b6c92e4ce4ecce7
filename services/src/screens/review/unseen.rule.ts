import { signalLimits } from '@framelift/contracts';
import { enoughOf, signalRule } from './signal-rule.ts';

const { unseenSales, unseenPercent } = signalLimits;

const byClick = `s.outcome in ('credited', 'reversed') and s.attributed_by = 'click'`;
const withoutVisit = `${byClick} and not s.visit_known`;

/** A click that the site never saw was made up, or its cookie was put there. One may be an accident. */
export const unseen = signalRule<{ unseen: number; sales: number }>({
  name: 'unseen',
  finds: `select 'affiliate' as of, u.affiliate_id as about, u.affiliate_id, u.position, u.at, true as alarm,
      jsonb_build_object('unseen', u.unseen, 'sales', c.sales) as evidence
    from (
      select s.affiliate_id, count(*)::int as unseen, max(s.position) as position, max(s.sold_at) as at from review.sales s
      where ${withoutVisit} and s.affiliate_id is not null group by s.affiliate_id having count(*) >= ${unseenSales}
    ) u ${enoughOf('u.unseen', unseenPercent, byClick)}`,
  says: ({ unseen, sales }) => `${unseen} of ${sales} sales by a click came without any visit`,
});
