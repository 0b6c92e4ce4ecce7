import { useLocation } from 'react-router';
import { placeAt } from '../../lib/paths.ts';

/** Where the address leads in the open dashboard. */
export const usePlace = () => {
  const { pathname } = useLocation();
  return { place: undefined, part: undefined, ...placeAt(pathname) };
};
