import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../services/dist/platform/embedded-postgres.js';
import { oneLicence, press, proofFor } from '../test/support/orders.ts';

/** An address, for a site that trusts a forwarded one. */
export const somewhere = () => [...randomBytes(3)].reduce((address, byte) => `${address}.${byte}`, '11');

/** No bot: visits of bots are not counted. */
export const browser = { 'User-Agent': 'Mozilla/5.0 (X11) Firefox/130' };

/** Posts from an address, as a browser does. */
export const post = (url, path, body) =>
  fetch(url + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...browser, 'X-Forwarded-For': somewhere() },
    body: JSON.stringify(body),
  });

/** The answer to a post that must succeed. @throws with the other answer */
export async function posted(url, path, body) {
  const response = await post(url, path, body);
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

/** Buys and pays in the sandbox store. @returns the invoice */
export async function bought(url) {
  const { url: page } = await posted(url, '/api/store/checkout', { ...oneLicence, altcha: await proofFor(url) });
  await press(page, 'pay', 'buyer@example.org');
  return page.split('/').at(-1);
}

/** The all-in-one process on its own database, until `stop`. */
export async function startSite(settings = {}, args = []) {
  const folder = await mkdtemp(join(tmpdir(), 'framelift-bench-site-'));
  const [port, storePort] = [await freePort(), await freePort()];
  const entry = join(import.meta.dirname, '../services/dist/main/start.js');
  const env = {
    ...process.env,
    DATABASE_URL: '',
    KAFKA_BROKERS: '',
    PORT: String(port),
    SANDBOX_STORE_PORT: String(storePort),
    DATA_DIR: folder,
    RATE_LIMIT: '1000000',
    ...settings,
  };
  const child = spawn(process.execPath, [entry, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const kill = () => child.kill();
  process.once('exit', kill);
  await new Promise((ready, failed) => {
    child.stdout.on('data', (text) => {
      if (String(text).includes('is ready')) ready();
      // Errors inside, which the answer does not show.
      for (const line of String(text).split('\n')) if (line.includes('"level":50')) console.error(line);
    });
    child.once('exit', (code) => failed(new Error(`the site ended with ${code}`)));
  });
  const stop = async () => {
    const ended = new Promise((done) => child.once('exit', done));
    child.kill();
    await ended;
    process.off('exit', kill);
    await rm(folder, { recursive: true, force: true });
  };
  return { url: `http://localhost:${port}`, pid: child.pid, stop };
}
