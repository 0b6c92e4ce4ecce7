import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../services/src/platform/embedded-postgres.ts';

/** Why pgbouncer cannot run here, if so. */
export function noPoolerBecause(): string | undefined {
  try {
    execFileSync('pgbouncer', ['--version'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'there is no pgbouncer: apt-get install pgbouncer';
  }
}

/** pgbouncer refuses to run as root. */
const NOBODY = 65_534;

/** pgbouncer in front of a server's databases. `more`: lines of its configuration. */
export async function startPooler(urls: readonly string[], more: string): Promise<{ through(url: string): string; stop(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'framelift-pooler-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const { hostname, port: behind } = new URL(urls[0]!);
  const users = urls.map((url) => new URL(url)).map(({ username, password }) => `"${username}" "${decodeURIComponent(password)}"`);
  await writeFile(join(folder, 'users.txt'), users.join('\n'));
  const settings = `[databases]\n* = host=${hostname} port=${behind}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = ${port}
auth_type = plain\nauth_file = ${join(folder, 'users.txt')}\nunix_socket_dir =\n${more}\n`;
  await writeFile(join(folder, 'pgbouncer.ini'), settings);
  const who = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const child = spawn('pgbouncer', [join(folder, 'pgbouncer.ini')], { ...who, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  let output = '';
  await new Promise<void>((up, failed) => {
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()).includes('process up') && up());
    child.once('exit', () => failed(new Error(`pgbouncer did not start: ${output}`)));
  });
  return {
    through: (url) => Object.assign(new URL(url), { host: `127.0.0.1:${port}` }).href,
    async stop() {
      child.kill();
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
