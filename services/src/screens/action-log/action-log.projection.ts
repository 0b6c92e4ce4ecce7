import { idOf } from '@framelift/contracts';
import { creates, type FoldedEvent, projection, table } from '../../engine/projecting/projection.ts';

export interface ActionsRow {
  action_type: string;
  /** The admin; null: the system, by an operator. */
  admin_id: string | null;
  affiliate_id: string | null;
  at: string;
}

/** An action of an admin, or of an operator through the system; what visitors, affiliates and the store do is none. */
const action =
  (action_type: string) =>
  (e: FoldedEvent): ActionsRow | undefined => {
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
  version: 3,
  answers: 'What admins did, to whom and when.',
  tables: {
    actions: table<ActionsRow>({
      ddl: 'position bigint primary key, action_type text not null, admin_id text, affiliate_id text, at timestamptz not null',
      key: (e) => e.position,
      on: {
        AffiliateRegistered: creates(action('create_affiliate')),
        AffiliateEdited: creates(action('edit_affiliate')),
        AffiliateDeleted: creates(action('delete_affiliate')),
        PasswordResetAllowed: creates(action('allow_password_reset')),
        CashoutProcessed: creates(action('process_cashout')),
        TiersRecalculated: creates(action('recalculate_tiers')),
        MaintenanceStarted: creates((e) => maintained[e.data.work](e)),
        SaleRecorded: creates((e) => (e.data.credited === 'hand' ? credited(e) : undefined)),
        SaleReversed: creates((e) => (e.data.cause === 'hand' ? reversed(e) : undefined)),
      },
    }),
  },
});
