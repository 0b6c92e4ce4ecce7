import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { JwtService } from '@nestjs/jwt';
import pg from 'pg';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ApiKeyBody, Scope } from '../../contracts/src/index.ts';
import { openAll, serveAll } from '../../services/src/main/api.ts';
import { type Config, readConfig, type Secrets } from '../../services/src/platform/config.ts';
import { freePort } from '../../services/src/platform/embedded-postgres.ts';
import { Passwords } from '../../services/src/programme/sign-in/passwords.ts';
import { Registration } from '../../services/src/programme/sign-in/registration.ts';
import { Altcha } from '../../services/src/store/altcha.ts';
import { lasting } from '../jest/moments.mjs';
import { freshDatabase, type TestDatabase } from './database.ts';
import { databaseAt, overKafka } from './stack.ts';
import { watchedLogger } from './watched-log.ts';
import type { INestApplicationContext } from '@nestjs/common';
import { LogWakeup } from '../../services/src/engine/feed/log-wakeup.ts';
import { Log } from '../../services/src/engine/log/log.ts';
import { Streams } from '../../services/src/engine/log/deciding/streams.ts';
import { Vault } from '../../services/src/engine/log/sealing/vault.ts';
import { prepare } from '../../services/src/engine/projecting/replay.ts';
import { followers, type Opening, type Reachable } from '../../services/src/main/core.module.ts';
import { Keys } from '../../services/src/platform/keys.ts';
import type { Pool } from '../../services/src/platform/pg.ts';
import { type Clock, CLOCK, CONFIG, POOL, SECRETS } from '../../services/src/platform/tokens.ts';

/** The parts of an open system that specs use. */
export interface System {
  opening: Opening;
  config: Config;
  secrets: Secrets;
  pool: Pool;
  log: Log;
  streams: Streams;
  vault: Vault;
  keys: Keys;
  wakeup: LogWakeup;
  now: Clock;
}

export const systemOf = (app: INestApplicationContext, opening: Opening): System => ({
  opening,
  config: app.get(CONFIG),
  secrets: app.get(SECRETS),
  pool: app.get(POOL),
  log: app.get(Log),
  streams: app.get(Streams),
  vault: app.get(Vault),
  keys: app.get(Keys),
  wakeup: app.get(LogWakeup),
  now: app.get(CLOCK),
});

/** Passwords and captchas cost what they cost so that guessing is slow; specs wait for neither. */
export function makeCheap(app: INestApplicationContext): void {
  app.get(Passwords).costs = { memory: 8, passes: 1, parallelism: 1 };
  app.get(Altcha).work = { cost: 1, most: 3, least: 1 };
}

/** A database that others start and stop. */
export const reached = (db: { appUrl: string; ownerUrl: string }): Reachable => ({ ...db, stop: async () => {} });

const LONGEST_WAIT_MS = 30_000;

export interface Answer<T = any> {
  status: number;
  body: T;
  position: number;
}

/**
 * A client's requests: anonymous, or with a token. Like the site, each sends as Log-After the position it has seen: here everything that
 * this process has appended, so that reads wait for a spec's own facts too.
 */
export interface Client {
  token: string;
  send<T = any>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>;
  get<T = any>(path: string): Promise<Answer<T>>;
  post<T = any>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>;
  put<T = any>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>;
}

/** The whole system on its own database: what `npm start` runs, in this process. */
export interface App {
  url: string;
  db: TestDatabase;
  system: System;
  api: NestFastifyApplication;
  anybody: Client;
  as(token: string): Client;
  /** A new affiliate, logged in. */
  affiliate(name?: string): Promise<Client & { id: string; username: string; password: string }>;
  admin(): Promise<Client>;
  /** A program with a new API key of these scopes. */
  program(scopes: readonly Scope[], more?: Partial<ApiKeyBody>): Promise<Client & { id: string; name: string }>;
  /** A token of an account (a stream id) as it is this long after login. */
  tokenOf(accountId: string, { minutesAgo }: { minutesAgo: number }): string;
  /** @throws when the diagnostic log has personal data or secrets. */
  checkLog(): void;
  stop(): Promise<void>;
}

let ofWorker: Promise<App> | undefined;
/** The system shared by a worker's specs, for those that need no setting and no empty log. */
export async function sharedApp(): Promise<App> {
  lasting.add('a system');
  const app = await (ofWorker ??= startApp());
  return { ...app, stop: async () => app.checkLog() };
}

let built: Promise<string> | undefined;
/** The name of a database with every read model of an empty log. One worker makes it for the whole run: building took most of a start. */
export const builtDatabase = () => (built ??= makeBuiltDatabase());
async function makeBuiltDatabase(): Promise<string> {
  const name = `t_${process.env['TEST_RUN']}_built`;
  const server = new pg.Client(databaseAt(process.env['TEST_OWNER_URL']!, 'postgres'));
  await server.connect();
  try {
    await server.query('select pg_advisory_lock(2)');
    if ((await server.query('select from pg_database where datname = $1', [name])).rowCount) return name;
    const db = await freshDatabase();
    for (const follower of followers) await prepare(db, db.log, follower);
    await db.close(name);
    return name;
  } finally {
    await server.end();
  }
}

/** With `webFolder`, a built site, it serves that too. */
export async function startApp(settings: Record<string, string> = {}, existing?: TestDatabase, webFolder?: string): Promise<App> {
  const db = existing ?? (await freshDatabase({ template: await builtDatabase() }));
  const folder = await mkdtemp(join(process.env['TEST_FOLDER'] ?? tmpdir(), 'framelift-app-'));
  const env = {
    DATA_DIR: folder,
    PORT: String(await freePort()),
    SANDBOX_STORE_PORT: String(await freePort()),
    RATE_LIMIT: '1000000',
    MASTER_KEY: db.masterKey.toString('hex'),
    CLAIM_KEY: '11'.repeat(32),
    JWT_SECRET: '22'.repeat(32),
    ALTCHA_SECRET: '33'.repeat(32),
    HEAD_SIGNING_KEY: '44'.repeat(32),
    ADMIN_EMAIL: 'admin@example.org',
    ADMIN_PASSWORD: 'the admin password',
    STORE_RECONCILE_SECONDS: '3600',
    BACKUP_TO: 'off',
    ARCHIVE_SECONDS: '0',
    ...overKafka(),
    ...settings,
  };
  const config = readConfig(env);
  const { logger, check } = watchedLogger();
  const opening = { config, env, logger, reach: async () => reached(db) };
  const api = await openAll(opening, webFolder);
  const system = systemOf(api, opening);
  makeCheap(api);
  await serveAll(api);
  await api.get(Registration).firstAdmin(Date.now());
  const url = `http://127.0.0.1:${config.port}`;

  let seen = 0;
  system.log.onCommit((position) => (seen = position));
  // Nothing shows what the database lost.
  system.log.onLost((_known, actual) => (seen = Math.min(seen, actual.position)));
  const client = (token = ''): Client => {
    const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> => {
      const response = await fetch(url + path, {
        method,
        headers: {
          ...(token ? { Authorization: `Bearer ${token}` } : {}),
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...(method === 'GET' && seen ? { 'Log-After': String(seen) } : {}),
          ...headers,
        },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const position = Number(response.headers.get('log-position') ?? 0);
      const text = await response.text();
      return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text, position };
    };
    // On a loaded machine an answer may have an earlier position, or be 503, after which clients retry.
    const get = async (path: string) => {
      const [wanted, late] = [seen, Date.now() + LONGEST_WAIT_MS];
      let answer = await send('GET', path);
      const isLate = () => answer.status === 503 || (answer.position && answer.position < Math.min(wanted, seen));
      while (isLate() && Date.now() < late) {
        if (answer.status === 503) await wait(100);
        answer = await send('GET', path);
      }
      if (answer.status === 503)
        throw new Error(`GET ${path} was refused for ${LONGEST_WAIT_MS / 1000} s: ${answer.body?.error ?? answer.body}`);
      return answer;
    };
    return {
      token,
      send,
      get,
      post: (path, body, headers) => send('POST', path, body, headers),
      put: (path, body, headers) => send('PUT', path, body, headers),
    };
  };
  const anybody = client();
  let maker: Promise<Client> | undefined;
  const admin = async () => {
    const { body } = await anybody.post('/api/affiliate/login', { username: 'admin', password: 'the admin password' });
    return client(body.token);
  };

  return {
    url,
    db,
    system,
    api,
    anybody,
    as: client,
    async affiliate(name = `a${randomUUID().slice(0, 12)}`) {
      const password = 'correct horse battery';
      const asked = { username: name, email: `${name}@example.org`, password };
      const { body } = await anybody.post('/api/affiliate/register', asked);
      return { ...client(body.token), id: body.affiliate.id, username: name, password };
    },
    admin,
    async program(scopes, more = {}) {
      const body = { name: `program ${randomUUID().slice(0, 12)}`, scopes, perMinute: 6_000, ...more };
      const made = await (await (maker ??= admin())).post('/api/admin/keys', body);
      if (made.status !== 201) throw new Error(`no key: ${JSON.stringify(made.body)}`);
      return { ...client(made.body.key), id: made.body.id, name: body.name };
    },
    tokenOf(accountId, { minutesAgo }) {
      const now = Math.floor(Date.now() / 1000);
      return new JwtService().sign(
        { tv: 1, iat: now - minutesAgo * 60, exp: now + 3600 },
        { secret: system.secrets.jwt, subject: accountId, jwtid: randomUUID(), issuer: 'framelift', audience: 'framelift' },
      );
    },
    checkLog: check,
    async stop() {
      await api.close();
      await rm(folder, { recursive: true, force: true });
      if (!existing) await db.close();
      check();
    },
  };
}
