import { rules } from '@framelift/contracts/rules';
import { paths } from '../lib/paths.ts';

/** Site origin + /premium/ with the username as ref (docs/product.md#affiliate-dashboard). */
export const affiliateLink = (username: string): string => `${window.location.origin}${paths.premium}/?ref=${encodeURIComponent(username)}`;

/** What people send along with the link. */
export const shareMessage = (link: string): string =>
  `Get more FPS and less latency with ${rules.premium.title}: 10,000+ tweaks for Windows, hardware and network. ${link}`;
