import { signalLimits } from '@framelift/contracts';
import { enoughOf, signalRule } from './signal-rule.ts';

const { disposableBuyers, disposablePercent } = signalLimits;
const thrownAway = `s.outcome = 'notCredited' and s.reason = 'disposableEmail'`;

/** Such purchases earn nothing; who brings many of them is worth a look for the others. */
export const disposable = signalRule<{ buyers: number; sales: number }>({
  name: 'disposable',
  finds: `select 'affiliate' as of, u.affiliate_id as about, u.affiliate_id, u.position, u.at, true as alarm,
      jsonb_build_object('buyers', u.buyers, 'sales', c.sales) as evidence
    from (
      select s.affiliate_id, count(*)::int as buyers, max(s.position) as position, max(s.sold_at) as at from review.sales s
      where ${thrownAway} and s.affiliate_id is not null group by s.affiliate_id having count(*) >= ${disposableBuyers}
    ) u ${enoughOf('u.buyers', disposablePercent, `(s.outcome in ('credited', 'reversed') or (${thrownAway}))`)}`,
  says: ({ buyers, sales }) => `${buyers} of ${sales} buyers had throw-away addresses`,
});
