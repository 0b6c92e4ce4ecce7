import { describe, expect, it } from '@jest/globals';
import { type EventName, type Sealed, type Stored } from '../../contracts/src/index.ts';
import type { Actor } from '../../services/src/engine/log/event.ts';
import { foldAll } from '../../services/src/engine/projecting/fold.ts';
import { eventsOf, type FoldedEvent, type Projection } from '../../services/src/engine/projecting/projection.ts';
import { sampleOf } from './facts.ts';

/** A personal value as folds see it. */
export const sealed = (text: string): Sealed => ({ sealed: text, of: 'somebody' });

const streams: Partial<Record<EventName, string>> = {
  VisitTracked: 'visits-a1',
  CheckoutStarted: 'checkout-sellauth-i1',
  SaleReported: 'checkout-api-o1',
  SaleCredited: 'checkout-sellauth-i1',
  SaleNotCredited: 'checkout-sellauth-i1',
  SaleCreditReversed: 'checkout-sellauth-i1',
  SaleCreditRestored: 'checkout-sellauth-i1',
  DisputeSeen: 'checkout-sellauth-i1',
  SaleHoldReleased: 'checkout-sellauth-i1',
  PartialRefundSeen: 'checkout-sellauth-i1',
  NameClaimed: 'claim-c1',
  NameReleased: 'claim-c1',
  AdminCreated: 'admin-d1',
  AdminEmailChangeAsked: 'admin-d1',
  AdminEmailChanged: 'admin-d1',
  AdminRevoked: 'admin-d1',
  PayoutCounted: 'admin-d1',
  PayoutRunStarted: 'payout-r1',
  PayoutRunApproved: 'payout-r1',
  PayoutFileMade: 'payout-r1',
  PayoutFileUnused: 'payout-r1',
  PayoutBatchSent: 'payout-r1',
  PayoutBatchAccepted: 'payout-r1',
  PayoutBatchDelayed: 'payout-r1',
  PayoutBatchRefused: 'payout-r1',
  PayoutBatchProcessed: 'payout-r1',
  PayoutCashoutsRemoved: 'payout-r1',
  PayoutRunCancelled: 'payout-r1',
  PayoutRunSettled: 'payout-r1',
  PayoutCashoutsPaid: 'payout-r1',
  PayoutResultSeen: 'payout-r1',
  CashoutReturned: 'payout-r1',
  PaymentOutcomeUnknown: 'payout-r1',
  PaymentOutcomeStated: 'payout-r1',
  UnmatchedPaymentSeen: 'payout-r1',
  UnmatchedPaymentAcknowledged: 'payout-r1',
  ProgrammeTermsSet: 'programme',
  FourEyesChangeAsked: 'programme',
  FourEyesChangeRefused: 'programme',
  CurrencyRateSet: 'programme',
  PayoutAccountSet: 'programme',
  TiersRecalculated: 'programme',
  HeadSigned: 'programme',
  SigningKeyRotated: 'programme',
  MaintenanceStarted: 'programme',
  ParkedEventsDecided: 'programme',
  SystemRestored: 'programme',
  ArchiveBypassed: 'programme',
  BuyerErased: 'programme',
  EventsWithdrawn: 'withdrawn-a1',
  WithdrawnEventRecorded: 'withdrawn-a1',
  WithdrawnEventLeftOut: 'withdrawn-a1',
  SiteChanged: 'site',
  ApiKeyMade: 'api-keys',
  ApiKeyRevoked: 'api-keys',
};

export interface Given {
  type: EventName;
  data: object;
  stream?: string;
  actor?: Actor;
  at?: string;
}

/** An ordinary event with the fields that matter to the spec. */
export const event = <N extends EventName>(
  type: N,
  data: Partial<Record<keyof Stored<N>, unknown>> = {},
  about: Omit<Given, 'type' | 'data'> = {},
) => ({ type, data: { ...sampleOf(type), ...data }, ...about }) as Given;

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

/** Rows by key (its columns joined by spaces), with the columns that the spec names. */
type Rows = Record<string, object>;

/** An event's effect on a table: the events up to it, and the rows after it. */
export type Cell = [given: Given[], rows: Rows];

/**
 * A sentence for every cell of a projection: table × event it folds. Fails when a cell has no expectation, and when an
 * expectation has no cell. contracts/CATALOGUE.md shows which projections fold an event.
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
