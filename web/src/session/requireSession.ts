import { redirect, replace } from 'react-router';
import { movedPlace, paths } from '../lib/paths.ts';
import { keptSession } from './session.ts';

/** A route loader: earlier addresses lead to the places of now, and without a stored token a dashboard sends to the login (docs/product.md#affiliate-dashboard). */
export const requireSession = ({ request }: { request: Request }) => {
  if (!keptSession.read().token) throw redirect(paths.login);
  const { pathname, searchParams } = new URL(request.url);
  const moved = movedPlace(pathname, searchParams);
  return moved ? replace(moved) : null;
};
