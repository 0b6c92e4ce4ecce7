import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { affiliateStream, checkoutStream, firstTerms, programmeStream, type Stored, type Terms } from '@framelift/contracts';
import { commandMeta } from '../../../test/support/command-meta.ts';
import { atProof } from '../../../test/support/counts.ts';
import { freshDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { affiliateRegistered, checkoutStarted } from '../../../test/support/facts.ts';
import { ref } from '../../../test/support/invoices.ts';
import { buyer, hash, invoice } from '../../../test/support/sale-given.ts';
import { until } from '../../../test/support/until.ts';
import { LogFeed } from '../engine/feed/log-feed.ts';
import { Projector } from '../engine/feed/projector.ts';
import { audit } from '../engine/log/proving/audit.ts';
import { Log } from '../engine/log/log.ts';
import { Streams } from '../engine/log/deciding/streams.ts';
import { Freshness } from '../engine/projecting/freshness.ts';
import { replay } from '../engine/projecting/replay.ts';
import { verify } from '../engine/projecting/verify.ts';
import { BooksAudit } from '../operating/audit/books.audit.ts';
import { SetTerms } from '../programme/terms/terms.commands.ts';
import { SetTermsHandler } from '../programme/terms/terms.controller.ts';
import { projections } from '../screens/screens.module.ts';
import { RecordSale } from './store.commands.ts';
import { RecordSaleHandler } from './store.handlers.ts';

const SALES = atProof(500, 50, 'sales beside 20 changes of the terms');
const AFFILIATES = 10;
const CHANGES = 20;

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
  const append = (streamId: string, facts: readonly never[]) =>
    db.log.append({ streams: [{ streamId, expected: 0, facts }], metadata: commandMeta() });
  for (let n = 0; n < AFFILIATES; n++)
    await append(affiliateStream(`a${n}`), [
      affiliateRegistered({ affiliateId: `a${n}`, emailClaim: hash(`e${n}`), commissionBps: 0 }),
    ] as never);
  for (let i = 0; i < SALES; i++)
    await append(checkoutStream(ref(`r${i}`)), [
      checkoutStarted({ ...ref(`r${i}`), affiliateId: `a${i % AFFILIATES}`, listCents: 29_99 }),
    ] as never);
});
afterAll(() => db.close());

/** Terms that differ in what a sale keeps of them. */
const terms = (n: number): Terms => ({
  ...firstTerms,
  holdDays: n % 3,
  tiers: [{ tier: 'all', name: 'All', threshold: 0, rateBps: 10_00 + n }],
});

it(`each of ${SALES} sales beside ${CHANGES} changes of the terms, in three processes, is decided by the terms at its position`, async () => {
  const processes = [db.streams, ...(await Promise.all([1, 2].map(async () => new Streams(db.pool, await Log.open(db.pool, db.vault)))))];
  const halfway = Promise.withResolvers<void>();
  const sales = Array.from({ length: SALES }, (_, i) => async () => {
    // However fast they are: these come after some of the changes.
    if (i >= SALES / 2) await halfway.promise;
    const sold = invoice({ ref: ref(`r${i}`), createdAt: new Date().toISOString(), completedAt: new Date().toISOString() });
    return new RecordSaleHandler(processes[i % 2]!).execute(new RecordSale({ meta: commandMeta(), invoice: sold, buyer: buyer() }));
  });
  const changing = async () => {
    for (let n = 1; n <= CHANGES; n++) {
      if (n > CHANGES / 2) halfway.resolve();
      await new SetTermsHandler(processes[2]!).execute(
        new SetTerms({ meta: commandMeta(), terms: terms(n), editBase: Number.MAX_SAFE_INTEGER }),
      );
    }
  };
  const feed = new LogFeed(db.log, { wakeup: db.wakeup });
  const projector = new Projector(db, db.log, feed);
  await projector.start(projections);
  await Promise.all([changing(), ...sales.map((sell) => sell())]);

  const set = (await db.log.readStream(programmeStream)).map(({ position, data }) => ({
    position,
    data: data as Stored<'ProgrammeTermsSet'>,
  }));
  const recorded = (await db.log.read(0, 10_000, { types: ['SaleRecorded'] })).map((e) => ({
    position: e.position,
    data: e.data as Stored<'SaleRecorded'>,
  }));
  expect([set.length, recorded.length]).toEqual([CHANGES, SALES]);
  for (const { position, data } of recorded) {
    const inForce = set.findLast((s) => s.position < position);
    const { tiers, holdDays } = inForce?.data ?? firstTerms;
    expect([data.terms, data.commissionBps, data.tier]).toEqual([inForce?.position ?? 0, tiers[0]!.rateBps, tiers[0]!.tier]);
    expect(data.availableAt > data.soldAt).toBe(holdDays > 0);
  }
  expect(new Set(recorded.map((r) => r.data.terms)).size).toBeGreaterThan(1);
  expect((await audit(db.pool, db.log, { checks: [new BooksAudit()] })).problems).toEqual([]);

  // What read models made of it meanwhile is what a replay makes of it.
  const { position } = await db.log.head();
  const freshness = new Freshness(db.pool);
  for (const { name } of projections) await until(() => freshness.reached(name, 'all', position));
  const differing = async () => {
    const verified = await Promise.all(projections.map((projection) => verify(db, db.log, projection)));
    return verified.flatMap(({ tables }) => tables).filter((t) => t.differing > 0);
  };
  expect(await differing()).toEqual([]);
  await projector.stop();
  await feed.stop();
  await replay(db, db.log, projections);
  expect(await differing()).toEqual([]);
});
