import { LockKeyhole } from 'lucide-react';
import { formatMoney, formatPercent } from '../../lib/format.ts';
import { Faint } from '../../ui/layout/Text.tsx';
import styles from './EventDetail.module.css';
import { EventPart } from './EventPart.tsx';

interface Sealed {
  sealed: string;
  of: string;
}
const isSealed = (value: unknown): value is Sealed => typeof value === 'object' && value !== null && 'sealed' in value && 'of' in value;

/** Cents and basis points as people say them, beside the number that stands in the log. */
const said = (name: string, value: unknown): string | null => {
  if (typeof value !== 'number') return null;
  if (name.endsWith('Cents')) return formatMoney(value / 100);
  return name.endsWith('Bps') ? formatPercent(value / 100) : null;
};

function Value({ name, value }: { name: string; value: unknown }) {
  if (isSealed(value))
    return (
      <span className={styles.sealed}>
        <LockKeyhole aria-hidden />
        Sealed with the key of {value.of}
      </span>
    );
  const words = said(name, value);
  if (words) return `${words} (${String(value)})`;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** What an event says, field by field; personal fields stay sealed. */
export function EventData({ data }: { data: unknown }) {
  const fields = Object.entries(data as Record<string, unknown>);
  return (
    <EventPart title="Data">
      {fields.length === 0 && <Faint>Nothing beyond the fact itself.</Faint>}
      <dl className={styles.fields}>
        {fields.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Value name={name} value={value} />
            </dd>
          </div>
        ))}
      </dl>
    </EventPart>
  );
}
