import { describe, expect, it } from '@jest/globals';
import { type EventName, type Sealed, type Stored } from '../../contracts/src/index.ts';
import type { Actor } from '../../services/src/engine/log/event.ts';
import { foldAll } from '../../services/src/engine/projecting/fold.ts';
import { eventsOf, type FoldedEvent, type Projection } from '../../services/src/engine/projecting/projection.ts';
import { ref } from './invoices.ts';

/** A personal value as folds see it. */
export const sealed = (text: string): Sealed => ({ sealed: text, of: 'somebody' });

const hash = 'f'.repeat(32);
const streams: Partial<Record<EventName, string>> = {
  VisitTracked: 'visits-a1',
  CheckoutStarted: 'checkout-sellauth-i1',
  SaleCredited: 'checkout-sellauth-i1',
  SaleNotCredited: 'checkout-sellauth-i1',
  SaleCreditReversed: 'checkout-sellauth-i1',
  PartialRefundSeen: 'checkout-sellauth-i1',
  NameClaimed: 'claim-c1',
  NameReleased: 'claim-c1',
  AdminCreated: 'admin-d1',
  AdminRevoked: 'admin-d1',
  TiersRecalculated: 'programme',
  HeadSigned: 'programme',
  MaintenanceStarted: 'programme',
  BuyerErased: 'programme',
};

/** One ordinary event of every kind; specs say only what they are about. */
const samples: { [N in EventName]?: Stored<N> } = {
  AffiliateRegistered: {
    affiliateId: 'a1',
    username: sealed('anna'),
    email: sealed('anna@mail.com'),
    usernameClaim: hash,
    emailClaim: hash,
    commissionBps: 2000,
  },
  AffiliateEdited: {},
  AffiliateDeleted: { forfeitedCents: 0 },
  PaymentMethodAdded: { paymentMethodId: 'm1', paymentType: 'paypal', details: sealed('paypal'), detailsHash: hash },
  PaymentMethodChanged: { paymentMethodId: 'm1', paymentType: 'solana', details: sealed('solana'), detailsHash: hash },
  PaymentMethodRemoved: { paymentMethodId: 'm1' },
  PasswordChanged: {},
  PasswordResetAllowed: { validUntil: '2025-03-01T10:30:00.000Z' },
  TotpTurnedOn: {},
  TotpTurnedOff: {},
  RecoveryCodesRenewed: {},
  SaleRecorded: {
    ...ref('i1'),
    product: 'Premium',
    quantity: 1,
    paidCents: 29_99,
    amountCents: 29_99,
    capped: false,
    commissionBps: 2000,
    rateFrom: 'own',
    tier: 'bronze',
    commissionCents: 6_00,
    soldAt: '2025-02-28T10:00:00.000Z',
    customerEmail: sealed('buyer'),
    buyer: hash,
    credited: 'store',
  },
  SaleReversed: { ...ref('i1'), amountCents: 29_99, commissionCents: 6_00, cause: 'refund' },
  TierReached: { from: 'bronze', to: 'silver', netSales: 20 },
  TierRecalculated: { from: 'silver', to: 'bronze', netSales: 3 },
  CashoutRequested: { cashoutId: 'a1-1', amountCents: 50_00, paymentMethodId: 'm1', paymentType: 'paypal', payTo: sealed('paypal') },
  CashoutProcessed: { cashoutId: 'a1-1', amountCents: 50_00, paymentMethodId: 'm1', from: 'pending', status: 'completed' },
  NotificationsRead: { notifications: [1] },
  VisitTracked: { visitId: 'v1', affiliateId: 'a1', page: '/', visitor: sealed('visitor') },
  CheckoutStarted: { checkoutId: 'k1', ...ref('i1'), sku: 'premium', quantity: 1, listCents: 29_99, affiliateId: 'a1', visitKnown: false },
  SaleCredited: { ...ref('i1'), affiliateId: 'a1', amountCents: 29_99, commissionCents: 6_00, credited: 'store' },
  SaleNotCredited: {
    ...ref('i1'),
    reason: 'suspended',
    paidCents: 29_99,
    soldAt: '2025-02-28T10:00:00.000Z',
    customerEmail: sealed('buyer'),
    buyer: hash,
  },
  SaleCreditReversed: { ...ref('i1'), affiliateId: 'a1', amountCents: 29_99, commissionCents: 6_00, cause: 'refund' },
  PartialRefundSeen: { ...ref('i1'), refundedCents: 5_00, currency: 'EUR' },
  NameClaimed: { kind: 'username', accountId: 'a1' },
  NameReleased: { kind: 'username', accountId: 'a1', heldUntil: '2025-04-01T00:00:00.000Z', resolves: true },
  AdminCreated: { adminId: 'd1', username: sealed('root'), email: sealed('root@mail.com'), usernameClaim: hash, emailClaim: hash },
  AdminRevoked: {},
  TiersRecalculated: { affiliates: 2, changed: 1 },
  HeadSigned: { position: 41, hash: 'f'.repeat(64), publicKey: 'key', signature: 'signature' },
  MaintenanceStarted: { work: 'verify', readModels: ['dashboard'] },
  BuyerErased: { buyer: hash },
};

export interface Given {
  type: EventName;
  data: object;
  stream?: string;
  actor?: Actor;
  at?: string;
}

/** An ordinary event with what the spec is about said differently. */
export const event = <N extends EventName>(
  type: N,
  data: Partial<Record<keyof Stored<N>, unknown>> = {},
  about: Omit<Given, 'type' | 'data'> = {},
) => ({ type, data: { ...samples[type], ...data }, ...about }) as Given;

export const admin: Actor = { kind: 'admin', id: 'd1' };

/** The events as folds see them, in this order. */
export const eventsFrom = (given: readonly Given[]): FoldedEvent[] => {
  const versions = new Map<string, number>();
  return given.map(({ type, data, stream, actor = { kind: 'visitor', id: 'anonymous' }, at = '2025-03-01T12:00:00.000Z' }, i) => {
    const streamId = stream ?? streams[type] ?? 'affiliate-a1';
    versions.set(streamId, (versions.get(streamId) ?? 0) + 1);
    const id = `e${i + 1}`;
    const metadata = { id, occurredAt: at, actor, commandId: id, correlationId: id };
    return {
      position: i + 1,
      streamId,
      version: versions.get(streamId)!,
      type,
      partition: 3,
      recordedAt: new Date(at),
      id,
      metadata,
      data,
    } as unknown as FoldedEvent;
  });
};

/** Rows by key (its columns joined by spaces), as far as the spec names their columns. */
type Rows = Record<string, object>;

/** What an event does to a table: the events that lead there (the one in question last) and the rows then. */
export type Cell = [given: Given[], rows: Rows];

/**
 * A sentence for every cell of a projection: table × event it folds. Fails when a cell has no expectation, and when an
 * expectation has no cell. Which projections fold an event shows in contracts/CATALOGUE.md.
 */
export function specifyCells(projection: Projection, cells: Record<string, Partial<Record<EventName, Cell | Cell[]>>>): void {
  describe.each(Object.keys(cells))(`${projection.name}: %s`, (table) => {
    const all = Object.entries(cells[table]!).flatMap(([name, cell]) => {
      const several = (Array.isArray(cell![0]) && Array.isArray(cell![0][0]) ? cell : [cell]) as Cell[];
      return several.map((c): [string, Cell] => [name, c]);
    });
    it.each(all)('after %s', (name, [given, expected]) => {
      expect(given.at(-1)!.type).toBe(name);
      const rows = foldAll(projection, eventsFrom(given))[table]!;
      const seen = Object.fromEntries(rows.map(({ key, row }) => [key.join(' '), row!]));
      expect(Object.keys(seen).sort()).toEqual(Object.keys(expected).sort());
      expect(seen).toMatchObject(expected);
    });
  });

  it(`${projection.name} has an expectation for every cell`, () => {
    const folded = Object.fromEntries(Object.entries(projection.tables).map(([name, table]) => [name, eventsOf(table).sort()]));
    expect(Object.fromEntries(Object.entries(cells).map(([name, on]) => [name, Object.keys(on).sort()]))).toEqual(folded);
  });
}
