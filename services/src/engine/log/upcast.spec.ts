import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { type Catalogue, programmeStream } from '@framelift/contracts';
import { Type } from 'typebox';
import { freshDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { audit } from './proving/audit.ts';
import { Log, shipped } from './log.ts';

/** An event that shipped without a currency, and its shape after a currency was added. */
const first: Catalogue = { Weighed: { means: 'Made up for this spec.', data: Type.Object({ cents: Type.Integer() }) } };
const second: Catalogue = {
  Weighed: {
    means: 'Made up for this spec.',
    version: 2,
    data: Type.Object({ cents: Type.Integer(), currency: Type.String() }),
    upcast: { 1: (data) => ({ ...data, currency: 'EUR' }) },
  },
};

let db: TestDatabase;
beforeAll(async () => void (db = await freshDatabase()));
afterAll(() => db.close());

/** A log that knows only these events. */
const logOf = (known: Catalogue) => Log.open(db.pool, db.vault, { ...shipped, catalogue: known });
const weighed = (data: object, log: Log) => {
  const commandId = randomUUID();
  const actor = { kind: 'system', id: 't' } as const;
  const metadata = { occurredAt: new Date().toISOString(), actor, commandId, correlationId: commandId };
  return log.append({ streams: [{ streamId: programmeStream, expected: 'any', facts: [{ type: 'Weighed', data }] as never }], metadata });
};

describe('an event of an earlier shape', () => {
  it('is kept as written, read in the current shape, and passes an audit', async () => {
    await weighed({ cents: 500 }, await logOf(first));
    const today = await logOf(second);
    await weighed({ cents: 700, currency: 'USD' }, today);

    const [old, young] = await today.readStream(programmeStream);
    expect([old!.schemaVersion, old!.dataText]).toEqual([1, '{"cents":500}']);
    expect(old!.data).toEqual({ cents: 500, currency: 'EUR' });
    expect([young!.schemaVersion, young!.data]).toEqual([2, { cents: 700, currency: 'USD' }]);
    expect((await audit(db.pool, today, { catalogue: second })).problems).toEqual([]);
  });
});
