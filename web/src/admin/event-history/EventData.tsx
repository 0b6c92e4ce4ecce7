import { Faint } from '../../ui/layout/Text.tsx';
import styles from './EventDetail.module.css';
import { EventPart } from './EventPart.tsx';
import { FieldValue } from './FieldValue.tsx';

/** What an event says, field by field; personal fields stay sealed. */
export function EventData({ data }: { data: unknown }) {
  const fields = Object.entries(data as Record<string, unknown>);
  return (
    <EventPart title="Data">
      {fields.length === 0 && <Faint>No further data.</Faint>}
      <dl className={styles.fields}>
        {fields.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <FieldValue name={name} value={value} />
            </dd>
          </div>
        ))}
      </dl>
    </EventPart>
  );
}
