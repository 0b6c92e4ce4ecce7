import { idOf, kindsOf, onEventsWith, type Stored } from '@framelift/contracts';
import { bigint, cents, sealed, text, timestamp } from '../../engine/projecting/columns.ts';
import { type FoldedEvent, projection, table } from '../../engine/projecting/projection.ts';

const ACTORS = new Set(['admin', 'key', 'system']);

/** The price of a sale, or the sum that another event names. */
const amountIn = (data: object): number | null => {
  const { amountCents, commissionCents } = data as { amountCents?: number | null; commissionCents?: number | null };
  return amountCents ?? commissionCents ?? null;
};

/** An action of an admin, their API key, or an operator through the system; not those of visitors, affiliates and the store. */
const action = (e: FoldedEvent) => {
  const { actor, occurredAt } = e.metadata;
  const [action_type] = kindsOf('action', e);
  if (!action_type || !ACTORS.has(actor.kind)) return undefined;
  const affiliate_id = e.streamId.startsWith('affiliate-') ? idOf(e.streamId) : null;
  const by = { admin_id: actor.kind === 'admin' ? actor.id : null, key_id: actor.kind === 'key' ? actor.id : null };
  const internal_note = ('internalNote' in e.data && e.data.internalNote) || null;
  return { action_type, ...by, affiliate_id, amount_cents: amountIn(e.data), internal_note, at: occurredAt };
};

export const actionLog = projection({
  name: 'action-log',
  version: 12,
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
        amount_cents: cents().nullable(),
        internal_note: sealed.nullable(),
        at: timestamp,
      },
      creates: onEventsWith('action', action),
    }),

    keys: table({
      key: { key_id: text() },
      keyOf: (e) => (e.data as Stored<'ApiKeyMade'>).keyId,
      columns: { name: text('') },
      on: { ApiKeyMade: (_, { data }) => ({ name: data.name }) },
    }),
  },
});
