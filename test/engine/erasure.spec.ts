import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import sharp from 'sharp';
import { affiliateStream } from '../../contracts/src/index.ts';
import { Erasure, ERASES } from '../../services/src/engine/log/sealing/erasure.ts';
import { ErasureList } from '../../services/src/engine/log/sealing/erasure-list.ts';
import { openOps } from '../../services/src/main/ops.module.ts';
import type { Config } from '../../services/src/platform/config.ts';
import { markedMethods } from '../../services/src/platform/marked.ts';
import { inTransaction } from '../../services/src/platform/pg.ts';
import { CONFIG } from '../../services/src/platform/tokens.ts';
import { accounts } from '../../services/src/screens/accounts/accounts.projection.ts';
import { replay } from '../../services/src/engine/projecting/replay.ts';
import { createSchema, exists, schemaOf } from '../../services/src/engine/projecting/schema.ts';
import { type App, startApp } from '../support/system.ts';
import { operatorOf } from '../support/operator.ts';
import { sold } from '../support/sales.ts';

let app: App;
beforeAll(async () => void (app = await startApp()));
afterAll(() => app.stop());

type Leaver = Awaited<ReturnType<App['affiliate']>>;
const erasing: [string, (leaver: Leaver) => Promise<void>][] = [
  ['an admin', async ({ id }) => expect((await (await app.admin()).send('DELETE', `/api/admin/affiliates/${id}`)).status).toBe(200)],
  [
    'an operator',
    async ({ username }) => {
      const ops = operatorOf(app.system, app.db.ownerUrl);
      expect((await ops('erase', '--affiliate', username, '--yes')).code).toBe(0);
    },
  ],
];

it.each(erasing)(
  'an affiliate deleted by %s leaves nothing beside the log: password, link, codes, proofs, copies with names',
  async (_, erase) => {
    const { pool, log } = app.system;
    const [leaver, stayer] = [await app.affiliate(), await app.affiliate()];
    const admin = await app.admin();
    const image = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#2a8' } })
      .png()
      .toBuffer();
    for (const client of [leaver, stayer]) {
      await sold(log, client.id, 80_00);
      await client.post('/api/affiliate/payment-methods', { paymentType: 'paypal', paymentDetails: { email: 'pay@example.org' } });
      const { paymentMethods } = (await client.get('/api/affiliate/stats')).body;
      await client.post('/api/affiliate/cashouts', { amount: 60, paymentMethodId: paymentMethods[0].id });
      const [{ id }] = (await client.get('/api/affiliate/stats')).body.recentCashouts;
      const proofImage = `data:image/png;base64,${image.toString('base64')}`;
      expect((await admin.put(`/api/admin/cashouts/${id}/process`, { status: 'completed', proofImage })).status).toBe(200);
      expect((await client.post('/api/account/totp')).status).toBe(200);
      const stream = affiliateStream(client.id);
      await pool.query('insert into sign_in.recovery_codes values ($1, $2)', [stream, 'a hash']);
      await pool.query(`insert into sign_in.password_links values ($1, $1, now(), gen_random_uuid())`, [stream]);
    }
    const kept = async ({ id }: Leaver) => {
      const of = (table: string) => `(select count(*)::int from sign_in.${table} where account_id = $2) as ${table}`;
      const { rows } = await pool.query(
        `select (select count(*)::int from affiliate.proofs where affiliate_id = $1) as proofs,
         ${['credentials', 'totp', 'recovery_codes', 'password_links'].map(of).join()},
         (select count(*)::int from vault.keys where subject = 'affiliate:' || $1) as keys,
         (select username is not null from accounts.accounts where account_id = $1) as name`,
        [id, affiliateStream(id)],
      );
      return rows[0];
    };
    await replay({ pool, vault: app.system.vault }, log, [accounts]);
    const copies = (['next', 'previous', 'check', 'old'] as const).map((build) => schemaOf(accounts, build));
    for (const copy of copies) if (!(await exists(pool, copy))) await createSchema(pool, accounts, copy, log.partitionCount);
    await pool.query(`insert into projecting.parked select c, 1, 's', 't' from unnest($1::text[]) c on conflict do nothing`, [copies]);
    const there = { proofs: 1, credentials: 1, totp: 1, recovery_codes: 1, password_links: 1, keys: 1, name: true };
    expect([await kept(leaver), await kept(stayer)]).toEqual([there, there]);

    await erase(leaver);
    expect(await kept(leaver)).toEqual({ proofs: 0, credentials: 0, totp: 0, recovery_codes: 0, password_links: 0, keys: 0, name: false });
    expect(await kept(stayer)).toEqual(there);
    for (const copy of copies) expect([copy, await exists(pool, copy)]).toEqual([copy, false]);
    expect((await pool.query('select read_model from projecting.parked where read_model = any($1)', [copies])).rows).toEqual([]);
  },
);

it('an erasure whose append is not committed has erased nothing', async () => {
  const { pool } = app.system;
  const { id } = await app.affiliate();
  const kept = async () =>
    (
      await pool.query(
        `select from vault.keys k, sign_in.credentials c where k.subject = 'affiliate:' || $1 and c.account_id = 'affiliate-' || $1`,
        [id],
      )
    ).rowCount;
  await expect(
    app.api.get(Erasure).erase({ kind: 'affiliate', id }, (erases) =>
      inTransaction(pool, async (client) => {
        await erases(client);
        throw new Error('not committed');
      }),
    ),
  ).rejects.toThrow('not committed');
  expect(await kept()).toBe(1);
  // Nor does a restore.
  const restored = await operatorOf(app.system, app.db.ownerUrl)('accept-loss', '--yes', '--json');
  expect(restored.json).toMatchObject({ ok: true, unconfirmedErasures: [] });
  expect(await kept()).toBe(1);
});

describe('an erasure whose process dies', () => {
  const list = () => app.api.get<Config>(CONFIG).erasureList;
  const lines = async (id: string) => (await readFile(list(), 'utf8')).split('\n').filter((line) => line.includes(id));
  const keyOf = async (id: string) =>
    (await app.system.pool.query('select wrapped from vault.keys where subject = $1', [`affiliate:${id}`])).rows[0];
  const restored = async () => (await operatorOf(app.system, app.db.ownerUrl)('accept-loss', '--yes', '--json')).json;
  /** As its key is in a backup of before. */
  const putBack = (id: string, { wrapped }: { wrapped: Buffer }) =>
    app.system.pool.query('insert into vault.keys (subject, wrapped) values ($1, $2)', [`affiliate:${id}`, wrapped]);
  /** What a list has of a process that died at this moment. */
  const diedAfter = async (last: string) =>
    writeFile(list(), `${(await readFile(list(), 'utf8').catch(() => '')).split(last)[0]}${last}\n`);
  const gone = async () => {
    const leaver = await app.affiliate();
    const key = await keyOf(leaver.id);
    expect((await (await app.admin()).send('DELETE', `/api/admin/affiliates/${leaver.id}`)).status).toBe(200);
    expect(await lines(leaver.id)).toEqual([`affiliate:#intended:${leaver.id}`, `affiliate:${leaver.id}`]);
    return { id: leaver.id, key };
  };

  it('after the commit is completed by the next start, so that a restore of an earlier backup repeats it', async () => {
    const { id, key } = await gone();
    await diedAfter(`affiliate:#intended:${id}`);
    await app.api.get(Erasure).onApplicationBootstrap();
    expect(await lines(id)).toEqual([`affiliate:#intended:${id}`, `affiliate:${id}`]);
    // The restored log has nothing of the deletion.
    await app.db.owner.query(`delete from log.events where stream_id = $1 and type = 'AffiliateDeleted'`, [affiliateStream(id)]);
    await putBack(id, key);
    expect(await restored()).toMatchObject({ unconfirmedErasures: [] });
    expect(await keyOf(id)).toBeUndefined();
  });

  it('after the commit is repeated by a restore of a later backup, and completed', async () => {
    const { id, key } = await gone();
    await diedAfter(`affiliate:#intended:${id}`);
    await putBack(id, key);
    expect(await restored()).toMatchObject({ unconfirmedErasures: [] });
    expect([await keyOf(id), await lines(id)]).toEqual([undefined, [`affiliate:#intended:${id}`, `affiliate:${id}`]]);
  });

  it('before the commit is not repeated; where the log of its time is lost, its outcome is not known, and a person decides', async () => {
    const stayer = await app.affiliate();
    // The second line was cut off while it was written.
    await appendFile(list(), `affiliate:#intended:${stayer.id}\naffiliate:#inten`);
    await app.api.get(Erasure).onApplicationBootstrap();
    const names = [`affiliate:${stayer.id}`];
    expect(await restored()).toMatchObject({ ok: true, unconfirmedErasures: names });
    expect(await keyOf(stayer.id)).toBeDefined();
    const { out } = await operatorOf(app.system, app.db.ownerUrl)('accept-loss', '--yes');
    expect(out).toContain(`it is not known whether ${names[0]} was erased: if so, erase them again with ops erase`);
  });

  it('is read from lists of earlier versions as before', async () => {
    const { id } = await app.affiliate();
    await new ErasureList(list()).note({ kind: 'affiliate', id }, 'done');
    expect(await lines(id)).toEqual([`affiliate:${id}`]);
    await restored();
    expect(await keyOf(id)).toBeUndefined();
    await appendFile(list(), `nobody\n`);
    expect(await restored()).toMatchObject({ error: expect.stringContaining('has a line without a person') });
  });
});

it('an operator’s process erases everything that the api does', async () => {
  const ops = await openOps(app.system.opening);
  const erased = (context: INestApplicationContext) =>
    markedMethods(context.get(DiscoveryService, { strict: false }), ERASES)
      .map(({ name }) => name)
      .toSorted();
  const byOps = erased(ops);
  await ops.close();
  expect(byOps).toContain('Proofs.erase');
  expect(byOps).toEqual(erased(app.api));
});
