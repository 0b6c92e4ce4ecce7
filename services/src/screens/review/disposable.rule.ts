import { signalLimits } from '@framelift/contracts';
import { signalRule } from './signal-rule.ts';

const { disposableBuyers, disposablePercent } = signalLimits;
const thrownAway = `s.outcome = 'notCredited'`;

/** Such purchases earn nothing; who brings many of them is worth a look for the others. */
export const disposable = signalRule<{ buyers: number; sales: number }>({
  name: 'disposable',
  finds: `select 'affiliate' as of, s.affiliate_id as about, s.affiliate_id, max(s.position) filter (where ${thrownAway}) as position,
      max(s.sold_at) filter (where ${thrownAway}) as at, true as alarm,
      jsonb_build_object('buyers', count(*) filter (where ${thrownAway}), 'sales', count(*)) as evidence
    from review.sales s
    where s.affiliate_id is not null and (s.outcome in ('credited', 'reversed') or (${thrownAway} and s.reason = 'disposableEmail'))
    group by s.affiliate_id
    having count(*) filter (where ${thrownAway}) >= greatest(${disposableBuyers}, count(*) * ${disposablePercent} / 100.0)`,
  says: ({ buyers, sales }) => `${buyers} of ${sales} buyers had throw-away addresses`,
});
