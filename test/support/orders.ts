// What a buyer does, over HTTP. Types can be stripped from this file: benchmarks load it directly.
import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { premium, sellauth } from '../../contracts/src/index.ts';

const { shopId } = sellauth;

/** The body of a checkout of one licence, without the proof of work. */
export const oneLicence = { cart: [{ ...premium.providers.sellauth!, quantity: 1 }], shopId };

/** A solved challenge of the site, as the widget sends it. */
export async function proofFor(url: string): Promise<string> {
  const challenge = (await (await fetch(`${url}/api/store/altcha`)).json()) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}

/** Of the sandbox store's payment pages; only Stripe's has those after the first three. */
export type Button = 'pay' | 'fail' | 'refund' | 'transfer' | 'arrive' | 'bounce' | 'refund-part' | 'dispute' | 'lose' | 'win';

/** Presses a button of the sandbox store's payment page. */
export const press = (page: string, button: Button, email: string): Promise<Response> =>
  fetch(`${page}/${button}`, { method: 'POST', body: new URLSearchParams({ email }) });
