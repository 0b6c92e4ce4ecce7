import { redirect } from 'react-router';
import { paths } from '../lib/paths.ts';
import { keptSession } from './session.ts';

/** A route loader: without a stored token a dashboard sends to the login (docs/product.md#affiliate-dashboard). */
export const requireSession = () => {
  if (!keptSession.read().token) throw redirect(paths.login);
  return null;
};
