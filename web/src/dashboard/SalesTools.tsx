import type { ReactNode } from 'react';
import { SelectField, TextField } from '../ui/Field.tsx';
import type { SalesFilter } from './dashboardApi.ts';
import styles from './ledger.module.css';

const statuses = { '': 'All', completed: 'Completed', refunded: 'Refunded' };

/** What the file of sales is called: what of them, and until when. */
export const salesName = ({ status, from, to }: SalesFilter): string =>
  `${['sales', status, from && `from-${from}`, `to-${to || new Date().toISOString().slice(0, 10)}`].filter(Boolean).join('-')}.csv`;

interface Props {
  filter: SalesFilter;
  onChange: (filter: SalesFilter) => void;
  children: ReactNode;
}

/** What narrows the sales, above their table. */
export function SalesTools({ filter, onChange, children }: Props) {
  const field = (name: keyof SalesFilter) => ({
    value: filter[name],
    onChange: (event: { target: { value: string } }) => onChange({ ...filter, [name]: event.target.value }),
  });
  return (
    <div className={styles.filters}>
      <TextField label="Search" type="search" placeholder="Transaction, product, campaign or site" {...field('search')} />
      <SelectField label="Status" {...field('status')}>
        {Object.entries(statuses).map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </SelectField>
      <TextField label="From" type="date" {...field('from')} />
      <TextField label="To" type="date" {...field('to')} />
      {children}
    </div>
  );
}
