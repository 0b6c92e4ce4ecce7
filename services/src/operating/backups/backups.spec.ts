import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOUR_MS } from '@framelift/contracts';
import { operatorOf } from '../../../../test/support/operator.ts';
import { type App, sharedApp, startApp } from '../../../../test/support/system.ts';
import { until } from '../../../../test/support/until.ts';
import { ADMINS, mail } from '../../reactors/mail/mail.reactor.ts';
import { Alarms } from '../alarms.ts';
import { BackupWatch } from '../../observing/backup-watch.ts';
import { Backups } from './backups.ts';

let app: App;
let folder: string;
const never = new AbortController().signal;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framelift-backups-'));
  app = await startApp({ BACKUP_TO: join(folder, 'there') });
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

const view = async () => (await (await app.admin()).get('/api/admin/backups')).body;
/** As if it were so many hours later. */
const later = (hours: number) => {
  for (const part of [Backups, BackupWatch])
    (app.api.get(part) as unknown as { now: () => number }).now = () => Date.now() + hours * HOUR_MS;
};
const attempts = async () => (await app.system.pool.query('select step, backup_id, error from backups.attempts order by n')).rows;
const degraded = async () => (await app.anybody.get('/health/ready')).body.degraded ?? [];
const waits = async () => (await (await app.admin()).get('/api/admin/attention')).body.items.map((item: { kind: string }) => item.kind);

describe('scheduled backups', () => {
  it('wait for the first hour of the log', async () => {
    await app.admin();
    await app.api.get(Backups).run(0, never);
    expect([await attempts(), await view()]).toMatchObject([
      [],
      { place: join(folder, 'there'), everyHours: 24, isRunning: false, problem: null, lastFailure: null, backups: [] },
    ]);
  });

  it('are late after two days without one, for admins and for monitoring', async () => {
    expect([await degraded(), await waits()]).toEqual([[], expect.not.arrayContaining(['backups'])]);
    later(49);
    expect(await degraded()).toEqual(['backups']);
    await until(async () => (await waits()).includes('backups'));
  });

  it('are taken when one is due, and at the press of a button, one at a time; restored on trial, they are no longer late', async () => {
    const backups = app.api.get(Backups);
    later(2);
    const performing = backups as unknown as { perform(step: object, stop: AbortSignal): Promise<void> };
    const asUrgent = performing.perform.bind(backups);
    const perform = jest.spyOn(performing, 'perform').mockResolvedValueOnce();
    // With its low priority it would wait until the other specs leave the processor.
    perform.mockImplementationOnce((step, stop) => asUrgent({ ...step, isUrgent: true }, stop));
    await backups.run(0, never);
    expect(perform.mock.calls).toEqual([[{ command: ['backup'] }, never]]);

    const admin = await app.admin();
    expect(await admin.post('/api/admin/backups')).toMatchObject({ status: 200, body: { isRunning: true } });
    expect(perform.mock.calls[1]).toEqual([{ command: ['backup'] }, expect.any(AbortSignal)]);
    await until(async () => (await view()).isRunning);
    expect(await admin.post('/api/admin/backups')).toMatchObject({ status: 409, body: { code: 'backupRunning' } });
    await until(async () => (await attempts()).length === 2 && !(await view()).isRunning, 90_000);
    const [{ id, provedAt, error }] = (await view()).backups;
    expect([provedAt, error]).toEqual([expect.any(String), null]);
    expect(await attempts()).toEqual([
      { step: 'backup', backup_id: id, error: null },
      { step: 'proof', backup_id: id, error: null },
    ]);

    await backups.run(0, never);
    expect(perform).toHaveBeenCalledTimes(2);
    perform.mockRestore();
    expect(await degraded()).toEqual([]);
    await until(async () => !(await waits()).includes('backups'));
  });

  it('that fail say why, and are mailed to the admins', async () => {
    for (const file of await readdir(join(folder, 'there'))) await writeFile(join(folder, 'there', file), 'no backup');
    expect((await operatorOf(app.system, app.db.ownerUrl)('backup', 'prove')).code).toBe(1);
    expect((await view()).lastFailure).toMatchObject({ step: 'proof', error: expect.stringContaining('is damaged') });
    await app.api.get(Alarms).backups();
    // The sender may have made one for each admin of it already.
    const text = `select kind from ${mail.schema}.intents where kind like 'backupFailed:%' and receiver = $1`;
    const { rows } = await app.system.pool.query(text, [ADMINS]);
    expect(rows).toEqual([{ kind: `backupFailed:proof ${new Date().toISOString().slice(0, 10)}` }]);
  });
});

it('is refused to everyone but admins, and where backups are off', async () => {
  const off = await sharedApp();
  const admin = await off.admin();
  expect(await admin.post('/api/admin/backups')).toMatchObject({ status: 409, body: { code: 'backupsOff' } });
  expect((await admin.get('/api/admin/backups')).body).toMatchObject({ place: null, backups: [] });
  expect((await off.anybody.get('/health/ready')).body.degraded ?? []).not.toContain('backups');
  await off.stop();
});
