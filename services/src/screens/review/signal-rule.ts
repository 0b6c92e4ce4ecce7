import type { SignalRuleName } from '@framelift/contracts';

/** One kind of signal: its query on the read model, and its text. */
export interface SignalRule<Evidence = any> {
  name: SignalRuleName;
  /** SELECT of `of`, `about`, `affiliate_id`, `position` (of the event that made it so), `at`, `alarm`, `evidence`. No clock: the log alone says it. */
  finds: string;
  says(evidence: Evidence): string;
}

export const signalRule = <Evidence>(rule: SignalRule<Evidence>): SignalRule => rule;

interface ShareOfSales {
  /** SQL of the sales `s` that look wrong, and of all those they are counted among. */
  wrong: string;
  among: string;
  /** Fewer of them are an accident, and so is a smaller share. */
  least: number;
  percent: number;
  /** The evidence's name of how many there are; that of all is `sales`. */
  named: string;
}

/**
 * Affiliates with too many sales of a kind. It begins at that kind, which is rare, and stops counting the others at the first that are
 * too many, so what a busy affiliate is asked does not grow with its sales.
 */
export const shareOfSales = ({ wrong, among, least, percent, named: name }: ShareOfSales): string =>
  `select 'affiliate' as of, u.affiliate_id as about, u.affiliate_id, u.position, u.at, true as alarm,
      jsonb_build_object('${name}', u.n, 'sales', c.sales) as evidence
    from (
      select s.affiliate_id, count(*)::int as n, max(s.position) as position, max(s.sold_at) as at from review.sales s
      where ${wrong} and s.affiliate_id is not null group by s.affiliate_id having count(*) >= ${least}
    ) u cross join lateral (
      select count(*)::int as sales from (
        select from review.sales s where s.affiliate_id = u.affiliate_id and ${among} limit u.n * 100 / ${percent} + 1
      ) counted
    ) c where u.n * 100 >= c.sales * ${percent}`;

/** Names in a sentence: 'ann', 'ann and bob', 'ann, bob and 2 more'. */
export const named = (names: readonly string[]): string =>
  names.length < 3 ? names.join(' and ') : `${names.slice(0, 2).join(', ')} and ${names.length - 2} more`;
