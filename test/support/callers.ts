import type { Call } from '@framelift/contracts';
import type { App, Client } from './system.ts';
import { sold } from './sales.ts';

/** One caller per permission, and the ids that their calls name. The affiliate has a payment method and €1,000 available. */
export async function callersOf(
  app: App,
): Promise<{ clients: Record<Call['permission'], Client>; ids: { method: string; affiliate: string } }> {
  const affiliate = await app.affiliate();
  await sold(app.system.log, affiliate.id, 1000_00);
  await affiliate.post('/api/affiliate/payment-methods', { paymentType: 'paypal', paymentDetails: { email: 'p@example.org' } });
  const { body } = await affiliate.get('/api/affiliate/stats');
  const clients = { public: app.anybody, account: affiliate, affiliate, admin: await app.admin() };
  return { clients, ids: { method: body.paymentMethods[0].id, affiliate: affiliate.id } };
}
