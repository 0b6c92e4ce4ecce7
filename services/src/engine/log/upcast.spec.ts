import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { checkoutStream, events, fact } from '@framelift/contracts';
import { Type } from 'typebox';
import { freshDatabase, type TestDatabase } from '../../../../test/database.ts';
import { audit } from './audit.ts';
import { Log, shipped } from './log.ts';

let db: TestDatabase;
beforeAll(async () => void (db = await freshDatabase()));
afterAll(() => db.close());

const partial = (data: object, log: Log) => {
  const commandId = randomUUID();
  const metadata = {
    occurredAt: new Date().toISOString(),
    actor: { kind: 'store', id: 't' },
    commandId,
    correlationId: commandId,
  } as const;
  const facts = [{ type: 'PartialRefundSeen', data }] as never;
  return log.append({ streams: [{ streamId: checkoutStream('i1'), expected: 'any', facts }], metadata });
};

describe('an event of an earlier shape', () => {
  it('is kept as it was written, read in today’s shape, and beyond reproach in an audit', async () => {
    const { version: _version, upcast: _upcast, ...definition } = events.PartialRefundSeen;
    const { invoiceId, refundedCents } = definition.data.properties;
    const first = { ...events, PartialRefundSeen: { ...definition, data: Type.Object({ invoiceId, refundedCents }) } };
    const before = await Log.open(db.pool, db.vault, { ...shipped, catalogue: first });
    await partial({ invoiceId: 'i1', refundedCents: 500 }, before);
    await partial(fact('PartialRefundSeen', { invoiceId: 'i1', refundedCents: 700, currency: 'USD' }).data, db.log);

    const [old, young] = await db.log.readStream(checkoutStream('i1'));
    expect([old!.schemaVersion, old!.dataText]).toEqual([1, '{"invoiceId":"i1","refundedCents":500}']);
    expect(old!.data).toEqual({ invoiceId: 'i1', refundedCents: 500, currency: 'EUR' });
    expect([young!.schemaVersion, young!.data]).toEqual([2, { invoiceId: 'i1', refundedCents: 700, currency: 'USD' }]);
    expect((await audit(db.pool, db.log)).problems).toEqual([]);
  });
});
