import { joinAccount, nameOf } from '../names.ts';
import { named, signalRule } from './signal-rule.ts';

/** Two accounts of one person are paid to one address; a ring buys from itself. What belongs to the seller at the sale earns nothing anyway. */
export const sharedAddress = signalRule<{ kind: 'payee' | 'buyer'; names: string[]; own: boolean }>({
  name: 'sharedAddress',
  finds: `select 'affiliate' as of, x.affiliate_id as about, x.affiliate_id, greatest(max(x.position), max(y.position)) as position,
      greatest(max(x.at), max(y.at)) as at, true as alarm,
      jsonb_build_object('kind', 'payee', 'names', jsonb_agg(distinct ${nameOf('n', 'y.affiliate_id')})) as evidence
    from review.payees x join review.payees y on y.hash = x.hash and y.affiliate_id <> x.affiliate_id
    join review.accounts a on a.affiliate_id = y.affiliate_id and not a.deleted ${joinAccount('n', 'y.affiliate_id')}
    group by x.affiliate_id
    union all
    select 'sale', s.invoice, s.affiliate_id, greatest(s.position, max(m.position)), greatest(s.sold_at, max(m.at)), true,
      jsonb_build_object('kind', 'buyer', 'names', jsonb_agg(distinct ${nameOf('n', 'm.affiliate_id')}), 'own', bool_or(m.affiliate_id = s.affiliate_id))
    from review.sales s join (
      select hash, affiliate_id, position, at from review.payees
      union all select email_claim, affiliate_id, email_position, email_at from review.accounts
    ) m on m.hash in (s.payee, s.account) join review.accounts a on a.affiliate_id = m.affiliate_id and not a.deleted
    ${joinAccount('n', 'm.affiliate_id')}
    where s.outcome = 'credited' and s.payee is not null and (m.affiliate_id <> s.affiliate_id or m.position > s.position)
    group by s.invoice`,
  says: ({ kind, names, own }) => {
    if (kind === 'payee') return `Is paid to an address of ${named(names)} too`;
    return own
      ? 'The buyer’s address became the affiliate’s own after the sale'
      : `The buyer has an address of the affiliate ${named(names)}`;
  },
});
