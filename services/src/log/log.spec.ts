import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { fact } from '@framelift/contracts';
import { freshDatabase, type TestDatabase } from '../../../test/database.ts';
import { type Append, CommandInLog, Conflict } from './append.ts';
import { genesis, link } from './chain.ts';

let db: TestDatabase;
beforeAll(async () => void (db = await freshDatabase()));
afterAll(() => db.close());

const released = fact('PaymentMethodRemoved', { paymentMethodId: '1' });
const to = (streamId: string, expected: number | 'any', facts = [released], commandId: string = randomUUID()): Append => ({
  streams: [{ streamId, expected, facts }],
  metadata: { occurredAt: new Date().toISOString(), actor: { kind: 'system', id: 'test' }, commandId, correlationId: commandId },
});

describe('append', () => {
  it('gives dense positions in commit order and a whole chain, whatever runs at once', async () => {
    await Promise.all(Array.from({ length: 200 }, (_, i) => db.log.append(to(`affiliate-${i % 20}`, 'any'))));
    const events = await db.log.read(0, 1000);
    expect(events.map((e) => e.position)).toEqual(Array.from({ length: events.length }, (_, i) => i + 1));
    let hash: Buffer = genesis;
    for (const e of events) {
      hash = link(hash, { ...e, recordedAt: e.recordedAt.toISOString() } as never);
      expect(e.hash.equals(hash)).toBe(true);
    }
  });

  it('refuses a stream at another version alone and names the actual one', async () => {
    await db.log.append(to('affiliate-v', 0));
    const [fine, late] = await Promise.allSettled([db.log.append(to('affiliate-w', 0)), db.log.append(to('affiliate-v', 0))]);
    expect(fine.status).toBe('fulfilled');
    expect((late as PromiseRejectedResult).reason).toBeInstanceOf(Conflict);
    expect((late as PromiseRejectedResult).reason).toMatchObject({ actual: 1, expected: 0 });
  });

  it('refuses a version the stream has passed, and one it has not reached', async () => {
    await db.log.append(to('affiliate-g', 0, [released, released, released]));
    for (const expected of [0, 1, 2, 4, 9])
      await expect(db.log.append(to('affiliate-g', expected))).rejects.toMatchObject({ expected, actual: 3 });
    await db.log.append(to('affiliate-g', 3));
    expect((await db.log.readStream('affiliate-g')).map((e) => e.version)).toEqual([1, 2, 3, 4]);
  });

  it('appends to many streams all or nothing', async () => {
    const both = to('affiliate-a1', 0);
    both.streams.push({ streamId: 'affiliate-v', expected: 0, facts: [released] });
    await expect(db.log.append(both)).rejects.toThrow(Conflict);
    expect(await db.log.readStream('affiliate-a1')).toEqual([]);
  });

  it('keeps a command id for ever', async () => {
    const id = randomUUID();
    const { firstPosition } = await db.log.append(to('affiliate-c', 'any', [released, released], id));
    await expect(db.log.append(to('affiliate-c', 'any', [released], id))).rejects.toThrow(CommandInLog);
    expect((await db.log.readCommand(id)).map((e) => e.position)).toEqual([firstPosition, firstPosition + 1]);
  });

  it('lets appends at any version of one stream share a group, in their order', async () => {
    const other = await freshLogOn(db);
    await other.append(to('affiliate-m', 0, [released, released]));
    const groups: number[] = [];
    db.log.onCommit((_, { events }) => groups.push(events));
    const known = randomUUID();
    await other.append(to('affiliate-n', 0, [released], known));
    const ids = Array.from({ length: 60 }, () => randomUUID());
    const append = (id: string, i: number) =>
      db.log.append(to('affiliate-m', i === 20 ? 7 : 'any', i % 7 ? [released] : [released, released], id));
    const answers = await Promise.allSettled([db.log.append(to('affiliate-n', 'any', [released], known)), ...ids.map(append)]);
    expect(answers.flatMap((a) => (a.status === 'rejected' ? [a.reason.constructor] : []))).toEqual([CommandInLog, Conflict]);
    const events = (await db.log.readStream('affiliate-m')).slice(2);
    expect(events.map((e) => e.version)).toEqual(events.map((_, i) => i + 3));
    expect([...new Set(events.map((e) => e.metadata.commandId))]).toEqual(ids.filter((_, i) => i !== 20));
    expect(groups.length).toBeLessThan(8);
    expect((await db.log.readStream('affiliate-n')).length).toBe(1);
  });

  it('refuses data that does not fit the catalogue', async () => {
    await expect(db.log.append(to('affiliate-d', 0, [{ type: 'PaymentMethodRemoved', data: { nope: 1 } } as never]))).rejects.toThrow(
      'does not fit',
    );
  });

  it('lets a racing process win twice, then takes the lock', async () => {
    const other = await freshLogOn(db);
    await Promise.all(Array.from({ length: 300 }, (_, i) => (i % 2 ? db.log : other).append(to(`affiliate-r${i % 7}`, 'any'))));
    const positions = (await db.log.read(0, 10_000)).map((e) => e.position);
    expect(positions).toEqual(positions.map((_, i) => i + 1));
  });

  it('keeps up with another process that moves the head between its lone appends', async () => {
    const other = await freshLogOn(db);
    for (let i = 0; i < 10; i++) await (i % 2 ? db.log : other).append(to('affiliate-t', i));
    expect((await db.log.readStream('affiliate-t')).map((e) => e.version)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('writes every text as it is, alone and in a group', async () => {
    const texts = ['"', '\\', '\\"', '{a,b}', 'NULL', '', ' x ', '\n\t', '\u2028', 'é😀', "';--", '$1', '\\N'];
    const add = (text: string, way: string) =>
      db.log.append(to(`claim-${way}${text}`, 0, [fact('PaymentMethodRemoved', { paymentMethodId: `p${text}` })]));
    await add('first', 'group');
    await Promise.all(texts.map((text) => add(text, 'group')));
    for (const text of texts) await add(text, 'alone');
    for (const way of ['group', 'alone'])
      for (const text of texts) {
        const [event] = await db.log.readStream(`claim-${way}${text}`);
        expect(event).toMatchObject({ version: 1, data: { paymentMethodId: `p${text}` } });
      }
  });

  it('seals personal fields and opens them until their key is destroyed', async () => {
    const payTo = { email: 'canary@example.com' };
    await db.log.append(
      to('affiliate-s', 0, [
        fact('CashoutRequested', { cashoutId: 'c1', amountCents: 1, paymentMethodId: '1', paymentType: 'paypal', payTo }) as never,
      ]),
    );
    const [event] = await db.log.readStream('affiliate-s');
    expect(event!.dataText).not.toContain('canary');
    const sealed = (event!.data as { payTo: never }).payTo;
    expect(await db.vault.openOne(sealed)).toEqual(payTo);
    await db.pool.query(`delete from vault.keys where subject = 'affiliate:s'`);
    expect(await db.vault.openOne(sealed)).toBeNull();
  });
});

describe('the api’s database role', () => {
  it('can append and read, and nothing else', async () => {
    for (const sql of [
      'update log.events set position = 0',
      'delete from log.events',
      'update log.head set position = 0',
      'truncate log.events',
      `insert into log.events select * from log.events`,
    ])
      // prettier-ignore
      await expect(db.pool.query(sql)).rejects.toThrow('permission denied');
  });
});

async function freshLogOn({ pool, vault }: TestDatabase) {
  const { Log } = await import('./log.ts');
  return Log.open(pool, vault);
}
