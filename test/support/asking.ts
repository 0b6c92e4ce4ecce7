import { affiliateStream } from '../../contracts/src/index.ts';
import { cashoutRequested, paymentMethodAdded } from './facts.ts';
import { append } from './history.ts';
import { sold } from './sales.ts';
import type { App, Client } from './system.ts';

/** An affiliate who earned 100 euros and asked for some of it (cents), paid to an e-mail address, an IBAN or a wallet. `sale`: fields of the sale. */
export async function asking(
  app: App,
  payTo: object,
  amountCents = 60_00,
  sale: Parameters<typeof sold>[4] = undefined,
): Promise<Client & { id: string; username: string; password: string; cashoutId: string }> {
  const person = await app.affiliate();
  await sold(app.system.log, person.id, 100_00, `i-${person.id}`, sale);
  const cashoutId = `${person.id}-1`;
  const paymentType = 'email' in payTo ? 'paypal' : 'iban' in payTo ? 'bank' : 'solana';
  const details = payTo as { email: string };
  await append(app.system, affiliateStream(person.id), [
    paymentMethodAdded({ paymentMethodId: 'm1', paymentType, details }),
    cashoutRequested({ cashoutId, amountCents, paymentType, payTo: details }),
  ]);
  return { ...person, cashoutId };
}
