import { idOf, type Stored } from '@framelift/contracts';
import { bigint, text, timestamp } from '../../engine/projecting/columns.ts';
import { type FoldedEvent, projection, table } from '../../engine/projecting/projection.ts';

const ACTORS = new Set(['admin', 'key', 'system']);

/** An action of an admin, their API key, or an operator through the system; what visitors, affiliates and the store do is none. */
const action = (action_type: string) => (e: FoldedEvent) => {
  const { actor, occurredAt } = e.metadata;
  if (!ACTORS.has(actor.kind)) return undefined;
  const affiliate_id = e.streamId.startsWith('affiliate-') ? idOf(e.streamId) : null;
  const by = { admin_id: actor.kind === 'admin' ? actor.id : null, key_id: actor.kind === 'key' ? actor.id : null };
  return { action_type, ...by, affiliate_id, at: occurredAt };
};

const credited = action('credit_sale');
const reversed = action('reverse_sale');
const processed = action('process_cashout');

const decided = { retry: action('retry_parked_events'), skip: action('skip_parked_events') };
const maintained = { verify: action('verify_read_models'), replay: action('replay_read_models') };

export const actionLog = projection({
  name: 'action-log',
  version: 10,
  answers: 'What admins did, to whom and when.',
  tables: {
    actions: table({
      key: { position: bigint() },
      keyOf: (e) => e.position,
      columns: {
        action_type: text(),
        /** The admin, or the API key; neither: the system, by an operator. */
        admin_id: text().nullable(),
        key_id: text().nullable(),
        affiliate_id: text().nullable(),
        at: timestamp,
      },
      creates: {
        AffiliateRegistered: action('create_affiliate'),
        AffiliateEdited: action('edit_affiliate'),
        AffiliateDeleted: action('delete_affiliate'),
        PasswordResetAllowed: action('allow_password_reset'),
        // A payout run completes what it pays without a decision about each.
        CashoutProcessed: (e) => (e.data.runId ? undefined : processed(e)),
        PayoutRunStarted: action('start_payout_run'),
        PayoutRunApproved: action('approve_payout_run'),
        PayoutRunCancelled: action('cancel_payout_run'),
        PayoutRunSettled: action('settle_payout_run'),
        PaymentReturned: action('return_payment'),
        TiersRecalculated: action('recalculate_tiers'),
        ProgrammeTermsSet: action('set_terms'),
        FourEyesChangeAsked: action('ask_four_eyes'),
        FourEyesChangeRefused: action('refuse_four_eyes'),
        CurrencyRateSet: action('set_currency_rate'),
        MissingSaleAnswered: action('answer_missing_sale'),
        CouponGiven: action('give_coupon'),
        CouponTakenBack: action('take_back_coupon'),
        HoldReleased: action('release_hold'),
        ReviewDecided: action('decide_review'),
        ApiKeyMade: action('make_api_key'),
        ApiKeyRevoked: action('revoke_api_key'),
        MaintenanceStarted: (e) => maintained[e.data.work](e),
        ParkedEventsDecided: (e) => decided[e.data.decision](e),
        SaleRecorded: (e) => (e.data.credited === 'hand' ? credited(e) : undefined),
        SaleReversed: (e) => (e.data.cause === 'hand' ? reversed(e) : undefined),
      },
    }),

    keys: table({
      key: { key_id: text() },
      keyOf: (e) => (e.data as Stored<'ApiKeyMade'>).keyId,
      columns: { name: text('') },
      on: { ApiKeyMade: (_, { data }) => ({ name: data.name }) },
    }),
  },
});
