import type { InvoicesView } from '@framelift/contracts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../session/api/api.ts';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { Soft } from '../../ui/layout/Text.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import { Actions } from '../../ui/layout/Toolbar.tsx';
import { keep } from '../../ui/lists/download.ts';
import { paper } from './paper.ts';
import styles from './statements.module.css';
import { useInvoicesQuery, useStatementFileMutation } from './statementsApi.ts';

/** What the seller writes on the affiliate's behalf, if the terms say so. */
export function Invoices() {
  const { data } = useInvoicesQuery();
  if (!data?.invoices.length) return null;
  return (
    <TitledCard title="Invoices">
      <Soft>Self-billing invoices of what you were paid, with your billing details of that day.</Soft>
      <Choice {...data} />
    </TitledCard>
  );
}

function Choice({ invoices, years }: InvoicesView) {
  const [number, setNumber] = useState(invoices[0]!.number);
  const [year, setYear] = useState(String(years[0] ?? ''));
  const [ask, { error, isLoading }] = useStatementFileMutation();
  const save = (path: string, name: string) => (
    <Actions>
      <Button
        size="small"
        disabled={isLoading}
        aria-label={`Download ${name}`}
        onClick={async () => {
          const result = await ask({ path, paper });
          if (result.data) keep(name, result.data);
        }}
      >
        <Download aria-hidden />
        PDF
      </Button>
    </Actions>
  );
  return (
    <>
      {error && <Banner tone="error" text={errorText(error, 'Failed to create the invoice')} />}
      <div className={styles.row}>
        <SelectField label="Invoice" value={number} onChange={(event) => setNumber(event.target.value)}>
          {invoices.map((one) => (
            <option key={one.number} value={one.number}>
              {one.number} · {formatDate(one.issuedAt)} · {formatMoney(one.total)}
            </option>
          ))}
        </SelectField>
        {save(`invoices/${number}.pdf`, `invoice-${number}.pdf`)}
      </div>
      {years.length > 0 && (
        <div className={styles.row}>
          <SelectField label="Year" value={year} onChange={(event) => setYear(event.target.value)}>
            {years.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </SelectField>
          {save(`invoice-years/${year}.pdf`, `invoices-${year}.pdf`)}
        </div>
      )}
    </>
  );
}
