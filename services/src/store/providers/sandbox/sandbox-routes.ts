import { sellauth, toEuros } from '@framelift/contracts';
import { missingPage, paymentPage, welcomePage } from './payment-page.ts';
import type { SandboxInvoice, SandboxInvoices } from './sandbox-invoices.ts';
import type { SandboxNotifier } from './sandbox-notifier.ts';

export interface Answer {
  status: number;
  json?: unknown;
  html?: string;
  location?: string;
}
interface Call {
  /** What the route's pattern captured. */
  name: string;
  query: URLSearchParams;
  body: string;
}
export type Route = [method: string, path: RegExp, answer: (call: Call) => Promise<Answer>];

interface Shop {
  invoices: SandboxInvoices;
  notifier: SandboxNotifier;
  siteUrl: string;
  url: () => string;
}

const { premium } = sellauth.products;
const API = `/v1/shops/${sellauth.shopId}`;

export const problem = (status: number, message: string): Answer => ({ status, json: { message } });

const decimal = (cents: number): string => toEuros(cents).toFixed(2);

/** An invoice with the fields the provider documents (docs/sellauth.md#invoices), and what was refunded of it. */
const invoiceView = (i: SandboxInvoice) => ({
  id: i.id,
  unique_id: i.unique_id,
  status: i.status,
  price: decimal(i.price_cents),
  paid: decimal(i.status === 'pending' ? 0 : i.price_cents),
  refunded: decimal(i.refunded_cents),
  currency: i.currency,
  email: i.email,
  shop_id: sellauth.shopId,
  created_at: i.created_at.toISOString(),
  completed_at: i.completed_at?.toISOString() ?? null,
  updated_at: i.updated_at.toISOString(),
  items: [{ product_id: i.product_id, variant_id: i.variant_id, quantity: i.quantity, total_price: decimal(i.price_cents) }],
});

interface Line {
  productId: number;
  variantId: number;
  quantity: number;
}
const isOurs = (line: Line | undefined): line is Line =>
  line?.productId === premium.productId && line.variantId === premium.variantId && Number.isInteger(line.quantity);

/** The provider's server API, behind its key. */
export const apiRoutes = ({ invoices, notifier, url }: Shop): Route[] => [
  [
    'POST',
    new RegExp(`^${API}/checkout$`),
    async ({ body }) => {
      const { cart, affiliate } = JSON.parse(body) as { cart?: Line[]; affiliate?: unknown };
      const line = cart?.[0];
      if (!isOurs(line) || cart!.length !== 1) return problem(422, 'The selected product is invalid.');
      if (affiliate !== undefined && !(typeof affiliate === 'string' && affiliate.length <= 16))
        return problem(422, 'The affiliate must not be greater than 16 characters.');
      const invoice = await invoices.create(line, affiliate ?? null);
      notifier.send('NOTIFICATION.SHOP_INVOICE_CREATED', invoice.id);
      const invoice_url = `${url()}/checkout/${invoice.unique_id}`;
      return { status: 200, json: { success: true, invoice_id: invoice.unique_id, invoice_url, url: invoice_url } };
    },
  ],
  [
    'GET',
    new RegExp(`^${API}/invoices$`),
    async ({ query }) => {
      const page = Number(query.get('page') ?? 1);
      const perPage = Number(query.get('perPage') ?? 15);
      if (!(Number.isInteger(page) && page >= 1 && perPage >= 1 && perPage <= 100)) return problem(422, 'The per page is invalid.');
      const { found, total } = await invoices.list({
        statuses: query.getAll('statuses[]'),
        completedAfter: query.get('completed_at_start'),
        page,
        perPage,
        orderColumn: query.get('orderColumn') ?? 'id',
        descending: query.get('orderDirection') !== 'asc',
      });
      const last_page = Math.max(1, Math.ceil(total / perPage));
      return { status: 200, json: { data: found.map(invoiceView), current_page: page, last_page, per_page: perPage, total } };
    },
  ],
  [
    'GET',
    new RegExp(`^${API}/invoices/([\\w-]{1,64})$`),
    async ({ name }) => {
      const invoice = await invoices.find(name);
      return invoice ? { status: 200, json: invoiceView(invoice) } : problem(404, 'Invoice not found.');
    },
  ],
];

const backTo = (name: string, query = ''): Answer => ({ status: 303, location: `/checkout/${name}${query}` });

const problems: Record<string, string> = {
  declined: 'The payment was declined. You can try again.',
  email: 'Please enter a valid e-mail address.',
};

/** What a buyer sees and does; the address of an invoice is the only key to it. */
export const pageRoutes = ({ invoices, notifier, siteUrl }: Shop): Route[] => [
  ['GET', /^\/$/, async () => ({ status: 200, html: welcomePage(siteUrl) })],
  [
    'GET',
    /^\/checkout\/(\w+)$/,
    async ({ name, query }) => {
      const invoice = await invoices.find(name);
      if (!invoice) return { status: 404, html: missingPage() };
      return { status: 200, html: paymentPage(invoice, siteUrl, problems[query.get('problem') ?? ''] ?? null) };
    },
  ],
  [
    'POST',
    /^\/checkout\/(\w+)\/pay$/,
    async ({ name, body }) => {
      const email = new URLSearchParams(body).get('email')?.trim() ?? '';
      if (!/^[^\s@]+@[^\s@]+$/.test(email) || email.length > 254) return backTo(name, '?problem=email');
      const paid = await invoices.pay(name, email);
      if (paid) notifier.send('NOTIFICATION.SHOP_INVOICE_PROCESSED', paid.id);
      return backTo(name);
    },
  ],
  ['POST', /^\/checkout\/(\w+)\/fail$/, async ({ name }) => backTo(name, '?problem=declined')],
  [
    'POST',
    /^\/checkout\/(\w+)\/refund$/,
    async ({ name }) => {
      await invoices.refund(name);
      return backTo(name);
    },
  ],
];
