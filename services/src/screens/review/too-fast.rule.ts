import { signalLimits } from '@framelift/contracts';
import { signalRule } from './signal-rule.ts';

const { personSeconds } = signalLimits;

/** No person reads, types an address and pays within seconds. */
export const tooFast = signalRule<{ seconds: number }>({
  name: 'tooFast',
  finds: `select 'sale' as of, s.invoice as about, s.affiliate_id, s.position, s.sold_at as at, true as alarm,
      jsonb_build_object('seconds', extract(epoch from s.sold_at - s.clicked_at)) as evidence
    from review.sales s
    where s.quick and s.outcome = 'credited' and s.attributed_by = 'click' and s.sold_at - s.clicked_at < interval '${personSeconds} seconds'`,
  says: ({ seconds }) => `Paid ${Math.max(0, Math.round(seconds))} seconds after the click`,
});
