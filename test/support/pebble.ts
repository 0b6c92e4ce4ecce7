import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import type { ClientRequest, IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type Agent, request as askSecurely } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { goProgram } from './go-program.ts';

const VERSION = 'v2.10.3';

/** Builds Pebble, an authority for tests that checks as Let's Encrypt does. */
export const builtPebble = () => ({
  pebble: goProgram('github.com/letsencrypt/pebble/v2/cmd/pebble', VERSION),
  names: goProgram('github.com/letsencrypt/pebble/v2/cmd/pebble-challtestsrv', VERSION),
});

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
  /** Who signed the certificate; undefined over http. */
  issuer: string | undefined;
}

export interface Asking {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
  /** The address of this machine that asks. */
  from?: string;
  /** Keeps connections, as browsers do; by default each request makes one. */
  agent?: Agent;
}

/** One that other programs may use over UDP, too: freePort reserves that for this process. */
export async function openPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

export interface RunningPebble {
  /** What a Caddyfile's options need to order from it. `certificate`: the file that its certificate is read from. */
  options(certificate?: string): string;
  /** The file of its certificate. */
  certificate: string;
  /** Asks the server at `https`, and trusts what Pebble signed for `domain`. */
  ask(domain: string, path: string, asking?: Asking): Promise<Answer>;
  isRunning(): boolean;
  output(): string;
  stop(): Promise<void>;
}

/** An authority that finds every name on this machine, at these ports, until `stop`. */
export async function startPebble(http: number, https: number): Promise<RunningPebble> {
  const built = builtPebble();
  const folder = await mkdtemp(join(tmpdir(), 'framelift-pebble-'));
  const [acme, roots, names, management] = [await openPort(), await openPort(), await openPort(), await openPort()];
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
  let text = '';
  const started = (file: string, args: string[], env: Record<string, string> = {}): ChildProcess => {
    const child = spawn(file, args, { cwd: folder, env: { PATH: process.env['PATH'], HOME: folder, ...env } });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += String(chunk)));
    return child;
  };
  const off = ['-http01', '', '-https01', '', '-tlsalpn01', '', '-doh', '', '-management', `127.0.0.1:${management}`];
  const children = [
    started(built.names, ['-dnsserver', `127.0.0.1:${names}`, '-defaultIPv4', '127.0.0.1', '-defaultIPv6', '', ...off]),
    started(built.pebble, ['-config', join(folder, 'pebble.json'), '-dnsserver', `127.0.0.1:${names}`], { PEBBLE_VA_NOSLEEP: '1' }),
  ];
  let root: Buffer | undefined;
  const ca = async () => {
    const trusted = { host: '127.0.0.1', port: roots, ca: await readFile(certificate) };
    return (await answerOf((done) => askSecurely({ ...trusted, path: '/roots/0' }, done))).body;
  };
  return {
    options: (file = certificate) => `acme_ca https://127.0.0.1:${acme}/dir\nacme_ca_root ${file}\n`,
    certificate,
    ask: async (domain, path, { method = 'GET', headers = {}, body, from, agent } = {}) => {
      root ??= await ca();
      const asked = { host: '127.0.0.1', port: https, servername: domain, path, method, agent: agent ?? (false as const), ca: root };
      const own = { headers: { host: domain, ...headers }, ...(from ? { localAddress: from } : {}) };
      return answerOf((done) => askSecurely({ ...asked, ...own }, done), body);
    },
    isRunning: () => children.every(({ exitCode }) => exitCode === null),
    output: () => text,
    stop: async () => {
      for (const child of children) await ended(child);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill();
  await once(child, 'exit');
}

type Asked = (done: (answer: IncomingMessage) => void) => ClientRequest;
export const answerOf = (asked: Asked, body?: string): Promise<Answer> =>
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
