import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DAY_MS } from '../../contracts/src/index.ts';
import { DailyHeads } from '../../services/src/operating/heads/daily-heads.ts';
import { rotationText, signedBoth, signedNote, verifierKey } from '../../services/src/platform/notes.ts';
import { publicKeyOf } from '../../services/src/platform/signing.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { operatorOf, ran, settingsOf } from '../support/operator.ts';
import { sold } from '../support/sales.ts';
import { type App, builtDatabase, type Client, startApp } from '../support/system.ts';
import { forgeable, ForgedLog } from '../witnessed/forger.ts';
import type { Options } from '../../deploy/framelift-verify.mjs';
import { asLines, bySecond, verdictOf } from '../witnessed/verifying.ts';

const PUBLIC_URL = 'https://shop.example';
const ORIGIN = 'shop.example/log';
const [OLD, NEW, FORGED] = ['44', '55', '66'].map((byte) => byte.repeat(32)) as [string, string, string];
const keyOf = (seed: string) => verifierKey(ORIGIN, publicKeyOf(Buffer.from(seed, 'hex')));

let db: TestDatabase;
let folder: string;
let app: App;
let zoe: Client & { id: string; password: string };
/** From before the rotation: an export, a promise, and what a witness might have. */
let saved: string;
let promise: string;
let lines: string[];

const exported = async (since = '') => {
  const headers = { Authorization: `Bearer ${zoe.token}` };
  return (await fetch(`${app.url}/api/affiliate/statements/export?since=${since}`, { headers })).text();
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framelift-rotated-'));
  db = await freshDatabase({ template: await builtDatabase() });
  app = await startApp({ PUBLIC_URL, HEAD_SIGNING_KEY: OLD }, db);
  zoe = await app.affiliate('zoe');
  await sold(app.system.log, zoe.id, 20_00, 'z1');
  saved = await exported();
  const tomorrow = new DailyHeads(app.system.pool, app.system.streams, app.system.secrets, () => Date.now() + DAY_MS, {
    publicUrl: 'https://shop.example',
  });
  expect(await tomorrow.run()).toEqual(expect.any(Number));
  promise = (await zoe.get('/api/affiliate/promises')).body.promises[0].note;
  await app.stop();
  // The rotation wants the database for itself.
  await db.wakeup.stop();
  for (const pool of [db.pool, db.owner]) {
    await pool.end();
    pool.end = async () => {};
  }
  const env = { ...settingsOf(db, folder), PUBLIC_URL, HEAD_SIGNING_KEY: OLD, NEW_HEAD_SIGNING_KEY: NEW };
  expect(await ran('ops.js', env, 'rotate-signing-key', '--yes', '--json')).toMatchObject({
    code: 0,
    json: { from: keyOf(OLD), to: keyOf(NEW) },
  });
  app = await startApp({ PUBLIC_URL, HEAD_SIGNING_KEY: NEW }, db);
  const { body } = await app.anybody.post('/api/affiliate/login', { username: 'zoe', password: zoe.password });
  zoe = { ...zoe, ...app.as(body.token) };
  await sold(app.system.log, zoe.id, 5_00, 'z2');
  const size = /\\n(\d+)\\n/.exec(saved)![1]!;
  lines = (await exported(size)).trimEnd().split('\n');
});
afterAll(async () => {
  await app.stop();
  await db.close();
  await rm(folder, { recursive: true, force: true });
});

it.each([
  ['the key of before', () => ({ key: keyOf(OLD) })],
  ['the new key', () => ({ key: keyOf(NEW) })],
  ['a save of before', () => ({ saves: [{ from: 'save', text: saved }] })],
  ['a promise of before', () => ({ key: keyOf(OLD), saves: [{ from: 'promise', text: promise }] })],
])('an export after the rotation is accepted by %s', async (_, options) => {
  const log = new ForgedLog((await app.system.log.read(0, 1_000)).map(forgeable), { seed: Buffer.from(NEW, 'hex'), origin: ORIGIN });
  // The rest of its proof is of no use to those who did not save.
  const given: Options = options();
  const own = given.saves?.[0]!.from === 'save' ? lines : lines.filter((line) => !line.startsWith('{"since"'));
  const { said, result } = await verdictOf(own, { entries: log.tile, ...options() });
  expect([said, result!.problems, result!.unchecked]).toEqual(['ok', [], ['witnesses, none named']]);
  expect(await bySecond(own, options(), log, folder)).toBe('ok');
});

it('heads of before the rotation are signed by a key of this log', async () => {
  const audited = await operatorOf(app.system, db.ownerUrl)('audit', '--json');
  expect(audited).toMatchObject({ code: 0, json: { signedHeads: 1, problems: [] } });
});

it('a rotation that the old key did not sign is no rotation', async () => {
  const text = rotationText({ origin: ORIGIN, from: keyOf(OLD), to: keyOf(NEW), at: '2026-11-29T12:00:00.000Z' });
  const [seed, other] = [Buffer.from(NEW, 'hex'), Buffer.from(FORGED, 'hex')];
  for (const note of [signedNote(text, ORIGIN, seed), signedBoth(signedNote(text, ORIGIN, other), signedNote(text, ORIGIN, seed))]) {
    const forged = lines.map((line) => (line.startsWith('{"rotated"') ? JSON.stringify({ rotated: note }) : line));
    expect(asLines(forged)).not.toEqual(lines);
    expect((await verdictOf(forged, { key: keyOf(OLD) })).said).toBe('problem');
  }
  // Without it the new key is another one.
  const without = lines.filter((line) => !line.startsWith('{"rotated"'));
  expect((await verdictOf(without, { key: keyOf(OLD) })).said).toBe('problem');
});
