import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type ClientRequest, type IncomingHttpHeaders, type IncomingMessage, request as askPlainly } from 'node:http';
import { type Agent, request as askSecurely } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { TLSSocket } from 'node:tls';
import { goProgram } from './go-program.ts';

const SHIPPED = join(import.meta.dirname, '../../deploy/Caddyfile');
const PEBBLE = 'v2.10.3';

/** Builds Caddy, and Pebble, an authority for tests that checks as Let's Encrypt does. */
export const builtCaddy = () => ({
  caddy: goProgram('github.com/caddyserver/caddy/v2/cmd/caddy', 'v2.11.9'),
  pebble: goProgram('github.com/letsencrypt/pebble/v2/cmd/pebble', PEBBLE),
  names: goProgram('github.com/letsencrypt/pebble/v2/cmd/pebble-challtestsrv', PEBBLE),
});

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Who signed the certificate; undefined over http. */
  issuer: string | undefined;
}

interface Asking {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** The address of this machine that asks. */
  from?: string;
  /** Keeps connections, as browsers do; by default each request makes one. */
  agent?: Agent;
}

export interface RunningCaddy {
  ask(path: string, asking?: Asking): Promise<Answer>;
  askOverHttp(path: string): Promise<Answer>;
  /** What it wrote. */
  output(): string;
  stop(): Promise<void>;
}

/** One that other programs may use over UDP, too: freePort reserves that for this process. */
async function openPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

/** deploy/Caddyfile at `domain`, in front of apis on ports of this machine, with a certificate of Pebble, until `stop`. */
export async function startCaddy(domain: string, ...apiPorts: number[]): Promise<RunningCaddy> {
  const built = builtCaddy();
  const folder = await mkdtemp(join(tmpdir(), 'framelift-caddy-'));
  const [http, https, acme, roots] = [await openPort(), await openPort(), await openPort(), await openPort()];
  const [names, management] = [await openPort(), await openPort()];
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '1'];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, '-keyout', key, '-out', certificate], {
    stdio: 'ignore',
  });
  const pebble = {
    listenAddress: `127.0.0.1:${acme}`,
    managementListenAddress: `127.0.0.1:${roots}`,
    certificate,
    privateKey: key,
    httpPort: http,
    tlsPort: https,
    ocspResponderURL: '',
    externalAccountBindingRequired: false,
  };
  await writeFile(join(folder, 'pebble.json'), JSON.stringify({ pebble }));
  const test = [
    `{`,
    `acme_ca https://127.0.0.1:${acme}/dir`,
    `acme_ca_root ${certificate}`,
    `http_port ${http}`,
    `https_port ${https}`,
    '',
  ];
  await writeFile(join(folder, 'Caddyfile'), (await readFile(SHIPPED, 'utf8')).replace(/^\{\n/m, test.join('\n')));
  const texts: Record<string, string> = {};
  const children: ChildProcess[] = [];
  const start = (file: string, args: string[], env: Record<string, string> = {}) => {
    const child = spawn(file, args, { cwd: folder, env: { PATH: process.env['PATH'], HOME: folder, ...env } });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (texts[file] = (texts[file] ?? '') + chunk));
    children.push(child);
  };
  const off = ['-http01', '', '-https01', '', '-tlsalpn01', '', '-doh', '', '-management', `127.0.0.1:${management}`];
  start(built.names, ['-dnsserver', `127.0.0.1:${names}`, '-defaultIPv4', '127.0.0.1', '-defaultIPv6', '', ...off]);
  start(built.pebble, ['-config', join(folder, 'pebble.json'), '-dnsserver', `127.0.0.1:${names}`], { PEBBLE_VA_NOSLEEP: '1' });
  const settings = { DOMAIN: domain, ADMIN_EMAIL: 'boss@example.org', UPSTREAM: apiPorts.map((port) => `127.0.0.1:${port}`).join(' ') };
  start(built.caddy, ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], settings);
  const stop = async () => {
    for (const child of children) {
      if (child.exitCode !== null) continue;
      child.kill();
      await once(child, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  };
  let root: Buffer | undefined;
  const ca = async () => {
    const trusted = { host: '127.0.0.1', port: roots, ca: await readFile(certificate) };
    return (await answerOf((done) => askSecurely({ ...trusted, path: '/roots/0' }, done))).body;
  };
  const secure = async (path: string, { method = 'GET', headers = {}, body, from, agent }: Asking = {}) => {
    root ??= await ca();
    const asked = { host: '127.0.0.1', port: https, servername: domain, path, method, agent: agent ?? (false as const), ca: root };
    const own = { headers: { host: domain, ...headers }, ...(from ? { localAddress: from } : {}) };
    return answerOf((done) => askSecurely({ ...asked, ...own }, done), body);
  };
  for (const late = Date.now() + 60_000; ; await wait(200)) {
    if (await secure('/metrics').catch(() => undefined)) break;
    if (Date.now() < late && children.every(({ exitCode }) => exitCode === null)) continue;
    await stop();
    throw new Error(`Caddy has no certificate:\n${Object.values(texts).join('\n')}`);
  }
  return {
    ask: secure,
    askOverHttp: (path) => answerOf((done) => askPlainly({ host: '127.0.0.1', port: http, path, headers: { host: domain } }, done)),
    output: () => texts[built.caddy] ?? '',
    stop,
  };
}

type Asked = (done: (answer: IncomingMessage) => void) => ClientRequest;
const answerOf = (asked: Asked, body?: string): Promise<Answer> =>
  new Promise((done, failed) => {
    const request = asked((answer) => {
      const { statusCode: status = 0, headers, socket } = answer;
      const issuer = (socket as Partial<TLSSocket>).getPeerCertificate?.()?.issuer?.CN;
      const parts: Buffer[] = [];
      answer
        .on('data', (part: Buffer) => parts.push(part))
        .on('error', failed)
        .on('end', () => done({ status, headers, body: Buffer.concat(parts), issuer: issuer as string | undefined }));
    });
    request.on('error', failed).end(body);
  });
