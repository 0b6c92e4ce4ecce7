import type { FastifyInstance, FastifyReply } from 'fastify';
import { contentPolicy, isEmail, missingPage, problems, show } from './payment-page.ts';
import { chargeObject, disputeObject, sessionObject } from './stripe-objects.ts';
import { PART_CENTS, stripePage } from './stripe-page.ts';
import type { StripeShop } from './stripe-routes.ts';
import type { StripeSession } from './stripe-sessions.ts';
import { entryOf } from '../../../platform/entry.ts';

type Named = { Params: { id: string; step: string }; Querystring: { problem?: string }; Body: string };
type Pressed = (id: string, email: string) => Promise<StripeSession | undefined>;

/** The action of each button, and its event and object. */
const steps = ({ sessions }: StripeShop): Record<string, [Pressed, type: string, about: 'session' | 'charge' | 'dispute']> => ({
  pay: [(id, email) => sessions.move(id, ['open'], 'paid', email), 'checkout.session.completed', 'session'],
  transfer: [(id, email) => sessions.move(id, ['open'], 'processing', email), 'checkout.session.completed', 'session'],
  arrive: [(id) => sessions.move(id, ['processing'], 'paid'), 'checkout.session.async_payment_succeeded', 'session'],
  bounce: [(id) => sessions.move(id, ['processing'], 'failed'), 'checkout.session.async_payment_failed', 'session'],
  refund: [(id) => sessions.refund(id, 'all'), 'charge.refunded', 'charge'],
  'refund-part': [(id) => sessions.refund(id, PART_CENTS), 'charge.refunded', 'charge'],
  dispute: [(id) => sessions.disputed(id, 'needs_response'), 'charge.dispute.created', 'dispute'],
  lose: [(id) => sessions.disputed(id, 'lost'), 'charge.dispute.closed', 'dispute'],
  win: [(id) => sessions.disputed(id, 'won'), 'charge.dispute.closed', 'dispute'],
});

/** The hosted payment page, which refuses frames as Stripe's does; the address of a session is the only key to it. */
export function stripePageRoutes(server: FastifyInstance, shop: StripeShop): void {
  const { sessions, happened, url } = shop;
  const objects = { session: (s: StripeSession) => sessionObject(s, url()), charge: chargeObject, dispute: disputeObject };
  const backTo = (reply: FastifyReply, id: string, query = '') => reply.redirect(`/c/pay/${id}${query}`, 303);
  const framed = (reply: FastifyReply, html: string, status = 200) => show(reply, html, status, `${contentPolicy}; frame-ancestors 'none'`);
  const all = steps(shop);

  server.get<Named>('/c/pay/:id', async ({ params: { id }, query }, reply) => {
    const session = await sessions.find('id', id);
    return session ? framed(reply, stripePage(session, entryOf(problems, query.problem ?? '') ?? null)) : framed(reply, missingPage(), 404);
  });
  server.post<Named>('/c/pay/:id/:step', async ({ params: { id, step }, body }, reply) => {
    if (step === 'fail') return backTo(reply, id, '?problem=declined');
    const email = new URLSearchParams(body).get('email')?.trim() ?? '';
    if ((step === 'pay' || step === 'transfer') && !isEmail(email)) return backTo(reply, id, '?problem=email');
    const [press, type, about] = all[step] ?? [];
    const session = await press?.(id, email);
    if (session) await happened(type!, objects[about!](session));
    return backTo(reply, id);
  });
}
