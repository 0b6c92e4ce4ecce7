import { signalLimits } from '@framelift/contracts';
import { signalRule } from './signal-rule.ts';

const { networkSales } = signalLimits;
const known = `s.network is not null and s.outcome in ('credited', 'reversed')`;

/**
 * One household or machine buys several times a day. The network is a hash under the key of its day, so days cannot be compared.
 * Nearly every sale is the only one of its network: all are only counted, and the few found are looked at.
 */
export const oneNetwork = signalRule<{ sales: number; networks: number }>({
  name: 'oneNetwork',
  finds: `select 'affiliate' as of, g.affiliate_id as about, g.affiliate_id, max(g.position) as position, max(g.at) as at, true as alarm,
      jsonb_build_object('sales', max(g.sales), 'networks', count(*)) as evidence
    from (
      select s.affiliate_id, s.network from review.sales s where ${known}
      group by s.affiliate_id, s.network having count(*) >= ${networkSales}
    ) n cross join lateral (
      select n.affiliate_id, count(*)::int as sales, max(s.position) as position, max(s.sold_at) as at from review.sales s
      where s.affiliate_id = n.affiliate_id and s.network = n.network and ${known}
    ) g group by g.affiliate_id`,
  says: ({ sales, networks }) =>
    networks === 1 ? `${sales} sales on one day from one network` : `Up to ${sales} sales on one day from one network, ${networks} times`,
});
