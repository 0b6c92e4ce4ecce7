import type { AffiliateView } from '@framelift/contracts';
import { pageName, paths, placeAt } from '../lib/paths.ts';
import { dashboardOf, keptSession } from './session.ts';
import { storedText } from './stored.ts';

/** Where this tab was when nobody was signed in: a path with search and hash. */
const kept = storedText('wayBack', 'sessionStorage');

/** The forms on the way in: their pages keep it. */
const onTheWay: readonly string[] = [paths.login, paths.register, paths.forgotPassword, paths.resetPassword, paths.account];

const isBehindLogin = (pathname: string): boolean => Boolean(placeAt(pathname)) || pageName(pathname) === paths.account;

/** An address of ours that needs a session, of a dashboard that this account has; undefined for any other. */
function theirs(address: string, isAdmin: boolean): string | undefined {
  const { origin } = window.location;
  const url = URL.canParse(address, origin) ? new URL(address, origin) : undefined;
  if (url?.origin !== origin) return undefined;
  const { pathname, search, hash } = url;
  const isOpen = isBehindLogin(pathname) && (isAdmin || placeAt(pathname)?.dashboard !== 'admin');
  return isOpen ? pathname + search + hash : undefined;
}

export const wayBack = {
  keep: ({ pathname, search, hash }: Pick<URL, 'pathname' | 'search' | 'hash'>): void => kept.write(pathname + search + hash),
  forget: kept.clear,
  /** Forgets it on a page that is not on the way, and on the one it leads to. */
  arrived: (pathname: string): void => {
    const isOnTheWay = onTheWay.includes(pageName(pathname)) && !kept.read()?.startsWith(pathname);
    // A dashboard without a session is about to leave for the login.
    const isLeaving = isBehindLogin(pathname) && keptSession.read().token === null;
    if (!isOnTheWay && !isLeaving) kept.clear();
  },
  /** Where somebody goes who has signed in or up: back, or to their dashboard (docs/product.md#registration-and-login). */
  of: (account: Pick<AffiliateView, 'isAdmin'>): string => {
    const address = kept.read();
    return (address === null ? undefined : theirs(address, account.isAdmin)) ?? dashboardOf(account);
  },
};
