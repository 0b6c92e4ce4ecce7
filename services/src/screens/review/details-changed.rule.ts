import { payoutRules } from '@framelift/contracts';
import { signalRule } from './signal-rule.ts';

const inDays = (days: number): string => {
  if (days < 1) return 'less than a day';
  return days < 2 ? 'a day' : `${Math.floor(days)} days`;
};

/** A person who takes over an account changes its payout details, then requests its money. */
export const detailsChanged = signalRule<{ days: number }>({
  name: 'detailsChanged',
  finds: `select 'cashout' as of, c.cashout_id as about, c.affiliate_id, c.position, c.requested_at as at, true as alarm,
      jsonb_build_object('days', min(extract(epoch from c.requested_at - p.at)) / 86400) as evidence
    from review.cashouts c join review.payees p on p.affiliate_id = c.affiliate_id and p.payment_method_id = c.payment_method_id
    where c.status = 'open' and p.changed and p.at between c.requested_at - interval '${payoutRules.detailsChangedDays} days' and c.requested_at
    group by c.cashout_id`,
  says: ({ days }) => `The payment details were changed ${inDays(days)} before it was asked for`,
});
