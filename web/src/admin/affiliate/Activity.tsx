import { useNavigate } from 'react-router';
import { adminPath } from '../../lib/paths.ts';
import { noFilter } from '../event-history/eventHistoryApi.ts';
import { EventsFound } from '../event-history/EventsFound.tsx';
import { useAsOf } from './useAsOf.ts';

/** Every event of an affiliate, until the moment that the page is looked at. */
export function Activity({ id }: { id: string }) {
  const { at, moment } = useAsOf();
  const navigate = useNavigate();
  const filter = { ...noFilter, affiliate: id, ...(moment ? { to: at } : { position: at }) };
  const open = (position: number) => void navigate(adminPath('events', position, { affiliate: id }));
  return <EventsFound key={at} filter={filter} chosen={null} onChoose={open} />;
}
