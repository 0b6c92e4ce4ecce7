import { idOf, type KindsIn, kindsOf, onEventsWith, type Status } from '@framelift/contracts';
import { bool, cents, int, json, sealed, text, timestamp } from '../../engine/projecting/columns.ts';
import { type FoldedEvent, table } from '../../engine/projecting/projection.ts';
import { writtenIn } from './written.ts';

export type NotificationKind = KindsIn<'bell'>;

/** An admin's changes that notify the affiliate. */
export interface Edited {
  status?: Status;
  tier?: string;
  username?: true;
  email?: true;
}

const affiliateOf = (e: FoldedEvent): string => idOf(e.streamId);

/** The event's data stored in a notification. */
const detailsOf = ({ type, data }: FoldedEvent): { cents?: number; of_cents?: number; detail?: string; edited?: Edited } => {
  if (type === 'AffiliateEdited') {
    const { status, tier, username, email } = data;
    return { edited: { status, tier, username: username && true, email: email && true } };
  }
  if (type === 'SaleReversed') return { cents: data.commissionCents, detail: data.cause };
  if ('commissionCents' in data) return { cents: data.commissionCents };
  if (type === 'PaymentReturned') {
    const { amountCents, bankCode: detail, ofCents: of_cents } = data;
    return { cents: amountCents, ...(detail ? { detail } : {}), ...(of_cents === undefined ? {} : { of_cents }) };
  }
  if ('amountCents' in data) return { cents: data.amountCents };
  if ('netSales' in data) return { detail: data.to };
  return 'of' in data ? { detail: data.of } : {};
};

/** The notifications of an affiliate, one row for each event whose row has a `bell`. */
export const notifications = table({
  key: { affiliate_id: text(), version: int() },
  keysOf: (e) =>
    e.type === 'NotificationsRead' ? e.data.notifications.map((version) => [affiliateOf(e), version]) : [[affiliateOf(e), e.version]],
  columns: {
    kind: text<NotificationKind>(),
    cents: cents().nullable(),
    /** The whole, where `cents` is a part of it. */
    of_cents: cents().nullable(),
    /** The new tier, why a sale was reversed or a payment came back, or what is under review. */
    detail: text().nullable(),
    edited: json<Edited>().nullable(),
    /** What an admin wrote to the affiliate. */
    reason: sealed.nullable(),
    read: bool(false),
    at: timestamp,
  },
  creates: onEventsWith('bell', (e: FoldedEvent) => {
    const [kind] = kindsOf('bell', e);
    return kind && { kind, at: e.metadata.occurredAt, reason: writtenIn(e), ...detailsOf(e) };
  }),
  on: { NotificationsRead: (row) => ({ ...row, read: true }) },
});
