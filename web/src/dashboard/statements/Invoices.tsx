import type { InvoicesView } from '@framelift/contracts';
import { useState } from 'react';
import { errorText } from '../../session/api/api.ts';
import { formatDate, formatMoney } from '../../lib/format.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Soft } from '../../ui/layout/Text.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import { PaperChoice, usePapers } from './PaperChoice.tsx';
import { useInvoicesQuery } from './statementsApi.ts';

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
  const { error, save } = usePapers();
  return (
    <>
      {error && <Banner tone="error" text={errorText(error, 'Failed to create the invoice')} />}
      <PaperChoice
        label="Invoice"
        value={number}
        papers={invoices.map((one) => [one.number, `${one.number} · ${formatDate(one.issuedAt)} · ${formatMoney(one.total)}`])}
        onChange={setNumber}
      >
        {save(`invoices/${number}.pdf`, `invoice-${number}.pdf`, 'PDF')}
      </PaperChoice>
      <PaperChoice label="Year" value={year} papers={years.map((one) => [String(one), String(one)])} onChange={setYear}>
        {save(`invoice-years/${year}.pdf`, `invoices-${year}.pdf`, 'PDF')}
      </PaperChoice>
    </>
  );
}
