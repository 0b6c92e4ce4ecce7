import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { refusals } from '@framelift/contracts';
import { freshDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { operatorOf } from '../../../../test/support/operator.ts';
import { sold } from '../../../../test/support/sales.ts';
import { untilAllFolded } from '../../../../test/support/sending.ts';
import { type App, type Client, startApp } from '../../../../test/support/system.ts';
import { until } from '../../../../test/support/until.ts';
import { Archive } from '../../engine/log/archiving/archive.ts';
import { openLosses } from '../../engine/log/proving/losses.ts';
import { ADMINS, mail } from '../../reactors/mail/mail.reactor.ts';
import { ArchiveAhead } from './archive-ahead.ts';
import { Archiver } from './archiver.ts';

const never = new AbortController().signal;
let folder: string;
let db: TestDatabase;
let app: App;
let boss: Client;
const start = async () => {
  app = await startApp({ BACKUP_TO: join(folder, 'there'), BACKUP_KEY: 'ab'.repeat(32), ARCHIVE_SECONDS: '3600' }, db);
  boss = await app.admin();
};
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framelift-filling-'));
  db = await freshDatabase();
  await start();
  await ops('backup', '--no-proof');
  await until(async () => (await state()).base !== null);
  await archived();
});
afterAll(async () => {
  await app.stop();
  await db.close();
  await rm(folder, { recursive: true, force: true });
});

const ops = (...args: string[]) => operatorOf(app.system, db.ownerUrl)(...args, '--json');
const state = async () => (await app.api.get(Archive).state())!;
const archived = () => app.api.get(Archiver).run(0, never);
const head = () => app.system.log.head();
const missing = async () =>
  (await boss.get('/api/admin/losses')).body.missing as { first: number; last: number; isFilling: boolean } | null;
/** This process appends again. */
const opened = () => until(() => app.system.log.closed === undefined);
const signIn = ({ username, password }: { username: string; password: string }) =>
  app.anybody.post('/api/affiliate/login', { username, password });

/** What happened since, as a failover to a lagging replica loses it: events, rows beside the log, and how far the archive is. */
async function losing(work: () => Promise<void>) {
  await archived();
  const [before, { position, hash }] = [await head(), await state()];
  await work();
  await untilAllFolded(app.system);
  await archived();
  const after = await head();
  return {
    before,
    after,
    async lose() {
      const { owner } = db;
      const { rows } = await owner.query(
        `select data ->> 'affiliateId' as id from log.events where position > $1 and type = 'AffiliateRegistered'`,
        [before.position],
      );
      await owner.query('delete from log.events where position > $1', [before.position]);
      for (const { id } of rows) {
        await owner.query('delete from vault.keys where subject = $1', [`affiliate:${id}`]);
        await owner.query('delete from sign_in.credentials where account_id = $1', [`affiliate-${id}`]);
      }
      await owner.query('delete from log.beside');
      await owner.query('update log.archive set position = $1, hash = $2, writing = null', [position, hash]);
    },
  };
}

it('a loss while the system runs closes the log, and one button puts back what the archive has', async () => {
  let person!: Awaited<ReturnType<App['affiliate']>>;
  const { before, after, lose } = await losing(async () => {
    person = await app.affiliate();
    await sold(app.system.log, person.id, 20_00);
  });
  expect(await missing()).toBeNull();
  expect(await boss.post('/api/admin/archive/fill')).toMatchObject({ status: 409, body: { error: refusals.archiveNotAhead } });
  await lose();
  await until(async () => (await missing()) !== null);
  expect(await missing()).toMatchObject({ first: before.position + 1, last: after.position });
  const refused = await app.anybody.post('/api/affiliate/register', {
    username: 'late',
    email: 'late@example.org',
    password: 'correct horse',
  });
  expect(refused).toMatchObject({ status: 503, body: { error: refusals.behindArchive } });
  // Its turn writes nothing over what the log lost.
  await archived();
  expect(await head()).toMatchObject({ position: before.position });

  const { rows: mails } = await app.db.pool.query(`select count(*)::int as n from ${mail.schema}.intents where receiver <> $1`, [ADMINS]);
  expect((await boss.post('/api/admin/archive/fill')).status).toBe(200);
  // Nobody is signed out by it, as by a restore.
  expect((await boss.get('/api/admin/backups')).body.isRestoring).toBe(false);
  await until(async () => (await missing()) === null, 60_000);
  expect(await head()).toEqual(after);
  await opened();
  expect(await openLosses(app.system.pool)).toEqual([]);
  expect((await signIn(person)).status).toBe(200);
  await untilAllFolded(app.system);
  expect(await person.get('/api/affiliate/stats')).toMatchObject({ status: 200, body: { affiliate: { balance: 20 } } });
  await sold(app.system.log, person.id, 30_00);
  await untilAllFolded(app.system);
  expect((await person.get('/api/affiliate/stats')).body.affiliate.balance).toBe(50);
  expect(await ops('audit')).toMatchObject({ code: 0, json: { ok: true } });
  // About what was put back nobody is written to again.
  const { rows: later } = await app.db.pool.query(
    `select count(*)::int as n from ${mail.schema}.intents where receiver <> $1 and position <= $2`,
    [ADMINS, after.position],
  );
  expect(later[0].n).toBeLessThanOrEqual(mails[0].n);
  // The archive's turn may be under way: then this one ends at once.
  await until(async () => {
    await archived();
    return (await state()).position === (await head()).position;
  });
  expect(await state()).toMatchObject({ ahead: null });
  expect(await ops('backup', 'prove')).toMatchObject({ code: 0, json: { position: (await head()).position } });
});

it('no start closes the log for others, and none is closed for what somebody else put back', async () => {
  await app.system.pool.query('update log.archive set ahead = 99');
  const closed = jest.spyOn(app.api.get(Archive), 'setAhead');
  const other = await startApp({ BACKUP_TO: join(folder, 'there'), BACKUP_KEY: 'ab'.repeat(32), ARCHIVE_SECONDS: '3600' }, db);
  expect(await missing()).toBeNull();
  await opened();
  const seen: unknown[] = [];
  const setAhead = jest.spyOn(Archive.prototype, 'setAhead').mockImplementation(async (ahead) => {
    seen.push(ahead);
    return true;
  });
  await (other.api.get(ArchiveAhead) as unknown as { onApplicationBootstrap(): Promise<void> }).onApplicationBootstrap();
  setAhead.mockRestore();
  expect(seen).toEqual([null]);
  expect(closed).not.toHaveBeenCalled();
  await other.stop();
});

it('one at a start is found before anything is served, and ops archive fill puts it back', async () => {
  let person!: Awaited<ReturnType<App['affiliate']>>;
  const { after, lose } = await losing(async () => void (person = await app.affiliate()));
  await app.stop();
  await lose();
  await start();
  expect(await missing()).toMatchObject({ last: after.position });
  await db.owner.query('delete from log.losses');
  expect((await boss.get('/api/admin/attention')).body.items).toMatchObject([{ kind: 'lostEvents', count: 1 }]);
  expect((await app.anybody.get('/health/ready')).body).toMatchObject({ status: 'degraded', degraded: ['history'] });
  expect(await ops('archive', 'fill')).toMatchObject({ code: 0, json: { ok: true, head: { position: after.position } } });
  expect(await head()).toEqual(after);
  await opened();
  await until(
    async () => (await app.anybody.post('/api/affiliate/login', { username: person.username, password: person.password })).status === 200,
  );
  expect(await ops('archive', 'fill')).toMatchObject({ code: 1 });
});

it('given up, the lost events stay lost: the log goes on, a new archive begins, and a later start does not ask again', async () => {
  const { before, lose } = await losing(async () => void (await app.affiliate()));
  await lose();
  await until(async () => (await missing()) !== null);
  // The system builds its read models again at the same time, which only one process does.
  expect(await ops('accept-loss', '--yes')).toMatchObject({ code: 0, err: '' });
  expect(await missing()).toBeNull();
  await opened();
  expect(await state()).toMatchObject({ base: null });
  await app.stop();
  await start();
  expect(await missing()).toBeNull();
  await until(
    async () =>
      (await app.anybody.post('/api/affiliate/register', { username: 'next', email: 'next@example.org', password: 'correct horse' }))
        .status === 201,
  );
  expect((await head()).position).toBeGreaterThan(before.position);
});
