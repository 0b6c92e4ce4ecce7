import type { StatementsView } from '@framelift/contracts';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../session/api/api.ts';
import { formatDate, formatMoney, formatMonth } from '../../lib/format.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { Soft } from '../../ui/layout/Text.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { PaperChoice, usePapers } from './PaperChoice.tsx';
import { useStatementsQuery } from './statementsApi.ts';

/** The affiliate's months and payouts, for their own books. */
export function Statements() {
  const { data, error, isLoading, refetch } = useStatementsQuery();
  return (
    <TitledCard title="Statements">
      <Soft>Monthly statements with opening balance, all transactions and closing balance. Days are UTC.</Soft>
      {isLoading && <Loading text="Loading statements..." />}
      {!isLoading && !data && <Failed text={errorText(error, 'Failed to fetch statements')} onRetry={refetch} />}
      {data && <Choice statements={data} />}
    </TitledCard>
  );
}

function Choice({ statements: { months, payouts } }: { statements: StatementsView }) {
  const [month, setMonth] = useState(months[0] ?? '');
  const [payout, setPayout] = useState(payouts[0]?.cashoutId ?? '');
  const { error, save } = usePapers();
  if (!months.length && !payouts.length)
    return <Empty icon={<FileText />} text="No statements yet." hint="The first one appears when the month ends or a cashout is paid." />;
  return (
    <>
      {error && <Banner tone="error" text={errorText(error, 'Failed to create the statement')} />}
      <PaperChoice label="Month" value={month} papers={months.map((one) => [one, formatMonth(one)])} onChange={setMonth}>
        {save(`statements/${month}.pdf`, `statement-${month}.pdf`, 'PDF')}
        {save(`statements/${month}.csv`, `statement-${month}.csv`, 'CSV')}
      </PaperChoice>
      <PaperChoice
        label="Payout"
        value={payout}
        papers={payouts.map(({ cashoutId, amount, paidAt }) => [cashoutId, `${formatDate(paidAt)} · ${formatMoney(amount)}`])}
        onChange={setPayout}
      >
        {save(`payouts/${payout}.pdf`, `payout-${payout}.pdf`, 'PDF')}
        {save(`payouts/${payout}.csv`, `payout-${payout}.csv`, 'CSV')}
      </PaperChoice>
    </>
  );
}
