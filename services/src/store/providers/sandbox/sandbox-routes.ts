import { orderedProduct, type Product, sellauth, toEuros } from '@framelift/contracts';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { isEmail, missingPage, paymentPage, problems, show, welcomePage } from './payment-page.ts';
import type { SandboxCoupons } from './sandbox-coupons.ts';
import type { SandboxInvoice, SandboxInvoices } from './sandbox-invoices.ts';
import { entryOf } from '../../../platform/entry.ts';

interface Shop {
  invoices: SandboxInvoices;
  coupons: SandboxCoupons;
  notify: (event: string, invoiceId: number) => void;
  siteUrl: string;
  apiKey: string;
  /** What the shop sells. */
  products: () => Promise<readonly Product[]>;
  url: () => string;
}

const API = `/v1/shops/${sellauth.shopId}`;

export const problem = (message: string) => ({ message });

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
/** The title of what an invoice is about. */
const titleOf = (products: readonly Product[], { product_id: productId, variant_id: variantId }: SandboxInvoice): string =>
  orderedProduct(products, { productId, variantId })?.title ?? 'A product';

/** The provider's server API, with its key. */
export function apiRoutes(server: FastifyInstance, { invoices, coupons, notify, apiKey, products, url }: Shop): void {
  server.addHook('onRequest', async ({ url: path, headers }, reply) => {
    if (path.startsWith('/v1/shops/') && headers.authorization !== `Bearer ${apiKey}`)
      return reply.code(401).send(problem('Unauthenticated.'));
  });
  server.post<{ Body: string }>(`${API}/checkout`, async ({ body }, reply) => {
    const { cart, affiliate, coupon: code } = JSON.parse(body ?? '') as { cart?: Line[]; affiliate?: unknown; coupon?: unknown };
    const line = cart?.[0];
    const product = line && Number.isInteger(line.quantity) ? orderedProduct(await products(), line) : undefined;
    if (!line || !product || cart!.length !== 1) return reply.code(422).send(problem('The selected product is invalid.'));
    if (affiliate !== undefined && !(typeof affiliate === 'string' && affiliate.length <= 16))
      return reply.code(422).send(problem('The affiliate must not be greater than 16 characters.'));
    const coupon = code === undefined ? undefined : await coupons.find({ code: String(code) });
    if (code !== undefined && !coupon) return reply.code(422).send(problem('The coupon is invalid.'));
    const invoice = await invoices.create({ ...line, priceCents: product.priceCents }, affiliate ?? null, coupon);
    notify('NOTIFICATION.SHOP_INVOICE_CREATED', invoice.id);
    const invoice_url = `${url()}/checkout/${invoice.unique_id}`;
    return { success: true, invoice_id: invoice.unique_id, invoice_url, url: invoice_url };
  });
  server.get(`${API}/invoices`, async (request, reply) => {
    const { searchParams: query } = new URL(request.url, 'http://sandbox');
    const page = Number(query.get('page') ?? 1);
    const perPage = Number(query.get('perPage') ?? 15);
    if (!(Number.isInteger(page) && page >= 1 && perPage >= 1 && perPage <= 100))
      return reply.code(422).send(problem('The per page is invalid.'));
    const { found, total } = await invoices.list({
      statuses: query.getAll('statuses[]'),
      completedAfter: query.get('completed_at_start'),
      page,
      perPage,
      orderColumn: query.get('orderColumn') ?? 'id',
      descending: query.get('orderDirection') !== 'asc',
    });
    const last_page = Math.max(1, Math.ceil(total / perPage));
    return { data: found.map(invoiceView), current_page: page, last_page, per_page: perPage, total };
  });
  server.get<{ Params: { name: string } }>(`${API}/invoices/:name`, async ({ params }, reply) => {
    const invoice = await invoices.find(params.name);
    return invoice ? invoiceView(invoice) : reply.code(404).send(problem('Invoice not found.'));
  });
}

/** What a buyer sees and does; the address of an invoice is the only key to it. */
export function pageRoutes(server: FastifyInstance, { invoices, notify, siteUrl, products }: Shop): void {
  type Named = { Params: { name: string }; Querystring: { problem?: string }; Body: string };
  const backTo = (reply: FastifyReply, name: string, query = '') => reply.redirect(`/checkout/${name}${query}`, 303);
  server.setNotFoundHandler(({ url }, reply) =>
    url.startsWith('/v1/') ? reply.code(404).send(problem('Not found.')) : show(reply, missingPage(), 404),
  );
  server.get('/', async (_request, reply) => show(reply, welcomePage(siteUrl)));
  server.get<Named>('/checkout/:name', async ({ params: { name }, query }, reply) => {
    const invoice = await invoices.find(name);
    if (!invoice) return show(reply, missingPage(), 404);
    const shown = { title: titleOf(await products(), invoice), problem: entryOf(problems, query.problem ?? '') ?? null };
    return show(reply, paymentPage(invoice, siteUrl, shown));
  });
  server.post<Named>('/checkout/:name/pay', async ({ params: { name }, body }, reply) => {
    const email = new URLSearchParams(body).get('email')?.trim() ?? '';
    if (!isEmail(email)) return backTo(reply, name, '?problem=email');
    const paid = await invoices.pay(name, email);
    if (paid) notify('NOTIFICATION.SHOP_INVOICE_PROCESSED', paid.id);
    return backTo(reply, name);
  });
  server.post<Named>('/checkout/:name/fail', async ({ params: { name } }, reply) => backTo(reply, name, '?problem=declined'));
  server.post<Named>('/checkout/:name/refund', async ({ params: { name } }, reply) => {
    await invoices.refund(name);
    return backTo(reply, name);
  });
}
