// Runs in every built public page before the framework, inline: vite.config.ts bundles it, the server build puts it into the page.
import { codeIn } from '@framelift/contracts/referral-code';
import { followReferral } from '../checkout/referral.ts';
import { ignoreComposedKeys } from '../ui/composing.ts';
import { flipOnce } from '../site/home/flipOnce.ts';
import { listenForDisclosures } from '../ui/disclosures.ts';
import { markEarly, whenAlive } from './alive.ts';
import { keepInput } from './keepInput.ts';
import { wakeOnSign } from './wake.ts';

markEarly();
ignoreComposedKeys();
flipOnce();
listenForDisclosures();
const { origin, pathname, search } = window.location;
void followReferral(codeIn(search), origin + pathname + search);
// Without it the framework runs at once.
const late = document.querySelector<HTMLScriptElement>('script[type=late]');
const wake = late ? wakeOnSign(late) : () => {};
whenAlive(keepInput(wake));
// The address says what to show, such as a policy, a coupon or a search.
if (window.location.hash || [...new URLSearchParams(search).keys()].some((key) => key !== 'ref')) wake();
