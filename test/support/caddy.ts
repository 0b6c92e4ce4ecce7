import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { request as askPlainly } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { goProgram } from './go-program.ts';
import { type Answer, answerOf, type Asking, builtPebble, ended, openPort, startPebble } from './pebble.ts';

const SHIPPED = join(import.meta.dirname, '../../deploy/Caddyfile');

/** Builds Caddy, and the authority that signs its certificate. */
export const builtCaddy = () => ({ ...builtPebble(), caddy: goProgram('github.com/caddyserver/caddy/v2/cmd/caddy', 'v2.11.9') });

export interface RunningCaddy {
  ask(path: string, asking?: Asking): Promise<Answer>;
  askOverHttp(path: string): Promise<Answer>;
  /** What it wrote. */
  output(): string;
  stop(): Promise<void>;
}

/** A Caddyfile with more options. */
export const withOptions = (caddyfile: string, options: string): string => caddyfile.replace(/^\{\n/m, `{\n${options}`);

/** deploy/Caddyfile at `domain`, in front of apis on ports of this machine, with a certificate of Pebble, until `stop`. */
export async function startCaddy(domain: string, ...apiPorts: number[]): Promise<RunningCaddy> {
  const { caddy: program } = builtCaddy();
  const folder = await mkdtemp(join(tmpdir(), 'framelift-caddy-'));
  const [http, https] = [await openPort(), await openPort()];
  const pebble = await startPebble(http, https);
  const options = `${pebble.options()}http_port ${http}\nhttps_port ${https}\n`;
  await writeFile(join(folder, 'Caddyfile'), withOptions(await readFile(SHIPPED, 'utf8'), options));
  let text = '';
  const caddy = spawn(program, ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      HOME: folder,
      DOMAIN: domain,
      ADMIN_EMAIL: 'boss@example.org',
      UPSTREAM: apiPorts.map((port) => `127.0.0.1:${port}`).join(' '),
    },
  });
  for (const stream of [caddy.stdout, caddy.stderr]) stream.on('data', (chunk: Buffer) => (text += String(chunk)));
  const stop = async () => {
    await ended(caddy);
    await pebble.stop();
    await rm(folder, { recursive: true, force: true });
  };
  const ask = (path: string, asking?: Asking) => pebble.ask(domain, path, asking);
  for (const late = Date.now() + 60_000; ; await wait(200)) {
    if (await ask('/metrics').catch(() => undefined)) break;
    if (Date.now() < late && caddy.exitCode === null && pebble.isRunning()) continue;
    await stop();
    throw new Error(`Caddy has no certificate:\n${text}\n${pebble.output()}`);
  }
  return {
    ask,
    askOverHttp: (path) => answerOf((done) => askPlainly({ host: '127.0.0.1', port: http, path, headers: { host: domain } }, done)),
    output: () => text,
    stop,
  };
}
