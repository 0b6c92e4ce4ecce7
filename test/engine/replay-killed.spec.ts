import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { visitsStream } from '../../contracts/src/index.ts';
import { attribution } from '../../services/src/screens/attribution/attribution.projection.ts';
import { PAGE } from '../../services/src/engine/projecting/copying.ts';
import { prepare } from '../../services/src/engine/projecting/replay.ts';
import { verify } from '../../services/src/engine/projecting/verify.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { append } from '../support/history.ts';
import { visitTracked } from '../support/facts.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
  const visit = (affiliateId: string) => visitTracked({ visitId: 'v', affiliateId, page: '/', visitor: { sealed: '', of: 'nobody' } });
  for (let n = 0; n < 3 * PAGE; n += 1000)
    await append(
      db,
      visitsStream(`a${n % 7}`),
      Array.from({ length: 1000 }, () => visit(`a${n % 7}`)),
    );
});
afterAll(() => db.close());

/** A process that replays and reports every page; on request it halts after the first one. */
const program = `
  const [, url, key, stops] = process.argv;
  const dist = ${JSON.stringify(pathToFileURL(join(import.meta.dirname, '../../services/dist')))};
  const { createPool } = await import(dist + '/platform/pg.js');
  const { Vault } = await import(dist + '/engine/log/sealing/vault.js');
  const { Log } = await import(dist + '/engine/log/log.js');
  const { replay } = await import(dist + '/engine/projecting/replay.js');
  const { attribution } = await import(dist + '/screens/attribution/attribution.projection.js');
  const { writeSync } = await import('node:fs');
  const onProgress = ({ done }) => {
    writeSync(1, done + '\\n');
    if (stops) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  };
  const pool = createPool(url);
  const vault = new Vault(pool, Buffer.from(key, 'hex'));
  await replay({ pool, vault }, await Log.open(pool, vault), [attribution], { onProgress });
  await pool.end();
`;

const run = (...stops: string[]) =>
  spawn(process.execPath, ['--input-type=module', '-e', program, db.appUrl, db.masterKey.toString('hex'), ...stops], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });

it('a replay killed with SIGKILL leaves the live read model as it was, is finished by the next one, and verifies', async () => {
  await prepare(db, db.log, attribution);
  const live = () => db.pool.query('select sum(clicks)::int as n from attribution.clicks').then(({ rows }) => rows[0].n as number);
  expect(await live()).toBe(3 * PAGE);

  const killed = run('stops');
  const done = await new Promise<number>((first) =>
    killed.stdout.once('data', (text: Buffer) => first(Number(String(text).split('\n')[0]))),
  );
  killed.kill('SIGKILL');
  await new Promise((ended) => killed.once('exit', ended));
  expect(done).toBe(PAGE);
  expect(await live()).toBe(3 * PAGE);

  let output = '';
  for (let code: number | null = 1; code !== 0;) {
    // The server notices the dead process, and frees its lock, a moment later.
    const next = run();
    next.stdout.on('data', (text: Buffer) => (output += String(text)));
    code = await new Promise((ended) => next.once('close', ended));
  }
  expect(Number(output.split('\n')[0])).toBeGreaterThan(PAGE);
  expect(await live()).toBe(3 * PAGE);
  expect((await verify(db, db.log, attribution)).tables.filter((t) => t.differing)).toEqual([]);
});
