import { signalLimits } from '@framelift/contracts';
import { signalRule } from './signal-rule.ts';

const { newAccountDays } = signalLimits;

/** Every first cashout is a note; joining, earning and leaving within days is an alarm. */
export const firstCashout = signalRule<{ days: number }>({
  name: 'firstCashout',
  finds: `select 'cashout' as of, c.cashout_id as about, c.affiliate_id, c.position, c.requested_at as at,
      c.requested_at < a.registered_at + interval '${newAccountDays} days' as alarm,
      jsonb_build_object('days', extract(epoch from c.requested_at - a.registered_at) / 86400) as evidence
    from review.cashouts c join review.accounts a on a.affiliate_id = c.affiliate_id
    where c.status = 'open' and not exists (
      select from review.cashouts p where p.affiliate_id = c.affiliate_id and p.status = 'completed')`,
  says: ({ days }) =>
    days < newAccountDays ? `Nothing was paid before, and the account is ${Math.floor(days)} days old` : 'Nothing was paid before',
});
