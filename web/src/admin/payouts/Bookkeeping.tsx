import { Download } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../../session/api/api.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { Soft } from '../../ui/layout/Text.tsx';
import { TitledCard } from '../../ui/layout/TitledCard.tsx';
import { FieldActions } from '../../ui/layout/Toolbar.tsx';
import { keep } from '../../ui/lists/download.ts';
import { useBookkeepingFileMutation } from './payoutsApi.ts';

const YEARS = 10;

/** Every movement of a year, for the books of the seller. */
export function Bookkeeping() {
  const [thisYear] = useState(() => new Date().getUTCFullYear());
  const [year, setYear] = useState(String(thisYear));
  const [ask, { error, isLoading }] = useBookkeepingFileMutation();
  const save = (format: 'csv' | 'datev', label: string, name: string) => (
    <Button
      disabled={isLoading}
      onClick={async () => {
        const result = await ask({ year, format });
        if (result.data) keep(name, result.data);
      }}
    >
      <Download aria-hidden />
      {label}
    </Button>
  );
  const select = (
    <SelectField label="Year" value={year} onChange={(event) => setYear(event.target.value)}>
      {Array.from({ length: YEARS }, (_, i) => (
        <option key={i} value={thisYear - i}>
          {thisYear - i}
        </option>
      ))}
    </SelectField>
  );
  return (
    <TitledCard title="Bookkeeping">
      <Soft>Every movement of a year: commissions, payouts and returned payments, with the invoice of each. Days are UTC.</Soft>
      {error && <Banner tone="error" text={errorText(error, 'Failed to create the file')} />}
      <FieldActions field={select}>
        {save('csv', 'Download CSV', `bookkeeping-${year}.csv`)}
        {save('datev', 'Download for DATEV', `EXTF_bookkeeping-${year}.csv`)}
      </FieldActions>
    </TitledCard>
  );
}
