import { createHash } from 'node:crypto';
import { euros, NAME } from '@framelift/contracts';
import type { FastifyReply } from 'fastify';
import type { SandboxInvoice } from './sandbox-invoices.ts';

const style = `
:root { color-scheme: light dark; --ground: light-dark(#f7f8f3, #0a0c0b); --surface: light-dark(#fff, #111413);
  --line: light-dark(#8a9180, #5d665f); --text: light-dark(#141810, #eef2ea); --soft: light-dark(#474f41, #aab4a8);
  --accent: #bdf430; --on-accent: #12180a; --focus: light-dark(#3f5c00, #c9fb52); --red: light-dark(#ab1f2d, #ff9292);
  --green: light-dark(#0a6640, #63dfa6); --yellow: light-dark(#734e00, #f2c850); --yellow-soft: light-dark(#fcefcb, #292210); }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100dvh; display: grid; grid-template-rows: auto 1fr; background: var(--ground); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; }
.mark { margin: 0; padding: .625rem 1rem; text-align: center; font-size: .875rem; font-weight: 600; color: var(--yellow);
  background: var(--yellow-soft); }
main { width: min(26rem, 100% - 2rem); margin: 2rem auto; }
h1 { margin: 0; font-size: 1.375rem; line-height: 1.25; }
.shop { margin: 0 0 .25rem; color: var(--soft); font-size: .875rem; }
dl { display: grid; grid-template-columns: 1fr auto; gap: .25rem 1rem; margin: 1.5rem 0; padding: 1rem 0; border-block: 1px solid var(--line); }
dt { color: var(--soft); } dd { margin: 0; text-align: end; font-variant-numeric: tabular-nums; }
.total { color: var(--text); font-weight: 700; }
label { display: block; margin-bottom: .375rem; font-weight: 600; }
input, button { width: 100%; min-height: 2.75rem; padding: .625rem .875rem; border: 1px solid var(--line); border-radius: 10px;
  background: var(--surface); color: inherit; font: inherit; }
button { margin-top: .75rem; font-weight: 600; cursor: pointer; }
.primary { margin-top: 1.25rem; border-color: transparent; background: var(--accent); color: var(--on-accent); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.note { margin: 1.5rem 0; font-weight: 600; } .good { color: var(--green); } .bad { color: var(--red); }
.hint { margin: .375rem 0 0; color: var(--soft); font-size: .875rem; }
a { display: block; padding: .625rem; text-align: center; border-radius: 10px; background: var(--accent); color: var(--on-accent);
  font-weight: 600; text-decoration: none; }
.place { margin-top: .75rem; border: 1px solid var(--line); background: var(--surface); color: inherit; }
.plain { margin-top: .75rem; background: none; color: var(--soft); text-decoration: underline; }
`;

/** The pages hold no script and load nothing; forms go back to the sandbox only. They may be framed by any site. */
export const contentPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action 'self'; base-uri 'none'`;

export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[c]!);

export const problems: Record<string, string> = {
  declined: 'The payment was declined. You can try again.',
  email: 'Please enter a valid e-mail address.',
};
export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+$/.test(text) && text.length <= 254;

export const show = (reply: FastifyReply, html: string, status = 200, policy = contentPolicy) =>
  reply.code(status).type('text/html; charset=utf-8').header('content-security-policy', policy).send(html);

export const page = (title: string, content: string, mark = 'Sandbox store: a rehearsal, no money moves'): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${title} – sandbox</title><style>${style}</style></head>
<body><header class="mark">${mark}</header><main>${content}</main></body>
</html>`;

const discount = ({ coupon, discount_cents }: SandboxInvoice): string =>
  discount_cents ? `\n<dt>Code ${escaped(coupon!)}</dt><dd>−${euros(discount_cents)}</dd>` : '';

const summary = (invoice: SandboxInvoice, title: string): string => `<dl>
<dt>${escaped(title)} × ${invoice.quantity}</dt><dd>${euros(invoice.price_cents + (invoice.discount_cents ?? 0))}</dd>${discount(invoice)}
<dt class="total">Total</dt><dd class="total">${euros(invoice.price_cents)}</dd></dl>`;

interface Shown {
  title: string;
  /** The error of the last payment attempt. */
  problem: string | null;
}

const byStatus: Record<SandboxInvoice['status'], (invoice: SandboxInvoice, siteUrl: string, shown: Shown) => string> = {
  pending: (invoice, _, { title, problem }) => `<p class="shop">${NAME} · invoice ${invoice.id}</p><h1>Pay for your order</h1>
${problem ? `<p class="note bad" role="alert">${escaped(problem)}</p>` : ''}${summary(invoice, title)}
<form method="post" action="/checkout/${invoice.unique_id}/pay">
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" required maxlength="254" autocomplete="email" aria-describedby="hint">
<p class="hint" id="hint">The key would be sent here. Nothing is sent.</p>
<button class="primary">Pay ${euros(invoice.price_cents)}</button>
<button formaction="/checkout/${invoice.unique_id}/fail" formnovalidate>Fail the payment</button>
</form>`,
  completed: (invoice, siteUrl, { title }) => `<p class="shop">${NAME} · invoice ${invoice.id}</p><h1>Payment successful</h1>
<p class="note good" role="status">Paid ${euros(invoice.price_cents)}. Thank you!</p>${summary(invoice, title)}
<a href="${escaped(siteUrl)}/success" target="_top">Continue</a>
<form method="post" action="/checkout/${invoice.unique_id}/refund"><button>Refund</button></form>`,
  refunded: (invoice, _, { title }) => `<p class="shop">${NAME} · invoice ${invoice.id}</p><h1>Refunded</h1>
<p class="note" role="status">${euros(invoice.refunded_cents)} went back to the buyer.</p>${summary(invoice, title)}`,
};

/** A buyer's page of an invoice. */
export const paymentPage = (invoice: SandboxInvoice, siteUrl: string, shown: Shown): string =>
  page('Checkout', byStatus[invoice.status](invoice, siteUrl, shown));

/** The page at the sandbox's own address. */
export const welcomePage = (siteUrl: string): string =>
  page(
    'Payment sandbox',
    `<p class="shop">${NAME}</p><h1>This is where buyers pay</h1>
<p>The sandbox store replaces the payment provider. Press Buy Now on the premium page: the checkout opens here, and any e-mail
address pays. To earn an affiliate the commission, open the page with <code>?ref=</code> and their username first.</p>
<a href="${escaped(siteUrl)}/premium">Open the premium page</a>`,
  );

export const missingPage = (): string => page('Not found', '<h1>There is no such checkout</h1>');
