import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { rules } from '../contracts/src/index.ts';
import type { App } from './app.ts';

/** Buys one licence at the sandbox store by an affiliate's link. Answers the invoice once the log holds what became of it. */
export async function bought(app: App, ref: string, email: string): Promise<string> {
  const { body: challenge } = await app.anybody.get('/api/store/altcha');
  const solution = await solveChallenge({ challenge, deriveKey });
  const altcha = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
  const { shopId, productId, variantId } = rules.store;
  const { body } = await app.anybody.post('/api/store/checkout', { cart: [{ productId, variantId, quantity: 1 }], shopId, altcha, ref });
  await fetch(`${body.url}/pay`, { method: 'POST', body: new URLSearchParams({ email }) });
  const admin = await app.admin();
  for (let i = 0; i < 200; i++) {
    const { sales } = (await admin.get('/api/admin/sales?limit=1')).body;
    if (sales[0] && sales[0].outcome !== 'open') return sales[0].transactionId;
    await new Promise((wait) => setTimeout(wait, 50));
  }
  throw new Error('Nothing became of the invoice within ten seconds');
}
