import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adminStream, type BackupsView, refusals, SCOPES } from '@framelift/contracts';
import { type Answer, type App, type Client, startApp } from '../../../../test/support/system.ts';
import { operatorOf } from '../../../../test/support/operator.ts';
import { until } from '../../../../test/support/until.ts';
import { fileNameOf } from './backup-store.ts';

let app: App;
let folder: string;
let admin: Client;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framelift-restoring-'));
  app = await startApp({ BACKUP_TO: join(folder, 'there') });
  admin = await app.admin();
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

const call = '/api/admin/backups';
const view = async () => (await admin.get<BackupsView>(call)).body;
const ended = () => until(async () => !(await view()).isRunning, 90_000);
const restore = (id: string): Promise<Answer> => admin.post(`${call}/${id}/restore`);
const ops = (...args: string[]) => operatorOf(app.system, app.db.ownerUrl)(...args, '--json');
const signsIn = async ({ username, password }: { username: string; password: string }) =>
  (await app.anybody.post('/api/affiliate/login', { username, password })).status;
const databases = async () =>
  (await app.db.owner.query(`select datname from pg_database where datname like current_database() || '%'`)).rows;
/** Sessions end with the swap; until then the old one answers. */
const restored = async () => {
  await until(async () => (await admin.send('GET', call)).status === 401, 90_000);
  await until(async () => ((admin = await app.admin()), Boolean(admin.token)));
  await ended();
};

it('is for an admin who has just entered the password, and for a backup of the store', async () => {
  const late = app.as(app.tokenOf((await app.system.log.streamsWith('AdminCreated'))[0]!, { minutesAgo: 11 }));
  const path = `${call}/20200101T000000Z-1/restore`;
  expect(await late.post(path)).toMatchObject({ status: 403, body: { error: refusals.confirmFirst } });
  for (const who of [app.anybody, await app.affiliate(), await app.program(SCOPES)])
    expect([401, 403]).toContain((await who.post(path)).status);
  for (const id of ['20200101T000000Z-1', '..%2f..%2fetc%2fpasswd', '--replace'])
    expect(await restore(id)).toMatchObject({ status: 404, body: { error: refusals.notFound } });
});

let before: Awaited<ReturnType<App['affiliate']>>;
let taken: string;
// Going back to what was there before: test/operations/backups-killed.proof.ts.
it('goes back to a backup over a running system', async () => {
  before = await app.affiliate();
  const erased = await app.affiliate();
  taken = (await ops('backup', '--no-proof')).json.id;
  const since = await app.affiliate();
  expect((await admin.send('DELETE', `/api/admin/affiliates/${erased.id}`)).status).toBe(200);
  const lost = await app.system.log.head();

  expect(await restore(taken)).toMatchObject({ status: 200, body: { isRunning: true, isRestoring: true } });
  expect(await view()).toMatchObject({ isRunning: true, isRestoring: true });
  expect(await restore(taken)).toMatchObject({ status: 409, body: { code: 'backupRunning' } });
  expect(await signsIn(before)).toBe(200);
  await restored();

  expect([await signsIn(before), await signsIn(since), await signsIn(erased)]).toEqual([200, 401, 401]);
  const { rows: keys } = await app.db.owner.query('select subject from vault.keys where subject = any($1)', [
    [before, erased].map(({ id }) => `affiliate:${id}`),
  ]);
  expect(keys).toEqual([{ subject: `affiliate:${before.id}` }]);
  expect((await before.get('/api/account')).status).toBe(401);
  const { backups, lastRestore } = await view();
  expect(lastRestore).toMatchObject({ backupId: taken, restorePoint: backups[0]!.id });
  const { rows } = await app.db.owner.query('select position, accepted_by, accepted_at is not null as accepted from log.losses');
  const [{ id }] = (await app.db.owner.query(`select substring(stream_id from 7) as id from log.events where type = 'AdminCreated'`)).rows;
  expect(rows).toEqual([{ position: lost.position, accepted_by: `${adminStream(id)}: restored ${taken}`, accepted: true }]);
  const { rows: refused } = await app.db.owner.query(`select from access.entries where kind = 'signed in' and account_id = $1`, [
    `affiliate-${before.id}`,
  ]);
  expect(refused.length).toBeGreaterThan(0);
  await until(async () => (await databases()).length === 1);

  // The first append may be refused once: it was decided from what is lost.
  await until(async () => {
    const body = { username: 'joined', email: 'joined@example.org', password: 'correct horse battery' };
    const { status } = await app.anybody.post('/api/affiliate/register', body);
    expect([201, 503]).toContain(status);
    return status === 201;
  });
  expect((await admin.get('/api/admin/affiliates?search=joined')).body.affiliates).toMatchObject([{ username: 'joined' }]);
  expect((await admin.get('/api/admin/attention')).body.items.map(({ kind }: { kind: string }) => kind)).not.toContain('lostEvents');
});

it('changes nothing where the backup cannot be restored, and says why', async () => {
  const files = join(folder, 'there');
  const broken = '20260101T000000Z-4711';
  await writeFile(join(files, fileNameOf(broken)), 'no backup');
  const renamed = '20260102T000000Z-4711';
  await rename(join(files, fileNameOf(taken)), join(files, fileNameOf(renamed)));
  for (const [id, why] of [
    [broken, `The backup ${broken} is damaged`],
    [renamed, `The backup ${renamed} was renamed: it is ${taken}`],
  ] as const) {
    const { hash } = await app.system.log.head();
    expect(await ops('restore', id, '--replace', '--yes')).toMatchObject({ code: 1, json: { error: expect.stringContaining(why) } });
    expect((await view()).lastFailure).toMatchObject({ step: 'restore', error: expect.stringContaining(why) });
    expect((await app.system.log.head()).hash.equals(hash)).toBe(true);
    expect([await signsIn(before), (await databases()).length]).toEqual([200, 1]);
  }
  expect((await readdir(files)).some((name) => name.endsWith('.part'))).toBe(false);
});
