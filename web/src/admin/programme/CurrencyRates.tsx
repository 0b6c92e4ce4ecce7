import type { CurrencyRatesView } from '@framelift/contracts';
import { errorText } from '../../session/api/api.ts';
import { Empty } from '../../ui/Empty.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { Stack } from '../../ui/layout/Stack.tsx';
import { Soft } from '../../ui/layout/Text.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import { type Column, Table } from '../../ui/lists/Table.tsx';
import { Coins } from 'lucide-react';
import { CurrencyRateForm } from './CurrencyRateForm.tsx';
import { useCurrencyRatesQuery } from './termsApi.ts';

type Rate = CurrencyRatesView['rates'][number];

const columns: Column<Rate>[] = [
  { header: 'Day (UTC)', cell: ({ day }) => day },
  { header: 'Currency', cell: ({ currency }) => currency },
  { header: 'Worth', cell: ({ currency, rate }) => `1 ${currency} = €${rate}`, numeric: true },
];

/** What other currencies are worth, day by day. */
export function CurrencyRates() {
  return (
    <TitledCard title="Exchange rates">
      <Stack>
        <Soft>
          Sales in other currencies are converted at the rate of their day. Without a rate, a sale earns nothing until an admin credits it
          by hand.
        </Soft>
        <Rates />
      </Stack>
    </TitledCard>
  );
}

function Rates() {
  const { data, error, isLoading, refetch } = useCurrencyRatesQuery();
  if (isLoading) return <Loading text="Loading exchange rates..." />;
  if (!data) return <Failed text={errorText(error, 'Failed to load the exchange rates')} onRetry={refetch} />;
  return (
    <>
      <CurrencyRateForm position={data.position} />
      {data.rates.length ? <RateTable rates={data.rates} /> : <Empty icon={<Coins aria-hidden />} text="No exchange rates yet." />}
    </>
  );
}

function RateTable({ rates }: Pick<CurrencyRatesView, 'rates'>) {
  return <Table caption="Exchange rates" columns={columns} rows={rates} keyOf={({ day, currency }) => `${day} ${currency}`} />;
}
