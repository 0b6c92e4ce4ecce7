import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { invoiceKey, affiliateStream, emptyBooks } from '@framelift/contracts';
import { freshDatabase, type TestDatabase } from '../../../../../test/support/database.ts';
import { refunded, sold } from '../../../../../test/support/sales.ts';
import { BooksAudit } from '../../../operating/audit/books.audit.ts';
import { audit, type Problem, type SavedHead } from './audit.ts';
import { link } from '../chain.ts';
import { ref } from '../../../../../test/support/invoices.ts';
import { affiliateRegistered } from '../../../../../test/support/facts.ts';

let db: TestDatabase;
let saved: SavedHead;
beforeAll(async () => {
  db = await freshDatabase();
  const hash = 'c'.repeat(40);
  for (const id of ['a1', 'a2']) {
    const registered = affiliateRegistered({
      affiliateId: id,
      username: id,
      email: `${id}@x.org`,
      usernameClaim: hash,
      emailClaim: hash,
      commissionBps: 20_00,
    });
    const metadata = {
      occurredAt: new Date().toISOString(),
      actor: { kind: 'system', id: 't' },
      commandId: randomUUID(),
      correlationId: randomUUID(),
    } as const;
    await db.log.append({
      streams: [{ streamId: affiliateStream(id), expected: 0, facts: [registered] }],
      metadata: { ...metadata, fingerprint: 'ab'.repeat(20) },
    });
    for (let i = 0; i < 5; i++) await sold(db.log, id, 60_00);
  }
  const { position, hash: head } = await db.log.head();
  saved = { position, hash: head.toString('hex') };
});
afterAll(() => db.close());

const look = (since?: SavedHead) => audit(db.pool, db.log, { since, checks: [new BooksAudit()] });

/** The audit's findings after some damage, which is then undone. */
async function after(damage: string[], since?: SavedHead): Promise<Problem[]> {
  await db.owner.query('create table before as table log.events');
  for (const sql of damage) await db.owner.query(sql);
  const { problems } = await look(since);
  await db.owner.query('begin; truncate log.events; insert into log.events select * from before; drop table before; commit');
  return problems;
}
/** The positions that the audit with a saved head finds. */
const positionsAfter = async (...damage: string[]) => [...new Set((await after(damage, saved)).map((p) => p.position))];

describe('audit', () => {
  it('finds nothing in an untouched log', async () => {
    expect(await look(saved)).toEqual({ head: saved, events: saved.position, problems: [] });
  });

  it.each([
    ['data', `data = replace(data::text, '60', '61')::json`],
    ['data’s white space', `data = (data::text || ' ')::json`],
    ['metadata', `metadata = replace(metadata::text, 'store', 'stork')::json`],
    ['type', `type = 'SaleReversed'`],
    ['stream', `stream_id = stream_id || 'x'`],
    ['version', `version = version + 100`],
    ['schema version', `schema_version = 1`],
    ['recorded time', `recorded_at = recorded_at + interval '1 second'`],
    ['recorded time below a millisecond', `recorded_at = recorded_at + interval '1 microsecond'`],
    ['id', `id = gen_random_uuid()`],
    ['partition', `partition = (partition + 1) % 12`],
    ['command id', `command_id = gen_random_uuid()`],
    ['fingerprint', `fingerprint = '\\x00'`],
    ['hash', `hash = '\\x00'`],
  ])('names the position of a changed %s', async (_, change) => {
    const position = (await db.pool.query(`select position from log.events where type = 'SaleRecorded' order by position offset 3 limit 1`))
      .rows[0].position;
    expect(await positionsAfter(`update log.events set ${change} where position = ${position}`)).toContain(position);
  });

  it('names the position of a removed event', async () =>
    expect(await positionsAfter('delete from log.events where position = 7')).toContain(7));

  it('names both positions of swapped events', async () => {
    const swap = `update log.events set position = case position when 5 then -8 else -5 end where position in (5, 8)`;
    expect(await positionsAfter(swap, `update log.events set position = -position where position < 0`)).toEqual(
      expect.arrayContaining([5, 8]),
    );
  });

  it('names the position of an added event', async () => {
    const added = `insert into log.events select position + 1, version + 1, schema_version, partition, recorded_at, id, gen_random_uuid(), stream_id, type, fingerprint, hash, data, metadata from log.events order by position desc limit 1`;
    expect(await positionsAfter(added)).toContain(saved.position + 1);
  });

  it('names the position of an event recorded before the one before it, though its hash follows', async () => {
    const [before, last] = await db.log.read(saved.position - 2, 2);
    const recordedAt = new Date(before!.recordedAt.getTime() - 1);
    const hash = link(before!.hash, { ...last!, recordedAt: recordedAt.toISOString() } as never).toString('hex');
    const change = `update log.events set recorded_at = '${recordedAt.toISOString()}', hash = '\\x${hash}' where position = ${last!.position}`;
    expect(await after([change])).toEqual([{ position: last!.position, what: 'recorded before the event before it' }]);
  });

  it('finds a removed tail by a saved head', async () => {
    const cut = `delete from log.events where position > ${saved.position - 3}`;
    expect(await positionsAfter(cut)).toEqual([saved.position - 2]);
  });

  it('finds a history that was rewritten to its end by a saved head', async () => {
    const other = { ...saved, hash: 'ff'.repeat(32) };
    expect((await look(other)).problems).toEqual([{ position: saved.position, what: expect.stringContaining('saved head') }]);
  });

  it('finds books that do not balance', async () => {
    const check = new BooksAudit();
    const event = (position: number, type: string, data: object, streamId = 'affiliate-x') => ({
      position,
      type,
      streamId,
      occurredAt: '2026-01-01T00:00:00.000Z',
      data: data as Record<string, unknown>,
    });
    expect(check.add(event(1, 'CashoutRequested', { cashoutId: 'x-1', amountCents: 50_00 }))).toHaveLength(1);
    expect(check.add(event(2, 'CashoutProcessed', { cashoutId: 'x-1', amountCents: 50_00, status: 'completed' }))).toHaveLength(0);
    expect(check.add(event(3, 'CashoutProcessed', { cashoutId: 'x-1', amountCents: 50_00, status: 'completed' })).length).toBeGreaterThan(
      0,
    );
    const sale = { ...ref('i'), amountCents: 500, commissionCents: 100, terms: 0 };
    for (const [position, type] of [
      [4, 'SaleRecorded'],
      [5, 'SaleRecorded'],
      [6, 'SaleReversed'],
    ] as const)
      expect(check.add(event(position, type, sale, 'affiliate-y'))).toHaveLength(0);
    expect((await check.end(db.pool)).map((p) => p.position)).toEqual([5, 6]);
  });

  it('finds a rate that was not in force, and a restored sale that differs from its reversal', async () => {
    const check = new BooksAudit();
    const event = (position: number, type: string, data: object, streamId = 'affiliate-x') => {
      const occurredAt = '2026-01-02T00:00:00.000Z';
      return { position, type, streamId, occurredAt, data: data as Record<string, unknown> };
    };
    const sale = { ...ref('i'), amountCents: 500, commissionCents: 100, terms: 0, soldAt: '2026-01-01T23:00:00.000Z' };
    const foreign = { currency: 'USD', paidCents: 600, rateNanos: 9, rateSetAt: 1 };
    const rate = (day: string) => ({ day, currency: 'USD', nanos: 9 });
    expect(check.add(event(1, 'CurrencyRateSet', rate('2026-01-02'), 'programme'))).toEqual([]);
    expect(check.add(event(2, 'SaleRecorded', { ...sale, foreign }))).toHaveLength(1);
    expect(check.add(event(3, 'CurrencyRateSet', rate('2026-01-01'), 'programme'))).toEqual([]);
    expect(check.add(event(4, 'SaleRecorded', { ...sale, foreign }))).toEqual([]);
    const restored = { ...sale, forfeitedCents: 0 };
    // Nothing was reversed, so the sum would be negative.
    expect(check.add(event(5, 'SaleRestored', restored))).toHaveLength(1);
    expect(check.add(event(6, 'SaleReversed', sale))).toEqual([]);
    expect(check.add(event(7, 'SaleRestored', { ...restored, forfeitedCents: 101 }))).not.toEqual([]);
    expect(check.add(event(8, 'SaleCreditRestored', { ...sale, commissionCents: 99 }, 'checkout-sellauth-i'))).toHaveLength(1);
  });

  it('keeps no books of a stream without an owner, whatever its events', () => {
    const event = (position: number, streamId: string) => ({
      position,
      streamId,
      type: 'SaleReversed',
      occurredAt: '2026-01-01T00:00:00.000Z',
      data: { ...ref('i'), commissionCents: 100 },
    });
    for (const check of [new BooksAudit(), new BooksAudit()])
      for (const position of [1, 2]) expect(check.add(event(position, 'checkout-sellauth-i'))).toEqual([]);
    expect(emptyBooks.reversedCents).toBe(0);
  });

  it('finds invoices that are not credited or reversed exactly once with the recorded cents', async () => {
    const invoices = await freshDatabase();
    try {
      const { log } = invoices;
      // In every group the affiliate's event precedes the checkout's.
      const [right, twice, elsewhere, cents] = [
        await sold(log, 'a', 100),
        await sold(log, 'a', 100),
        await sold(log, 'a', 100),
        await sold(log, 'a', 100),
      ];
      for (const invoice of [right, twice, twice]) await refunded(log, 'a', 100, invoice);
      await refunded(log, 'b', 100, elsewhere);
      await refunded(log, 'a', 99, cents);
      const again = await sold(log, 'a', 100);
      const { position } = await log.head();
      expect((await new BooksAudit().end(invoices.pool)).map((p) => [p.position - position, p.what])).toEqual([
        [-8, `invoice ${invoiceKey(ref(twice))} was reversed twice`],
        [-6, `invoice ${invoiceKey(ref(elsewhere))} was reversed but never recorded here`],
        [-4, `invoice ${invoiceKey(ref(cents))} was reversed with other cents than recorded`],
      ]);
      await invoices.owner.query(`update log.events set data = replace(data::text, $1, $2)::json`, [again, right]);
      expect(await new BooksAudit().end(invoices.pool)).toContainEqual({
        position: position - 2,
        what: `invoice ${invoiceKey(ref(right))} earned twice`,
      });
    } finally {
      await invoices.close();
    }
  });
});
