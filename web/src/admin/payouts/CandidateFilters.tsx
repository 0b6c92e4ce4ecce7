import { paymentTypeLabels } from '../../lib/payment.ts';
import { SearchField } from '../../ui/layout/SearchField.tsx';
import styles from '../list.module.css';
import type { AskedCandidates } from './payoutsApi.ts';

/** Which cashouts a run is chosen from. */
export function CandidateFilters({ asked, onChange }: { asked: AskedCandidates; onChange: (asked: AskedCandidates) => void }) {
  const search = 'Search username, email or cashout id';
  return (
    <search className={styles.tools}>
      <SearchField
        className={styles.search}
        label={search}
        placeholder={search}
        value={asked.search}
        onChange={(event) => onChange({ ...asked, search: event.target.value })}
      />
      <select aria-label="Status" value={asked.status} onChange={(event) => onChange({ ...asked, status: event.target.value })}>
        <option value="">Pending and approved</option>
        <option value="pending">Pending</option>
        <option value="approved">Approved</option>
      </select>
      <select aria-label="Payment type" value={asked.type} onChange={(event) => onChange({ ...asked, type: event.target.value })}>
        <option value="">All payment types</option>
        {Object.entries(paymentTypeLabels).map(([type, label]) => (
          <option key={type} value={type}>
            {label}
          </option>
        ))}
      </select>
      <select aria-label="Signals" value={asked.signals} onChange={(event) => onChange({ ...asked, signals: event.target.value })}>
        <option value="">All warnings</option>
        <option value="with">With warnings</option>
        <option value="without">Without warnings</option>
      </select>
    </search>
  );
}
