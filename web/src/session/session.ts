import type { AffiliateView, SessionView } from '@framelift/contracts';
import { paths } from '../lib/paths.ts';
import { stored, storedText } from './stored.ts';

const token = storedText('affiliateToken');
const affiliate = stored<AffiliateView>('affiliateData');

/** Who is signed in on this device (docs/product.md#browser-storage). */
export const session = {
  token: token.read,
  affiliate: affiliate.read,
  begin(view: SessionView): void {
    token.write(view.token);
    affiliate.write(view.affiliate);
  },
  end(): void {
    token.clear();
    affiliate.clear();
  },
};

/** Where somebody lands after signing in or up (docs/product.md#registration-and-login). */
export const dashboardOf = ({ isAdmin }: Pick<AffiliateView, 'isAdmin'>): string => (isAdmin ? paths.admin : paths.dashboard);
