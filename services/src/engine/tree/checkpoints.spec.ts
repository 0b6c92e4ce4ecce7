import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { affiliateStream, visitsStream } from '@framelift/contracts';
import { affiliateRegistered, saleRecorded, visitTracked } from '../../../../test/support/facts.ts';
import { freshDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { append } from '../../../../test/support/history.ts';
import { forgeable, ForgedLog } from '../../../../test/witnessed/forger.ts';
import type { Secrets } from '../../platform/config.ts';
import type { Queryable } from '../../platform/pg.ts';
import { audit } from '../log/proving/audit.ts';
import { Checkpoints } from './checkpoints.ts';
import { Origins } from './origins.ts';
import { commitment } from '../log/appending/tags.ts';
import { entriesOf } from './tree.ts';
import { rootOf } from './proofs.ts';
import { TreeAudit } from './tree.audit.ts';

const seed = Buffer.alloc(32, 3);
const origin = 'shop.example/log';
let db: TestDatabase;
let checkpoints: Checkpoints;

const secrets = { headSigning: seed } as Secrets;
const opened = () =>
  new Checkpoints(db.pool, db.log, new Origins(db.pool, db.log, { publicUrl: 'https://shop.example' }, secrets), secrets);
/** The same log, with everything made in memory. */
const inMemory = async () => new ForgedLog((await db.log.read(0, 100_000)).map(forgeable), { seed, origin });
const shown = (of = checkpoints) => of.inView(async (_, last) => last);
const streams = (count: number) => Array.from({ length: count }, (_, n) => affiliateStream(`a${n}`));

beforeAll(async () => {
  db = await freshDatabase();
  checkpoints = opened();
});
afterAll(() => db.close());

describe('checkpoints', () => {
  it('are signed over the tree, which equals the one made in memory, as the log grows', async () => {
    expect(await shown()).toBeUndefined();
    await checkpoints.run();
    expect(await shown()).toBeUndefined();
    for (const count of [1, 5, 250, 256, 300]) {
      for (let n = 0; n < count; n += 50)
        await append(
          db,
          visitsStream(`a${n % 7}`),
          Array.from({ length: Math.min(50, count - n) }, () => visitTracked()),
        );
      for (const stream of streams(count % 11)) await append(db, stream, [saleRecorded()]);
      await checkpoints.run();
      expect((await shown())!.note).toBe(await (await inMemory()).checkpoint());
    }
    expect((await shown())!.size).toBeGreaterThan(3 * 256);
  });

  it('publish each event’s hash with its tag: a stream’s secret finds its events, and shows that there is none more', async () => {
    const stream = affiliateStream('tagged');
    await append(db, stream, [affiliateRegistered({ affiliateId: 'tagged' })]);
    await append(db, stream, [saleRecorded(), saleRecorded()]);
    await checkpoints.run();
    const { size } = (await shown())!;
    const entries = await checkpoints.inView((session) => entriesOf(session, 0, size));
    expect(entries!.map(({ length }) => length)).toEqual(Array.from({ length: size }, () => 48));
    const secret = (await db.vault.secrets(['affiliate:tagged'])).get('affiliate:tagged')!;
    const placesOf = (version: number) => {
      const tag = createHmac('sha256', secret).update(String(version)).digest().subarray(0, 16);
      return entries!.flatMap((entry, i) => (entry.subarray(32).equals(tag) ? [i + 1] : []));
    };
    const own = await db.log.readStream(stream);
    expect([1, 2, 3, 4].map(placesOf)).toEqual([...own.map(({ position }) => [position]), []]);
    expect(own[0]!.metadata.tags).toBe(commitment(secret));
    expect(own.slice(1).map(({ metadata }) => metadata.tags)).toEqual(own.slice(1).map(() => undefined));
  });

  it('are the same in a process that opens the stored tree, and none is signed without an event', async () => {
    const before = await shown();
    const second = opened();
    await second.run();
    expect(await shown(second)).toEqual(before);
    await append(db, affiliateStream('a3'), [saleRecorded()]);
    await second.run();
    await checkpoints.run();
    expect((await shown())!.note).toBe(await (await inMemory()).checkpoint());
    await append(db, affiliateStream('a4'), [saleRecorded()]);
    await checkpoints.run();
    expect((await shown(second))!.note).toBe(await (await inMemory()).checkpoint());
  });

  it('wait for the end of a rush, for a minute at most', async () => {
    let now = 0;
    const one = opened();
    const sizeAfter = async (events: number, ms: number) => {
      for (let n = 0; n < events; n += 40)
        await append(
          db,
          visitsStream('rush'),
          Array.from({ length: 40 }, () => visitTracked()),
        );
      now += ms;
      await one.keepUp(0, undefined, () => now);
      return [(await shown())!.size, (await db.log.head()).position];
    };
    await sizeAfter(0, 0);
    const [calm, all] = await sizeAfter(400, 400);
    expect(calm).toBe(all);
    const [rush, more] = await sizeAfter(440, 400);
    expect([rush, more]).toEqual([all, all! + 440]);
    expect(await sizeAfter(0, 1)).toEqual([more, more]);
    await sizeAfter(440, 400);
    await db.owner.query(`update log.checkpoint set signed_at = signed_at - interval '61 s'`);
    const [late, last] = await sizeAfter(440, 400);
    expect(late).toBe(last);
  });

  it('are right after a step that was rolled back', async () => {
    for (let n = 0; n < 6; n++)
      await append(
        db,
        visitsStream('a1'),
        Array.from({ length: 50 }, () => visitTracked()),
      );
    await db.owner.query('alter table log.checkpoint add constraint held check (size < 0) not valid');
    await expect(checkpoints.run()).rejects.toThrow('held');
    await db.owner.query('alter table log.checkpoint drop constraint held');
    await checkpoints.run();
    expect((await shown())!.note).toBe(await (await inMemory()).checkpoint());
  });

  it('are extended by one of several processes at a time', async () => {
    const others = [checkpoints, opened(), opened()];
    for (let n = 0; n < 10; n++) {
      await append(
        db,
        visitsStream(`b${n}`),
        Array.from({ length: 40 }, () => visitTracked()),
      );
      await Promise.all(others.map((one) => one.run()));
    }
    await others[1]!.run();
    expect((await shown())!.note).toBe(await (await inMemory()).checkpoint());
  });
});

describe('what many ask for at once', () => {
  /** A session whose answers to one statement arrive when `until` does. */
  const slow = (session: Queryable, statement: string, until: Promise<unknown>): Queryable => ({
    query: (async (asked: { name?: string }, values: unknown[]) => {
      const answer = await session.query(asked as never, values);
      if (asked.name === statement) await until;
      return answer;
    }) as Queryable['query'],
  });
  const grow = async (tiles: number, stream = visitsStream('many')) => {
    for (let n = 0; n < tiles * 256; n += 64)
      await append(
        db,
        stream,
        Array.from({ length: 64 }, () => visitTracked()),
      );
  };

  it('has each stored tile once, in a process that did not store it', async () => {
    const reader = opened();
    const nodes = async ({ size }: { size: number }) => {
      const node = await reader.tree.at(db.pool, size);
      return Promise.all(Array.from({ length: Math.floor(size / 256) }, (_, n) => node(8, n)));
    };
    for (let round = 0; round < 3; round++) {
      await grow(2);
      await checkpoints.run();
      const last = (await shown())!;
      const { rows } = await db.owner.query<{ root: Buffer }>('select root from log.tiles order by n');
      const all = await Promise.all(Array.from({ length: 5 }, () => nodes(last)));
      for (const found of all) expect(found).toEqual(rows.map(({ root }) => root));
      expect(await rootOf(await reader.tree.at(db.pool, last.size), last.size)).toEqual(last.root);
      expect(reader.tree.stored).toBe(rows.length * 256);
    }
  });

  it('has no tile of a log that is lost, if it was read before', async () => {
    const reader = opened();
    const { promise, resolve } = Promise.withResolvers<void>();
    const { size, root } = (await shown())!;
    const late = reader.tree.at(slow(db.pool, 'tree.load', promise), size);
    await reader.tree.at(db.pool, size);
    reader.tree.forget();
    resolve();
    await late;
    expect(reader.tree.stored).toBe(0);
    expect(await rootOf(await reader.tree.at(db.pool, size), size)).toEqual(root);
  });
});

describe('an audit of the tree', () => {
  const problems = async () => (await audit(db.pool, db.log, { checks: [await TreeAudit.of(db.pool)] })).problems;
  const asOwner = (text: string) => db.owner.query(text);

  it('finds nothing wrong with what was signed', async () => {
    await checkpoints.run();
    expect(await problems()).toEqual([]);
  });

  it('finds nothing wrong after a restored database, which has no tree yet, came in place of the one in memory', async () => {
    for (const table of ['tiles', 'checkpoint']) await asOwner(`delete from log.${table}`);
    await checkpoints.run();
    expect(await problems()).toEqual([]);
    expect((await shown())!.note).toBe(await (await inMemory()).checkpoint());
  });

  it.each([
    ['a tile', 'update log.tiles set root = sha256(root) where n = 1', 257, 'the tile of the tree'],
    ['a missing tile', 'delete from log.tiles where n = (select max(n) from log.tiles)', undefined, 'no tile'],
    ['a root', 'update log.checkpoint set root = sha256(root)', undefined, 'the root of the checkpoint'],
  ])('finds %s that was changed', async (_, change, position, text) => {
    await asOwner('create table kept_tiles as select * from log.tiles');
    await asOwner('create table kept_checkpoint as select * from log.checkpoint');
    try {
      await asOwner(change);
      const found = await problems();
      expect(found.map(({ what }) => what).join('\n')).toContain(text);
      if (position) expect(found[0]!.position).toBe(position);
    } finally {
      for (const [kept, table] of [
        ['kept_tiles', 'tiles'],
        ['kept_checkpoint', 'checkpoint'],
      ])
        await asOwner(`delete from log.${table}; insert into log.${table} select * from ${kept}; drop table ${kept}`);
    }
    expect(await problems()).toEqual([]);
  });
});

it('a tree that is built again publishes nothing before it has every event', async () => {
  const own = await freshDatabase();
  try {
    for (let n = 0; n < 16_500; n += 1_500)
      await append(
        own,
        visitsStream('many'),
        Array.from({ length: 1_500 }, () => visitTracked()),
      );
    const again = new Checkpoints(
      own.pool,
      own.log,
      new Origins(own.pool, own.log, { publicUrl: 'https://shop.example' }, secrets),
      secrets,
    );
    const { step } = again as unknown as { step(): Promise<boolean> };
    expect([await step.call(again), await shown(again)]).toEqual([true, undefined]);
    expect([await step.call(again), (await shown(again))!.size]).toEqual([false, 16_500]);
  } finally {
    await own.close();
  }
});
