import { OWN_CODES, PAYPAL_CODE, rules } from '@framelift/contracts';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { centsFrom, eurosText } from '../../../../platform/amounts.ts';
import type { Payment } from '../../provider.ts';
import { NOTE } from './paypal.provider.ts';

/** What PayPal is sent and what it answers, as it documents both (docs/paypal.md). */

const Name = Type.String({ pattern: '^[A-Za-z0-9_-]{1,64}$' });
const Money = Type.Object({ currency: Type.String({ maxLength: 10 }), value: Type.String({ pattern: '^-?\\d{1,12}(\\.\\d{1,2})?$' }) });
const Problems = Type.Optional(Type.Union([Type.Object({ name: Type.Optional(Type.String()) }), Type.Array(Type.Unknown()), Type.Null()]));
const Item = Type.Object({
  payout_item_id: Name,
  transaction_status: Type.Optional(Type.String({ maxLength: 40 })),
  payout_item: Type.Object({
    amount: Money,
    sender_item_id: Type.Optional(Type.String({ maxLength: 200 })),
    receiver: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  errors: Problems,
});
export const tokenShape = Compile(
  Type.Object({ access_token: Type.String({ minLength: 1, maxLength: 8_192 }), expires_in: Type.Integer({ minimum: 0 }) }),
);
export const sentShape = Compile(Type.Object({ batch_header: Type.Object({ payout_batch_id: Name }) }));
export const batchShape = Compile(
  Type.Object({
    total_pages: Type.Optional(Type.Integer()),
    batch_header: Type.Object({
      payout_batch_id: Name,
      batch_status: Type.String({ maxLength: 40 }),
      sender_batch_header: Type.Object({ sender_batch_id: Type.Optional(Type.String({ maxLength: 256 })) }),
      fees: Type.Optional(Money),
    }),
    items: Type.Optional(Type.Array(Item)),
  }),
);
export const itemShape = Compile(Item);
export const verifiedShape = Compile(Type.Object({ verification_status: Type.String() }));
/** A refusal, with a link to the batch that has the same id. */
export const problemShape = Compile(
  Type.Object({
    name: Type.Optional(Type.String()),
    error: Type.Optional(Type.String()),
    details: Type.Optional(
      Type.Array(
        Type.Object({
          field: Type.Optional(Type.String()),
          issue: Type.Optional(Type.String()),
          link: Type.Optional(Type.Array(Type.Object({ href: Type.Optional(Type.String({ maxLength: 2_000 })) }))),
        }),
      ),
    ),
  }),
);

/** A payment as PayPal has it. */
export interface PaypalItem {
  itemId: string;
  /** The id that we sent; empty: it is not ours. */
  cashoutId: string;
  /** Undefined: in another currency than ours. */
  cents: number | undefined;
  /** In PayPal's words: SUCCESS, UNCLAIMED. */
  status: string;
  code: string | undefined;
  receiver: string | undefined;
}
export interface PaypalBatch {
  batchId: string;
  /** The run. */
  senderId: string | undefined;
  status: string;
  feeCents: number | undefined;
  items: PaypalItem[];
}
/** What a notification is about, before PayPal confirmed that it sent it. */
export interface PaypalNotice {
  batchId: string;
  senderId: string | undefined;
  raw: string;
  headers: Record<string, string>;
}

export const centsOf = ({ currency, value }: { currency: string; value: string }): number | undefined => {
  if (currency !== rules.currency) return undefined;
  const [whole, part] = value.split('.') as [string, string?];
  return centsFrom(whole, part);
};
export const codeOf = (text: unknown): string | undefined => {
  const code = String(text ?? '')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_');
  return PAYPAL_CODE.test(code) ? code : undefined;
};

export function itemOf({ payout_item_id: itemId, transaction_status = '', payout_item, errors }: Static<typeof Item>): PaypalItem {
  const name = errors && !Array.isArray(errors) ? codeOf(errors.name) : undefined;
  const status = transaction_status.toUpperCase();
  const code = name ?? (status === 'SUCCESS' ? undefined : codeOf(status));
  const { amount, sender_item_id: cashoutId = '', receiver } = payout_item;
  return { itemId, cashoutId, cents: centsOf(amount), status, code, receiver };
}

/** Why all of a batch was denied, where its payments say so. */
export const deniedFor = ({ items }: PaypalBatch): string =>
  items.find(({ code }) => code !== undefined && code !== 'DENIED')?.code ?? OWN_CODES.denied;

/** What is sent for a run. The same payments are the same bytes. */
export const batchBody = (runId: string, payments: readonly Payment[]): string =>
  JSON.stringify({
    sender_batch_header: { sender_batch_id: runId, recipient_type: 'EMAIL' },
    items: payments.map(({ cashoutId, amountCents, payTo }) => ({
      recipient_type: 'EMAIL',
      amount: { value: eurosText(amountCents), currency: rules.currency },
      receiver: payTo,
      note: NOTE,
      sender_item_id: cashoutId,
    })),
  });

/** The headers of a notification that PayPal signs, by the fields in which its verification takes them, and what they may hold. */
const SIGNED = {
  auth_algo: /^[A-Za-z0-9]{1,100}$/,
  cert_url: /^https?:\/\/[\x21-\x7e]{1,490}$/,
  transmission_id: /^[\x21-\x7e]{1,64}$/,
  transmission_sig: /^[\x21-\x7e]{1,500}$/,
  transmission_time: /^[\x21-\x7e]{1,100}$/,
} as const;

/** Undefined: it is no notification about payouts. */
export function noticeOf(raw: Buffer, headers: Record<string, unknown>): PaypalNotice | undefined {
  const signed = Object.fromEntries(
    Object.keys(SIGNED).map((field) => [field, String(headers[`paypal-${field.replaceAll('_', '-')}`] ?? '')]),
  );
  if (Object.entries(SIGNED).some(([field, form]) => !form.test(signed[field]!))) return undefined;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(raw);
    const { event_type: type, resource } = JSON.parse(text) as Record<string, any>;
    if (typeof type !== 'string' || !/^PAYMENT\.PAYOUTS(BATCH|-ITEM)\./.test(type)) return undefined;
    const header = resource?.batch_header;
    const batchId: unknown = header?.payout_batch_id ?? resource?.payout_batch_id;
    const senderId: unknown = header?.sender_batch_header?.sender_batch_id ?? resource?.sender_batch_id;
    if (typeof batchId !== 'string' || !/^[A-Za-z0-9_-]{1,64}$/.test(batchId)) return undefined;
    return { batchId, senderId: typeof senderId === 'string' ? senderId : undefined, raw: text, headers: signed };
  } catch {
    return undefined;
  }
}

/** The batch that has the same id, where a refusal says that there is one. */
export function earlierBatch(body: unknown): { batchId: string | undefined } | undefined {
  if (!problemShape.Check(body)) return undefined;
  const duplicate = body.details?.find(
    ({ field, issue }) => field?.toUpperCase() === 'SENDER_BATCH_ID' && /already exists|duplicate/i.test(issue ?? ''),
  );
  if (!duplicate) return undefined;
  const hrefs = duplicate.link?.map(({ href = '' }) => /\/v1\/payments\/payouts\/([A-Za-z0-9_-]{1,64})(?:[/?#]|$)/.exec(href)?.[1]) ?? [];
  return { batchId: hrefs.find(Boolean) };
}
