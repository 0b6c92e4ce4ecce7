import { Link } from 'react-router';
import { placeName, rowLink } from '../read-models/rowAddress.ts';
import { useTouchedRowsQuery } from '../read-models/readModelsApi.ts';
import { Faint } from '../../ui/layout/Text.tsx';
import styles from './EventDetail.module.css';
import { EventPart } from './EventPart.tsx';

/** The rows of read models that this event touches, each of which leads to its own steps. */
export function TouchedRows({ position }: { position: number }) {
  const { data } = useTouchedRowsQuery(position);
  if (!data) return null;
  return (
    <EventPart title="Affected rows" label="Affected rows of read models">
      {data.rows.length === 0 && <Faint>No read model uses it.</Faint>}
      <ul className={styles.rows}>
        {data.rows.map((place) => (
          <li key={placeName(place)}>
            <Link to={rowLink(place)}>{placeName(place)}</Link>
          </li>
        ))}
      </ul>
    </EventPart>
  );
}
