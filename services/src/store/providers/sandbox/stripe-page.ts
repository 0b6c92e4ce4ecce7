import { euros, NAME } from '@framelift/contracts';
import { escaped, page } from './payment-page.ts';
import { type StripeSession, totalOf } from './stripe-sessions.ts';

/** Given back when only a part is, cents. */
export const PART_CENTS = 10_00;

const price = (s: StripeSession): string => euros(totalOf(s));

const summary = (s: StripeSession): string => `<dl>
<dt>${escaped(s.title)} × ${s.quantity}</dt><dd>${euros(s.unit_amount * s.quantity)}</dd>
${s.discount ? `<dt>Discount</dt><dd>−${euros(s.discount)}</dd>\n` : ''}${s.refunded ? `<dt>Refunded</dt><dd>−${euros(s.refunded)}</dd>\n` : ''}<dt class="total">Total</dt><dd class="total">${euros(totalOf(s) - s.refunded)}</dd></dl>`;

/** Forms of one button each. */
const buttons = (s: StripeSession, all: readonly (readonly [step: string, label: string])[]): string =>
  all.map(([step, label]) => `<form method="post" action="/c/pay/${s.id}/${step}"><button>${label}</button></form>`).join('\n');

const open = (s: StripeSession): string => `<form method="post" action="/c/pay/${s.id}/pay">
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" required maxlength="254" autocomplete="email" aria-describedby="hint">
<p class="hint" id="hint">The key would be sent here. Nothing is sent.</p>
<button class="primary">Pay ${price(s)}</button>
<button formaction="/c/pay/${s.id}/transfer">Pay by bank transfer, which arrives later</button>
<button formaction="/c/pay/${s.id}/fail" formnovalidate>Fail the payment</button>
</form>
<a class="plain" href="${escaped(s.cancel_url)}">Back to the shop</a>`;

const onward = (s: StripeSession): string => `<a href="${escaped(s.success_url)}">Continue</a>`;

const disputes: Record<NonNullable<StripeSession['dispute_status']> | 'none', readonly [string, string][]> = {
  none: [['dispute', 'Dispute it as the buyer']],
  needs_response: [
    ['lose', 'Lose the dispute'],
    ['win', 'Win the dispute'],
  ],
  lost: [['win', 'Win it after all']],
  won: [['lose', 'Lose it after all']],
};
const disputeTitles = { needs_response: 'Payment disputed', lost: 'Dispute lost', won: 'Dispute won' } as const;
const disputeNotes: Record<NonNullable<StripeSession['dispute_status']>, string> = {
  needs_response: '<p class="note" role="status">The buyer’s bank looks into it.</p>',
  lost: '<p class="note bad" role="status">The dispute was lost: the money went back to the buyer.</p>',
  won: '<p class="note good" role="status">The dispute was won: the money stays.</p>',
};

const paid = (s: StripeSession): string => {
  if (s.refunded >= totalOf(s)) return `<p class="note" role="status">${price(s)} went back to the buyer.</p>${summary(s)}`;
  const refunds: [string, string][] = [
    ['refund', 'Refund'],
    ['refund-part', `Refund ${euros(PART_CENTS)} of it`],
  ];
  const status = s.dispute_status ? disputeNotes[s.dispute_status] : `<p class="note good" role="status">Paid ${price(s)}. Thank you!</p>`;
  const mayRefund = s.dispute_status === null || s.dispute_status === 'won';
  return `${status}${summary(s)}${onward(s)}\n${buttons(s, [...(mayRefund ? refunds : []), ...disputes[s.dispute_status ?? 'none']])}`;
};

const byState: Record<StripeSession['state'], [title: string, content: (s: StripeSession) => string]> = {
  open: ['Pay for your order', (s) => summary(s) + open(s)],
  processing: [
    'Your transfer is on its way',
    (s) => `<p class="note" role="status">It takes a few days. The order counts when the money arrives.</p>${summary(s)}${onward(s)}
${buttons(s, [
  ['arrive', 'The transfer arrives'],
  ['bounce', 'The transfer fails'],
])}`,
  ],
  failed: ['Payment failed', (s) => `<p class="note bad" role="status">The transfer did not arrive.</p>${summary(s)}`],
  paid: ['Payment successful', paid],
};

/** A buyer's page of a session. `problem`: the error of the last payment attempt. */
export function stripePage(s: StripeSession, problem: string | null): string {
  const [title, content] = byState[s.state];
  const warning = problem ? `<p class="note bad" role="alert">${escaped(problem)}</p>` : '';
  const isRefunded = s.state === 'paid' && s.refunded >= totalOf(s);
  const heading = isRefunded ? 'Refunded' : s.dispute_status === null ? title : disputeTitles[s.dispute_status];
  return page('Checkout', `<p class="shop">${NAME} · Stripe’s part is played here</p><h1>${heading}</h1>\n${warning}${content(s)}`);
}
