// Runs in every built public page before the framework, inline: vite.config.ts bundles it, the server build puts it into the page.
import { codeIn } from '@framelift/contracts/referral-code';
import { followReferral } from '../checkout/referral.ts';
import { listenForDisclosures } from '../ui/disclosures.ts';
import { ALIVE, markEarly } from './alive.ts';
import { keepInput } from './keepInput.ts';
import { wakeOnSign } from './wake.ts';

const late = document.querySelector<HTMLScriptElement>('script[type=late]');
if (late) {
  markEarly();
  listenForDisclosures();
  const { origin, pathname, search } = window.location;
  void followReferral(codeIn(search), origin + pathname + search);
  const wake = wakeOnSign(late);
  window.addEventListener(ALIVE, keepInput(wake), { once: true });
  // The address says what to show, such as a policy, a coupon or a search.
  if (window.location.hash || [...new URLSearchParams(search).keys()].some((key) => key !== 'ref')) wake();
}
