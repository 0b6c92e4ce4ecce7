import { skipToken } from '@reduxjs/toolkit/query';
import { capitalised, formatAmount, formatCount, formatDate, formatMoney } from '../../lib/format.ts';
import { adminPath } from '../../lib/paths.ts';
import { useSettled } from '../../ui/useSettled.ts';
import { useEventQuery } from '../event-history/eventHistoryApi.ts';
import { inWords } from '../event-history/eventWords.ts';
import { useFindAffiliatesQuery, useFindCashoutsQuery, useFindSalesQuery } from './findApi.ts';

/** One thing that was found, and where it is. */
export interface Find {
  id: string;
  title: string;
  detail?: string;
  to: string;
}
export interface FindGroup {
  heading: string;
  finds: Find[];
}

/** Shorter texts fit everything. */
const SHORTEST = 2;

/** The position in a text such as '9153' or '#9,153'. */
const positionIn = (text: string): number | undefined =>
  /^#?\d[\d,]{0,14}$/.test(text) ? Number(text.replaceAll(/[#,]/g, '')) : undefined;

/** What the server knows of a text: affiliates, checkouts, cashouts, and the event at that position. */
export const useFinds = (typed: string): { groups: FindGroup[]; isSearching: boolean; isFailed: boolean } => {
  const text = useSettled(typed);
  const asked = text.length >= SHORTEST ? text : skipToken;
  const affiliates = useFindAffiliatesQuery(asked);
  const sales = useFindSalesQuery(asked);
  const cashouts = useFindCashoutsQuery(asked);
  const event = useEventQuery(positionIn(text) || skipToken);
  const answers = [affiliates, sales, cashouts, event];
  if (typed.length < SHORTEST && !positionIn(typed)) return { groups: [], isSearching: false, isFailed: false };

  const found = event.currentData?.event;
  const groups: FindGroup[] = [
    {
      heading: 'Events',
      finds: found
        ? [
            {
              id: `event-${found.position}`,
              title: `Event #${formatCount(found.position)}`,
              detail: inWords(found.type),
              to: adminPath('events', found.position),
            },
          ]
        : [],
    },
    {
      heading: 'Affiliates',
      finds: (affiliates.currentData?.affiliates ?? []).map(({ id, username, email }) => ({
        id: `affiliate-${id}`,
        title: username,
        detail: email,
        to: adminPath('affiliates', id),
      })),
    },
    {
      heading: 'Sales',
      finds: (sales.currentData?.sales ?? []).map(({ transactionId, amount, foreign, timestamp }) => ({
        id: `sale-${transactionId}`,
        title: transactionId,
        detail: `${foreign ? formatAmount(foreign.amount, foreign.currency) : formatMoney(amount)} · ${formatDate(timestamp)}`,
        to: adminPath('sales', undefined, { invoice: transactionId }),
      })),
    },
    {
      heading: 'Cashouts',
      finds: (cashouts.currentData?.cashouts ?? []).map(({ id, amount, status, affiliate }) => ({
        id: `cashout-${id}`,
        title: `${formatMoney(amount)} to ${affiliate.username}`,
        detail: capitalised(status),
        to: adminPath('cashouts', id),
      })),
    },
  ];
  return {
    groups,
    isSearching: text !== typed || answers.some(({ isFetching }) => isFetching),
    // No event there is no failure.
    isFailed: [affiliates, sales, cashouts].some(({ isError }) => isError),
  };
};
