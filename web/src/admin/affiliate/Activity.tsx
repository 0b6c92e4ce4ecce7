import { useNavigate } from 'react-router';
import { adminPath } from '../../lib/paths.ts';
import { noFilter } from '../event-history/eventHistoryApi.ts';
import { EventsFound } from '../event-history/EventsFound.tsx';

/** Every event of an affiliate. */
export function Activity({ id }: { id: string }) {
  const navigate = useNavigate();
  const open = (position: number) => void navigate(adminPath('events', position, { affiliate: id }));
  return <EventsFound filter={{ ...noFilter, affiliate: id }} chosen={null} onChoose={open} />;
}
