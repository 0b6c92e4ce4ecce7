import type { SubjectKind } from './catalogue.ts';

/** Payment providers that can sell. The sandbox speaks their APIs, so its invoices are theirs by name. */
export const SELLING = ['sellauth', 'stripe'] as const;
export type SellingProvider = (typeof SELLING)[number];
/** All by their names in streams and events: `[a-z]+`, never renamed. */
export const PROVIDERS = [...SELLING, 'api'] as const;
export type ProviderName = (typeof PROVIDERS)[number];
/** In place of a provider: sales made elsewhere, which programs tell of (docs/rules.md#22-sales-made-elsewhere). */
export const ELSEWHERE = 'api' satisfies ProviderName;

/** The longest id of an invoice; with its provider's name in front it is a `transactionId` of at most 100 characters. */
export const INVOICE_ID_CHARACTERS = 90;

/** Which invoice, as every event about one says it. Two providers may give the same id. */
export interface InvoiceRef {
  provider: ProviderName;
  invoiceId: string;
}
/** The same as text, the key of read models and the `transactionId` of the API: `sellauth-123`. */
export const invoiceKey = ({ provider, invoiceId }: InvoiceRef) => `${provider}-${invoiceId}`;
/** The invoice that a key names; undefined where it names none. */
export const invoiceNamed = (key: string): InvoiceRef | undefined => {
  const [, name, invoiceId] = /^([a-z]+)-(.+)$/.exec(key) ?? [];
  const provider = PROVIDERS.find((known) => known === name);
  return provider && { provider, invoiceId: invoiceId! };
};

/** Every kind of stream, and what its events are about (docs/reference.md#streams). With `<id>` in its name there is one for each. */
export const streamKinds = {
  'affiliate-<id>':
    'an affiliate: profile, status, tier, payment methods, sales and cashouts, so that one stream decides about the balance',
  'visits-<id>': 'visits through the link of an affiliate; nothing is decided by them',
  'checkout-<id>': 'an invoice (`<provider>-<invoice>`): its beginning and its outcome',
  'claim-<id>': 'the owner of a username, coupon or e-mail address, by its keyed hash',
  'admin-<id>': 'an admin account',
  'payout-<id>': 'a payout run',
  'documents-<id>': 'the self-billing documents of a year, so that one stream gives their numbers',
  'withdrawn-<id>': 'what fell out of an affiliate’s account when the system went back, and what became of it',
  programme: 'terms, exchange rates, recalculations of all tiers, signed heads, maintenance, erased buyers',
  site: 'what visitors read: sections of the site, as admins published them',
  'api-keys': 'all API keys, so that a look-up reads one stream',
  webhooks: 'all webhooks',
} as const;
type StreamKind = keyof typeof streamKinds;
type NamedKind = StreamKind extends infer K ? (K extends `${infer Kind}-<id>` ? Kind : never) : never;
const named = (kind: NamedKind, id: string) => `${kind}-${id}`;

export const affiliateStream = (affiliateId: string) => named('affiliate', affiliateId);
export const visitsStream = (affiliateId: string) => named('visits', affiliateId);
export const checkoutStream = (invoice: InvoiceRef) => named('checkout', invoiceKey(invoice));
export const claimStream = (keyedHash: string) => named('claim', keyedHash);
export const adminStream = (adminId: string) => named('admin', adminId);
/** The stream of an account that can sign in; also the id of its credentials. */
export const accountStream = ({ kind, id }: { kind: 'affiliate' | 'admin'; id: string }) =>
  kind === 'admin' ? adminStream(id) : affiliateStream(id);
export const payoutStream = (runId: string) => named('payout', runId);
export const documentsStream = (year: number) => named('documents', String(year));
export const withdrawnStream = (affiliateId: string) => named('withdrawn', affiliateId);
export const programmeStream = 'programme' satisfies StreamKind;
export const siteStream = 'site' satisfies StreamKind;
export const apiKeysStream = 'api-keys' satisfies StreamKind;
export const webhooksStream = 'webhooks' satisfies StreamKind;

/** The part after the first dash: `affiliate-x1` → `x1`, `checkout-sellauth-123` → `sellauth-123`. */
export const idOf = (streamId: string): string => streamId.slice(streamId.indexOf('-') + 1);

/** Affiliate and visits streams of one affiliate share a partition; any other stream is its own key (docs/architecture.md#partitions). */
export const partitionKey = (streamId: string): string =>
  streamId.startsWith('affiliate-') || streamId.startsWith('visits-') ? idOf(streamId) : streamId;

/** Whose key makes the secret of a stream, which its owner has; undefined: it has none. */
export const secretOf = (streamId: string): string | undefined =>
  streamId.startsWith('affiliate-') ? `affiliate:${idOf(streamId)}` : undefined;

export interface SealedIn {
  streamId: string;
  data: Record<string, unknown>;
  occurredAt: string;
}

/** Whose key seals a personal field of an event. */
export const subjects: Record<SubjectKind, (event: SealedIn) => string> = {
  affiliate: ({ streamId }) => `affiliate:${idOf(streamId)}`,
  referrer: ({ data }) => `affiliate:${data['affiliateId'] as string}`,
  admin: ({ streamId }) => `admin:${idOf(streamId)}`,
  buyer: ({ data }) => `buyer:${data['buyer'] as string}`,
  day: ({ occurredAt }) => `day:${occurredAt.slice(0, 10)}`,
};
