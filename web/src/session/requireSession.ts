import { redirect } from 'react-router';
import { paths } from '../lib/paths.ts';
import { session } from './session.ts';

/** A route loader: without a stored token a dashboard sends to the login (docs/product.md#affiliate-dashboard). */
export const requireSession = () => {
  if (!session.token()) throw redirect(paths.login);
  return null;
};
