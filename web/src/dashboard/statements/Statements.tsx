import type { StatementsView } from '@framelift/contracts';
import { Download, FileText } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../session/api/api.ts';
import { formatDate, formatMoney, formatMonth } from '../../lib/format.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { Failed } from '../../ui/Failed.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { Soft } from '../../ui/layout/Text.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import { Actions } from '../../ui/layout/Toolbar.tsx';
import { keep } from '../../ui/lists/download.ts';
import { Loading } from '../../ui/Loading.tsx';
import { paper } from './paper.ts';
import styles from './statements.module.css';
import { useStatementFileMutation, useStatementsQuery } from './statementsApi.ts';

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
  const [ask, { error, isLoading }] = useStatementFileMutation();
  const download = async (path: string, name: string) => {
    const result = await ask({ path, paper });
    if (result.data) keep(name, result.data);
  };
  const save = (path: string, name: string, label: string) => (
    <Button size="small" disabled={isLoading} aria-label={`Download ${name}`} onClick={() => download(path, name)}>
      <Download aria-hidden />
      {label}
    </Button>
  );
  if (!months.length && !payouts.length)
    return <Empty icon={<FileText />} text="No statements yet." hint="The first one appears when the month ends or a cashout is paid." />;
  return (
    <>
      {error && <Banner tone="error" text={errorText(error, 'Failed to create the statement')} />}
      {months.length > 0 && (
        <div className={styles.row}>
          <SelectField label="Month" value={month} onChange={(event) => setMonth(event.target.value)}>
            {months.map((one) => (
              <option key={one} value={one}>
                {formatMonth(one)}
              </option>
            ))}
          </SelectField>
          <Actions>
            {save(`statements/${month}.pdf`, `statement-${month}.pdf`, 'PDF')}
            {save(`statements/${month}.csv`, `statement-${month}.csv`, 'CSV')}
          </Actions>
        </div>
      )}
      {payouts.length > 0 && (
        <div className={styles.row}>
          <SelectField label="Payout" value={payout} onChange={(event) => setPayout(event.target.value)}>
            {payouts.map(({ cashoutId, amount, paidAt }) => (
              <option key={cashoutId} value={cashoutId}>
                {formatDate(paidAt)} · {formatMoney(amount)}
              </option>
            ))}
          </SelectField>
          <Actions>
            {save(`payouts/${payout}.pdf`, `payout-${payout}.pdf`, 'PDF')}
            {save(`payouts/${payout}.csv`, `payout-${payout}.csv`, 'CSV')}
          </Actions>
        </div>
      )}
    </>
  );
}
