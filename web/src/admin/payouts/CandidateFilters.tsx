import { paymentTypeLabels } from '../../lib/payment.ts';
import { SearchField } from '../../ui/layout/SearchField.tsx';
import styles from '../list.module.css';
import type { CandidateQuery } from './payoutsApi.ts';

/** Which cashouts a run is chosen from. */
export function CandidateFilters({ query, onChange }: { query: CandidateQuery; onChange: (query: CandidateQuery) => void }) {
  const search = 'Search username, email or cashout id';
  return (
    <search className={styles.tools}>
      <SearchField
        className={styles.search}
        label={search}
        placeholder={search}
        value={query.search}
        onChange={(event) => onChange({ ...query, search: event.target.value })}
      />
      <select aria-label="Status" value={query.status} onChange={(event) => onChange({ ...query, status: event.target.value })}>
        <option value="">Pending and approved</option>
        <option value="pending">Pending</option>
        <option value="approved">Approved</option>
      </select>
      <select aria-label="Payment type" value={query.type} onChange={(event) => onChange({ ...query, type: event.target.value })}>
        <option value="">All payment types</option>
        {Object.entries(paymentTypeLabels).map(([type, label]) => (
          <option key={type} value={type}>
            {label}
          </option>
        ))}
      </select>
      <select aria-label="Signals" value={query.signals} onChange={(event) => onChange({ ...query, signals: event.target.value })}>
        <option value="">All warnings</option>
        <option value="with">With warnings</option>
        <option value="without">Without warnings</option>
      </select>
    </search>
  );
}
