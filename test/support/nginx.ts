import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../services/src/platform/embedded-postgres.ts';

const CONFIGURATION = join(import.meta.dirname, '../../deploy/nginx.conf');

/** Why nginx cannot run here, if so. */
export function noNginxBecause(): string | undefined {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'there is no nginx: apt-get install nginx';
  }
}

/** Whether a port of this machine is in use. */
const answers = (port: number): Promise<boolean> =>
  new Promise((known) => {
    const socket = connect(port, '127.0.0.1', () => known(true)).on('error', () => known(false));
    socket.on('connect', () => socket.destroy());
  });

/** deploy/nginx.conf in front of an api on a port of this machine, until `stop`. Needs no types: benchmarks load it directly. */
export async function startNginx(apiPort: number): Promise<{ url: string; statusUrl: string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'framelift-nginx-'));
  const [port, statusPort] = [await freePort(), await freePort()];
  const shipped = await readFile(CONFIGURATION, 'utf8');
  const changes = {
    'api:3000': `127.0.0.1:${apiPort}`,
    'listen 3000': `listen 127.0.0.1:${port}`,
    'listen 8081': `listen 127.0.0.1:${statusPort}`,
    '/tmp/': `${folder}/`,
  };
  const changed = Object.entries(changes).reduce((text, [from, to]) => text.replaceAll(from, to), shipped);
  await writeFile(join(folder, 'nginx.conf'), changed);
  // Root's workers run as another user, who may not read our folder.
  const user = process.getuid?.() === 0 ? 'user root; ' : '';
  const child = spawn('nginx', ['-e', 'stderr', '-c', join(folder, 'nginx.conf'), '-g', `${user}daemon off;`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill();
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  for (const late = Date.now() + 60_000; !(await answers(port)); await wait(20)) {
    if (child.exitCode === null && Date.now() < late) continue;
    await stop();
    throw new Error('nginx did not start');
  }
  return { url: `http://127.0.0.1:${port}`, statusUrl: `http://127.0.0.1:${statusPort}/status`, stop };
}
