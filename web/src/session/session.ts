import type { AffiliateView } from '@framelift/contracts';
import { paths } from '../lib/paths.ts';
import { stored, storedText } from './stored.ts';

/** Who is signed in; all null: nobody. */
export interface Session {
  token: string | null;
  affiliate: AffiliateView | null;
}
export const nobody: Session = { token: null, affiliate: null };

const token = storedText('affiliateToken');
const affiliate = stored<AffiliateView>('affiliateData');

/** The session as this device keeps it (docs/product.md#browser-storage). The store's slice is what screens read. */
export const keptSession = {
  read: (): Session => ({ token: token.read(), affiliate: affiliate.read() }),
  write(session: Session): void {
    if (session.token === null) token.clear();
    else token.write(session.token);
    if (session.affiliate === null) affiliate.clear();
    else affiliate.write(session.affiliate);
  },
};

/** Whose a token is, as it says itself; a password change gives the same account another one. */
export function accountOf(held: string): string {
  try {
    const payload = held.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/');
    return String((JSON.parse(atob(payload)) as { sub?: unknown }).sub ?? held);
  } catch {
    return held;
  }
}

/** Where somebody lands after signing in or up (docs/product.md#registration-and-login). */
export const dashboardOf = ({ isAdmin }: Pick<AffiliateView, 'isAdmin'>): string => (isAdmin ? paths.admin : paths.dashboard);

/** Where a person gets in: to the login, or to the dashboard of the kept session. */
export const wayIn = (): string => {
  const { token: kept, affiliate: account } = keptSession.read();
  return kept === null ? paths.login : dashboardOf({ isAdmin: account?.isAdmin ?? false });
};
