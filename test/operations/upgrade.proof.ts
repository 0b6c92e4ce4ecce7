// `ops upgrade` of a clone with two apis behind the shipped Caddyfile and a projector: nobody notices it, a release that does not start is
// taken back, and an upgrade that is killed at any moment goes on with the same command.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { Agent } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../services/src/platform/embedded-postgres.ts';
import { builtCaddy, type RunningCaddy, startCaddy } from '../support/caddy.ts';
import { makeClone } from '../support/clone.ts';
import { atProof, noteForProof } from '../support/counts.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { noGoBecause } from '../support/go-program.ts';
import { settingsOf } from '../support/operator.ts';
import { skipReason } from '../support/skip-reason.ts';

const DOMAIN = 'shop.framelift.test';
const PASSWORD = 'correct horse battery';
const PER_SECOND = 100;
const KILLS = atProof(10, 2, 'kills of an upgrade');
const HEALTHY_MS = 60_000;
const PROCESSES = ['api-process.js', 'api-process.js', 'projector.js'];
const noGo = noGoBecause();
const about = noGo ? describe.skip : describe;
// Not what Jest sets.
const { NODE_ENV: _, NODE_OPTIONS: __, FRAMELIFT_NODE: ___, ...ENV } = process.env;

let db: TestDatabase;
let folder: string;
let clone: Awaited<ReturnType<typeof makeClone>>;
let caddy: RunningCaddy;
let env: Record<string, string>;
let urls: string[];
let control: Server;
const running: ChildProcess[] = [];

const git = (...args: string[]) => execFileSync('git', args, { cwd: clone.folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
/** A release that differs from the one before in a file. */
async function released(version: string, file: string, change: (text: string) => string): Promise<void> {
  const path = join(clone.folder, file);
  await writeFile(path, change(await readFile(path, 'utf8').catch(() => '')));
  git('add', '-A');
  git('commit', '-qm', `Release ${version}`);
  git('tag', `v${version}`);
}

/** The last that the processes said. */
let output = '';
let restarts: Promise<void> = Promise.resolve();
/** Stops and starts one of the processes, one at a time as systemd does: it returns once the old one has ended. */
const restarted = (n: number): Promise<void> => (restarts = restarts.then(() => restart(n)));
async function restart(n: number): Promise<void> {
  const old = running[n];
  if (old && old.exitCode === null && old.signalCode === null) {
    old.kill('SIGTERM');
    await once(old, 'exit');
  }
  const { port } = new URL(urls[n]!);
  const own = n < 2 ? { PORT: port, SANDBOX_STORE_PORT: String(await freePort()) } : { HEALTH_PORT: port };
  const { PATH = '', HOME = '' } = process.env;
  const file = join('services/dist/main', PROCESSES[n]!);
  running[n] = spawn(process.execPath, [file], { cwd: clone.folder, env: { PATH, HOME, ...env, ...own } });
  for (const stream of [running[n]!.stdout!, running[n]!.stderr!])
    stream.on('data', (text: Buffer) => (output = (output + String(text)).slice(-4_000)));
}
const isReady = async (url: string) =>
  fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );
const allReady = async () => {
  for (const url of urls)
    for (let looks = 0; !(await isReady(url)); looks++) {
      if (looks > 300) throw new Error(`${url} is not healthy:\n${output}`);
      await wait(200);
    }
};
/** The version that each api serves. */
const served = () =>
  Promise.all(urls.slice(0, 2).map(async (url) => /<body data-version="(\d)"/.exec(await (await fetch(`${url}/`)).text())?.[1] ?? '1'));

const upgrade = (version: string): ChildProcess => {
  const { port } = control.address() as AddressInfo;
  const restarts = urls.flatMap((url, n) => [
    '--restart',
    `"${process.execPath}" -e "fetch('http://127.0.0.1:${port}/${n}').then(({ ok }) => process.exit(ok ? 0 : 1))"`,
    '--url',
    url,
  ]);
  const args = ['run', '--silent', 'ops', '--', 'upgrade', version, ...restarts];
  return spawn('npm', args, { cwd: clone.folder, env: { ...ENV, ...env }, detached: true });
};
/** @returns its exit code, what it said and when it said each line. */
async function upgraded(version: string): Promise<{ code: number; text: string; saidAt(line: RegExp): number }> {
  const child = upgrade(version);
  const said: [at: number, text: string][] = [];
  for (const stream of [child.stdout!, child.stderr!]) stream.on('data', (text: Buffer) => said.push([Date.now(), String(text)]));
  await once(child, 'close');
  const saidAt = (line: RegExp) => said.find(([, text]) => line.test(text))?.[0] ?? NaN;
  return { code: child.exitCode!, text: said.map(([, text]) => text).join(''), saidAt };
}

beforeAll(async () => {
  if (noGo) return;
  builtCaddy();
  db = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'framelift-upgrade-'));
  clone = await makeClone('shop', { built: true, own: true });
  await cp(join(import.meta.dirname, '../../.cache/web'), join(clone.folder, '.cache/web'));
  git('init', '-q');
  for (const [name, value] of Object.entries({ 'user.name': 'a', 'user.email': 'a@example.org' })) git('config', name, value);
  await released('1.0.0', 'CHANGELOG.md', (text) => text);
  await writeFile(join(clone.folder, 'services/sql/000999-upgraded.sql'), 'create schema upgraded;\n');
  await released('2.0.0', 'web/src/app/root.tsx', (text) => text.replace('<body>', '<body data-version="2">'));
  const never = 'await new Promise((never) => setTimeout(never, 2 ** 31 - 1));\n';
  await released('3.0.0', 'services/src/main/api-process.ts', (text) => text.replace('runProcess(openApi', `${never}runProcess(openApi`));
  git('checkout', '-q', 'v1.0.0');
  const port = await freePort();
  urls = [];
  while (urls.length < PROCESSES.length) urls.push(`http://127.0.0.1:${await freePort()}`);
  env = { ...settingsOf(db, join(folder, 'data')), PORT: String(port), RATE_LIMIT: '1000000', TRUST_PROXY: '1', DOMAIN };
  Object.assign(env, { BACKUP_KEY: 'ab'.repeat(32), BACKUP_TO: join(folder, 'backups'), BACKUP_EVERY_HOURS: '1000' });
  control = createServer((request, answer) => {
    restarted(Number(request.url!.slice(1))).then(
      () => answer.end(),
      () => answer.writeHead(500).end(),
    );
  });
  await new Promise<void>((listening) => void control.listen(0, '127.0.0.1', listening));
  for (const n of PROCESSES.keys()) await restarted(n);
  await allReady();
  const ports = urls.slice(0, 2).map((url) => Number(new URL(url).port));
  caddy = await startCaddy(DOMAIN, ...ports);
}, 900_000);
afterAll(async () => {
  agent.destroy();
  await caddy?.stop();
  for (const child of running) child.kill('SIGKILL');
  control?.close();
  await db?.close();
  await clone?.remove();
  if (folder) await rm(folder, { recursive: true, force: true });
});

const agent = new Agent({ keepAlive: true });
const send = (path: string, json: object) => {
  const headers = { 'content-type': 'application/json' };
  return caddy.ask(path, { method: 'POST', headers, body: JSON.stringify(json), agent });
};

/** Visitors, at a fixed rate whether earlier ones were answered or not, until stopped: pages with their files, the API, people who join. */
class Visitors {
  readonly failed: string[] = [];
  readonly joined: string[] = [];
  asked = 0;
  private readonly files: string[] = [];
  private isOver = false;
  private readonly all: Promise<void>;

  constructor() {
    this.all = this.come();
  }

  async leave(): Promise<void> {
    this.isOver = true;
    await this.all;
  }

  private async come(): Promise<void> {
    const pages = ['/', '/premium', '/pricing', '/tweaks'];
    const under: Promise<void>[] = [];
    const began = performance.now();
    for (; !this.isOver; this.asked++) {
      await wait(Math.max(0, began + (this.asked * 1000) / PER_SECOND - performance.now()));
      const n = this.asked;
      if (n % PER_SECOND === 0) under.push(this.watched('joining', () => this.join(n)));
      else if (n % 4 === 0) under.push(this.watched(pages[(n / 4) % 4]!, () => this.page(pages[(n / 4) % 4]!)));
      else if (n % 4 === 1 || !this.files.length) under.push(this.watched('the brand', () => this.get('/api/public/site/brand')));
      else under.push(this.watched('a file', () => this.get(this.files.shift()!)));
    }
    await Promise.all(under);
  }

  private async watched(what: string, ask: () => Promise<unknown>): Promise<void> {
    await ask().catch((error: Error) => this.failed.push(`${what}: ${error.message}`));
  }

  private async get(path: string): Promise<Buffer> {
    const { status, body } = await caddy.ask(path, { agent });
    if (status !== 200) throw new Error(`${path} was answered ${status} ${String(body).slice(0, 200)}`);
    return body;
  }

  private async page(path: string): Promise<void> {
    const html = String(await this.get(path));
    if (!html.endsWith('</html>')) throw new Error(`${path} is not whole`);
    if (this.files.length < 100) this.files.push(...new Set(html.match(/\/assets\/[\w.-]+\.(?:js|css)/g)));
  }

  private async join(n: number): Promise<void> {
    const username = `joined-${n}-${Date.now()}`;
    const { status, body } = await send('/api/affiliate/register', { username, email: `${username}@example.org`, password: PASSWORD });
    if (status !== 201) throw new Error(`${status} ${String(body)}`);
    this.joined.push(username);
  }
}

/** By the version that serves. */
const check = () => {
  const { PATH = '', HOME = '' } = process.env;
  for (const args of [['audit'], ['verify', '--all']])
    execFileSync(process.execPath, ['services/dist/main/ops.js', ...args], {
      cwd: clone.folder,
      env: { PATH, HOME, ...env },
      stdio: 'pipe',
    });
};

about(skipReason(noGo)('ops upgrade'), () => {
  it(`fails none of ${PER_SECOND} requests a second`, async () => {
    const visitors = new Visitors();
    const began = Date.now();
    const { code, text } = await upgraded('2.0.0');
    await wait(3_000);
    await visitors.leave();
    const seconds = (Date.now() - began) / 1000;
    expect([code, text]).toEqual([0, expect.stringContaining('v2.0.0 serves')]);
    expect(visitors.failed).toEqual([]);
    expect(visitors.asked / seconds).toBeGreaterThan(PER_SECOND * 0.9);
    expect(await served()).toEqual(['2', '2']);
    expect((await db.owner.query(`select to_regnamespace('upgraded') is not null as migrated`)).rows).toEqual([{ migrated: true }]);
    for (const username of visitors.joined)
      expect([username, (await send('/api/affiliate/login', { username, password: PASSWORD })).status]).toEqual([username, 200]);
    noteForProof(`${visitors.asked.toLocaleString('en')} requests during an upgrade of ${Math.round(seconds)} s, 0 failed`);
    check();
  }, 1_200_000);

  it('goes back from a release that is not healthy within 60 s, and fails no request either', async () => {
    const visitors = new Visitors();
    const { code, text, saidAt } = await upgraded('3.0.0');
    await wait(3_000);
    await visitors.leave();
    expect([code, text]).toEqual([1, expect.stringContaining('v3.0.0 does not serve: ')]);
    expect(text).toContain('serves again, with all data');
    expect(visitors.failed).toEqual([]);
    expect(await served()).toEqual(['2', '2']);
    expect(git('describe', '--tags').trim()).toBe('v2.0.0');
    expect(git('status', '--porcelain')).toBe('');
    const [waited, back] = [saidAt(/does not serve/) - saidAt(/Waiting until/), saidAt(/serves again/) - saidAt(/does not serve/)];
    expect(waited).toBeLessThan(HEALTHY_MS + 15_000);
    expect(back).toBeLessThan(HEALTHY_MS);
    noteForProof(
      `${visitors.asked.toLocaleString('en')} requests during one that goes back, 0 failed; back within ${Math.round(back / 1000)} s`,
    );
    check();
  }, 1_200_000);

  it('that is killed at any moment loses nothing, and goes on with the same command', async () => {
    const head = async () => (await db.owner.query(`select position, encode(hash, 'hex') as hash from log.head`)).rows[0];
    const versions = ['1', '2'] as const;
    expect((await upgraded('1.0.0')).code).toBe(0);
    expect(await served()).toEqual(['1', '1']);
    // Both are built now.
    const began = Date.now();
    expect((await upgraded('2.0.0')).code).toBe(0);
    const lasts = Date.now() - began;
    const at = await head();
    for (let kill = 0; kill < KILLS; kill++) {
      const to = versions[kill % 2]!;
      const child = upgrade(`${to}.0.0`);
      child.stdout!.resume();
      child.stderr!.resume();
      await wait(Math.random() * lasts);
      if (child.exitCode === null) process.kill(-child.pid!, 'SIGKILL');
      await wait(500);
      const { code, text } = await upgraded(`${to}.0.0`);
      expect([kill, code, text]).toEqual([kill, 0, expect.stringMatching(/ serves\n|is already here/)]);
      await allReady();
      expect([kill, await served(), await head()]).toEqual([kill, [to, to], at]);
      expect(git('status', '--porcelain')).toBe('');
    }
    check();
  }, 3_000_000);
});
