import { signalLimits } from '@framelift/contracts';
import { signalRule } from './signal-rule.ts';

const { unseenSales, unseenPercent } = signalLimits;

/** A click that the site never saw was made up, or its cookie was put there. One may be an accident. */
export const unseen = signalRule<{ unseen: number; sales: number }>({
  name: 'unseen',
  finds: `select 'affiliate' as of, s.affiliate_id as about, s.affiliate_id, max(s.position) filter (where not s.visit_known) as position,
      max(s.sold_at) filter (where not s.visit_known) as at, true as alarm,
      jsonb_build_object('unseen', count(*) filter (where not s.visit_known), 'sales', count(*)) as evidence
    from review.sales s
    where s.outcome in ('credited', 'reversed') and s.attributed_by = 'click' and s.started_at is not null and s.affiliate_id is not null
    group by s.affiliate_id
    having count(*) filter (where not s.visit_known) >= greatest(${unseenSales}, count(*) * ${unseenPercent} / 100.0)`,
  says: ({ unseen, sales }) => `${unseen} of ${sales} sales by a click came without any visit`,
});
