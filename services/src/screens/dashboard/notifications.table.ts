import { type EventsWith, idOf, type KindsIn, kindsOf, onEventsWith, type Status, type Stored } from '@framelift/contracts';
import { bool, cents, int, json, text, timestamp } from '../../engine/projecting/columns.ts';
import { type FoldedEvent, table } from '../../engine/projecting/projection.ts';

export type NotificationKind = KindsIn<'bell'>;

/** An admin's changes that notify the affiliate. */
export interface Edited {
  status?: Status;
  tier?: string;
  username?: true;
  email?: true;
}

const affiliateOf = (e: FoldedEvent): string => idOf(e.streamId);
const commission = ({ commissionCents }: { commissionCents: number }) => ({ cents: commissionCents });
const amount = ({ amountCents }: { amountCents: number }) => ({ cents: amountCents });
const tier = ({ to }: { to: string }) => ({ detail: to });
const reviewed = ({ of }: { of: string }) => ({ detail: of });

/** The event's data stored in a notification. */
const details: { [N in EventsWith<'bell'>]?: (data: Stored<N>) => { cents?: number; detail?: string; edited?: Edited } } = {
  SaleRecorded: commission,
  SaleReversed: commission,
  SaleRestored: commission,
  HoldReleased: commission,
  TierReached: tier,
  TierRecalculated: tier,
  AffiliateEdited: ({ status, tier, username, email }) => ({ edited: { status, tier, username: username && true, email: email && true } }),
  CashoutProcessed: ({ amountCents, cashoutId }) => ({ cents: amountCents, detail: cashoutId }),
  PaymentReturned: amount,
  ReviewHoldPlaced: reviewed,
  ReviewHoldLifted: reviewed,
};

/** The notifications of an affiliate, one row for each event whose row has a `bell`. */
export const notifications = table({
  key: { affiliate_id: text(), version: int() },
  keysOf: (e) =>
    e.type === 'NotificationsRead' ? e.data.notifications.map((version) => [affiliateOf(e), version]) : [[affiliateOf(e), e.version]],
  columns: {
    kind: text<NotificationKind>(),
    cents: cents().nullable(),
    /** The new tier, the cashout, or what is under review. */
    detail: text().nullable(),
    edited: json<Edited>().nullable(),
    read: bool(false),
    at: timestamp,
  },
  creates: onEventsWith('bell', (e: FoldedEvent) => {
    const [kind] = kindsOf('bell', e);
    const detail = details[e.type as EventsWith<'bell'>] as ((data: unknown) => object) | undefined;
    return kind && { kind, at: e.metadata.occurredAt, ...detail?.(e.data) };
  }),
  on: { NotificationsRead: (row) => ({ ...row, read: true }) },
});
