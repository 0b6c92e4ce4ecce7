import { idOf } from '@framelift/contracts';
import { bool, cents, int, json, text, timestamp } from '../../engine/projecting/columns.ts';
import { type FoldedEvent, table } from '../../engine/projecting/projection.ts';
import type { Edited, NotificationKind } from './notification.ts';

const affiliateOf = (e: FoldedEvent): string => idOf(e.streamId);
const notice = (e: FoldedEvent, kind: NotificationKind) => ({ kind, at: e.metadata.occurredAt });
const outcomes = { approved: 'cashoutApproved', completed: 'cashoutCompleted', rejected: 'cashoutRejected' } as const;

/** What stands behind the bell of an affiliate, one row for each event that notifies. */
export const notifications = table({
  key: { affiliate_id: text(), version: int() },
  keysOf: (e) =>
    e.type === 'NotificationsRead' ? e.data.notifications.map((version) => [affiliateOf(e), version]) : [[affiliateOf(e), e.version]],
  columns: {
    kind: text<NotificationKind>(),
    cents: cents().nullable(),
    /** The new tier, or what is under review. */
    detail: text().nullable(),
    edited: json<Edited>().nullable(),
    read: bool(false),
    at: timestamp,
  },
  creates: {
    SaleRecorded: (e) => ({ ...notice(e, 'sale'), cents: e.data.commissionCents }),
    SaleReversed: (e) => ({ ...notice(e, 'reversal'), cents: e.data.commissionCents }),
    SaleRestored: (e) => ({ ...notice(e, 'restored'), cents: e.data.commissionCents }),
    HoldReleased: (e) => ({ ...notice(e, 'released'), cents: e.data.commissionCents }),
    TierReached: (e) => ({ ...notice(e, 'tier'), detail: e.data.to }),
    TierRecalculated: (e) => ({ ...notice(e, 'tier'), detail: e.data.to }),
    AffiliateEdited: (e) => {
      const { status, tier, username, email } = e.data;
      if (!status && !tier && !username && !email) return undefined;
      return { ...notice(e, 'edited'), edited: { status, tier, username: username && true, email: email && true } };
    },
    CashoutProcessed: (e) => ({ ...notice(e, outcomes[e.data.status]), cents: e.data.amountCents }),
    PaymentReturned: (e) => ({ ...notice(e, 'paymentReturned'), cents: e.data.amountCents }),
    PaymentMethodAdded: (e) => notice(e, 'methodAdded'),
    PaymentMethodChanged: (e) => notice(e, 'methodChanged'),
    PaymentMethodRemoved: (e) => notice(e, 'methodRemoved'),
    MissingSaleAnswered: (e) => notice(e, e.data.answer === 'credited' ? 'missingSaleCredited' : 'missingSaleRefused'),
    ReviewHoldPlaced: (e) => ({ ...notice(e, 'reviewBegun'), detail: e.data.of }),
    ReviewHoldLifted: (e) => ({ ...notice(e, 'reviewOver'), detail: e.data.of }),
    CouponGiven: (e) => notice(e, 'couponGiven'),
    CouponTakenBack: (e) => notice(e, 'couponTakenBack'),
    PasswordChanged: (e) => notice(e, 'password'),
    TotpTurnedOn: (e) => notice(e, 'totpOn'),
    TotpTurnedOff: (e) => notice(e, 'totpOff'),
    RecoveryCodesRenewed: (e) => notice(e, 'recoveryCodes'),
  },
  on: { NotificationsRead: (row) => ({ ...row, read: true }) },
});
