import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { visitsStream } from '../../contracts/src/index.ts';
import { type App, startApp } from '../support/system.ts';
import { append } from '../support/history.ts';
import { noteForProof } from '../support/counts.ts';
import { ran, settingsOf } from '../support/operator.ts';
import { visitTracked } from '../support/facts.ts';

const VISITS = 60_000;
const KILLS = 10;
const PER_SECOND = 300;
const AT_ONCE = 32;

let app: App;
let folder: string;
let env: Record<string, string>;
let counted = 0;
beforeAll(async () => {
  app = await startApp({ TRUST_PROXY: '1' });
  folder = await mkdtemp(join(tmpdir(), 'framelift-replays-'));
  env = settingsOf(app.db, folder);
  const visit = (affiliateId: string) => visitTracked({ visitId: 'v', affiliateId, page: '/', visitor: { sealed: '', of: 'nobody' } });
  for (; counted < VISITS; counted += 1000) {
    const id = `a${(counted / 1000) % 13}`;
    const visits = Array.from({ length: 1000 }, () => visit(id));
    await append(app.system, visitsStream(id), visits);
  }
  while ((await clicks()) < VISITS) await new Promise((wait) => setTimeout(wait, 50));
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The content of the live read models. */
const clicks = async (): Promise<number> =>
  (await app.db.pool.query('select coalesce(sum(clicks), 0)::int as n from dashboard.clicks')).rows[0].n;

const ops = (...argv: string[]) => ran('ops.js', env, ...argv);

it(`a replay killed at ${KILLS} random points continues or starts again, and the serving model is never wrong`, async () => {
  const began = performance.now();
  expect((await ops('replay', '--all')).code).toBe(0);
  const wholeMs = performance.now() - began;
  const seen = new Set<number>();
  let looking = true;
  const watching = (async () => {
    for (; looking; await new Promise((wait) => setTimeout(wait, 20))) seen.add(await clicks());
  })();
  // One that ended earlier does not count as a kill.
  for (let killed = 0; killed < KILLS;) {
    const child = spawn(process.execPath, [join(import.meta.dirname, '../../services/dist/main/ops.js'), 'replay', '--all'], {
      env,
      stdio: 'ignore',
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), 150 + Math.random() * wholeMs * 0.7);
    const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
    clearTimeout(timer);
    if (signal) killed++;
  }
  noteForProof(`${KILLS} kills of a replay of ${VISITS} events`);
  // The server notices a dead client, and frees its lock, a moment later.
  for (let code = 1; code !== 0;) code = (await ops('replay', '--all')).code;
  looking = false;
  await watching;
  expect([...seen]).toEqual([VISITS]);
  expect(await ops('verify', '--all', '--json')).toMatchObject({ code: 0, json: { ok: true } });
});

it(`a replay while ${PER_SECOND} commands arrive per second: no request fails, nothing differs after the swap`, async () => {
  const { username } = await app.affiliate();
  const statuses: number[] = [];
  const visit = (n: number) =>
    app.anybody.post(
      '/api/track/track-visit',
      { ref: username, pageUrl: '/' },
      // Each from another address, because visits per address and hour are limited.
      { 'User-Agent': 'Mozilla/5.0 (X11) Firefox/130', 'X-Forwarded-For': `10.0.${n >> 8}.${n & 255}` },
    );
  const began = performance.now();
  const due = () => ((performance.now() - began) / 1000) * PER_SECOND;
  let going = true;
  let n = 0;
  // Limited concurrency: on a machine too busy for the rate, connections must not fail.
  const arriving = Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (going) {
        if (n < due()) statuses.push((await visit(n++)).status);
        else await new Promise((wait) => setTimeout(wait, 5));
      }
    }),
  );
  const replays = [];
  while (replays.length < 2 || statuses.length <= PER_SECOND) replays.push(await ops('replay', '--all', '--json'));
  going = false;
  await arriving;
  noteForProof(`${statuses.length} commands during ${replays.length} replays`);
  expect(replays.filter(({ code }) => code !== 0)).toEqual([]);
  expect(statuses.filter((s) => s < 200 || s >= 300)).toEqual([]);
  expect(await ops('verify', '--all', '--json')).toMatchObject({ code: 0, json: { ok: true } });
});
