import { idOf } from '@framelift/contracts';
import { bigint, text, timestamp } from '../../engine/projecting/columns.ts';
import { type FoldedEvent, projection, table } from '../../engine/projecting/projection.ts';

/** An action of an admin, or of an operator through the system; what visitors, affiliates and the store do is none. */
const action = (action_type: string) => (e: FoldedEvent) => {
  const { actor, occurredAt } = e.metadata;
  if (actor.kind !== 'admin' && actor.kind !== 'system') return undefined;
  const affiliate_id = e.streamId.startsWith('affiliate-') ? idOf(e.streamId) : null;
  return { action_type, admin_id: actor.kind === 'admin' ? actor.id : null, affiliate_id, at: occurredAt };
};

const credited = action('credit_sale');
const reversed = action('reverse_sale');

const maintained = { verify: action('verify_read_models'), replay: action('replay_read_models') };

export const actionLog = projection({
  name: 'action-log',
  version: 4,
  answers: 'What admins did, to whom and when.',
  tables: {
    actions: table({
      key: { position: bigint() },
      keyOf: (e) => e.position,
      columns: {
        action_type: text(),
        /** The admin; null: the system, by an operator. */
        admin_id: text().nullable(),
        affiliate_id: text().nullable(),
        at: timestamp,
      },
      creates: {
        AffiliateRegistered: action('create_affiliate'),
        AffiliateEdited: action('edit_affiliate'),
        AffiliateDeleted: action('delete_affiliate'),
        PasswordResetAllowed: action('allow_password_reset'),
        CashoutProcessed: action('process_cashout'),
        TiersRecalculated: action('recalculate_tiers'),
        ProgrammeTermsSet: action('set_terms'),
        HoldReleased: action('release_hold'),
        MaintenanceStarted: (e) => maintained[e.data.work](e),
        SaleRecorded: (e) => (e.data.credited === 'hand' ? credited(e) : undefined),
        SaleReversed: (e) => (e.data.cause === 'hand' ? reversed(e) : undefined),
      },
    }),
  },
});
