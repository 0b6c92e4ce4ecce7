import { redirect, replace } from 'react-router';
import { movedPlace, paths } from '../lib/paths.ts';
import { keptSession } from './session.ts';
import { wayBack } from './wayBack.ts';

/** A route loader: earlier addresses lead to the places of now, and without a stored token a dashboard sends to the login and back (docs/product.md#affiliate-dashboard). */
export const requireSession = ({ request }: { request: Request }) => {
  const { pathname, search, searchParams } = new URL(request.url);
  if (!keptSession.read().token) {
    // A request has no hash; that of a first page is in the address.
    const { location } = globalThis as { location?: Location };
    wayBack.keep({ pathname, search, hash: location?.pathname === pathname ? location.hash : '' });
    throw redirect(paths.login);
  }
  const moved = movedPlace(pathname, searchParams);
  return moved ? replace(moved) : null;
};
