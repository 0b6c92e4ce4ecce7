import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { affiliateStream } from '@framelift/contracts';
import { commandMeta } from '../../../../test/support/command-meta.ts';
import { freshDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { Erasure } from '../../engine/log/sealing/erasure.ts';
import { ReadModelErasures } from '../../engine/projecting/erasing.ts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import { claimSource } from '../claims/claim.decider.ts';
import { RegisterAffiliate } from '../sign-in/sign-in.commands.ts';
import { RegisterAffiliateHandler } from '../sign-in/sign-in.handlers.ts';
import { DeleteAffiliate, EditAffiliate } from './affiliate.commands.ts';
import { affiliateSource } from './affiliate.decider.ts';
import { DeleteAffiliateHandler, EditAffiliateHandler } from './affiliate.handlers.ts';

let db: TestDatabase;
let folder: string;
beforeAll(async () => {
  db = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'framelift-erasures-'));
});
afterAll(async () => {
  await db.close();
  await rm(folder, { recursive: true });
});

const claim = () => randomUUID().replaceAll('-', '').padEnd(40, '0');

/** An affiliate read under a name by one process, and since renamed by another. */
async function renamedMeanwhile() {
  const affiliateId = randomUUID().slice(0, 8);
  const [first, second, email] = [claim(), claim(), claim()];
  const [here, there] = [new Streams(db.pool, db.log), new Streams(db.pool, db.log)];
  const names = { username: 'first', usernameClaim: first, email: 'a@example.org', emailClaim: email };
  await new RegisterAffiliateHandler(there).execute(new RegisterAffiliate({ meta: commandMeta(), affiliateId, ...names, agrees: true }));
  for (const source of [first, second, email].map(claimSource)) await here.load(source);
  await here.load(affiliateSource(affiliateId));
  const fields = { username: 'second', usernameClaim: second };
  await new EditAffiliateHandler(there).execute(new EditAffiliate({ meta: commandMeta(), affiliateId, fields }));
  const owner = async (name: string) => (await there.load(claimSource(name))).state.accountId;
  return { affiliateId, account: affiliateStream(affiliateId), first, second, here, there, owner };
}

describe('a name that moves between load and append', () => {
  it('is released by an edit under its current name: the edit decides again', async () => {
    const { affiliateId, account, first, second, here, there, owner } = await renamedMeanwhile();
    const third = claim();
    const fields = { username: 'third', usernameClaim: third };
    await new EditAffiliateHandler(here).execute(new EditAffiliate({ meta: commandMeta(), affiliateId, fields }));
    expect([await owner(first), await owner(second), await owner(third)]).toEqual([null, null, account]);
    expect((await there.load(claimSource(second))).state.released?.accountId).toBe(account);
  });

  it('is released by a deletion under its current name', async () => {
    const { affiliateId, account, first, second, here, there, owner } = await renamedMeanwhile();
    const erasure = new Erasure(
      db.vault,
      db.pool,
      { erasureList: join(folder, 'erasures') },
      { error: () => {} } as never,
      { getProviders: () => [] } as never,
    );
    await new DeleteAffiliateHandler(here, erasure, new ReadModelErasures(db.pool, [])).execute(
      new DeleteAffiliate({ meta: commandMeta(), affiliateId }),
    );
    expect([await owner(first), await owner(second)]).toEqual([null, null]);
    expect((await there.load(claimSource(second))).state.released).toMatchObject({ accountId: account, resolves: false });
  });
});
