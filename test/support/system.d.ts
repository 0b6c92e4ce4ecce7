import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ApiKeyBody, Scope } from '../../contracts/src/index.ts';
import { type TestDatabase } from './database.ts';
import type { INestApplicationContext } from '@nestjs/common';
import { LogWakeup } from '../../services/src/engine/feed/log-wakeup.ts';
import { Log } from '../../services/src/engine/log/log.ts';
import { Streams } from '../../services/src/engine/log/streams.ts';
import { Vault } from '../../services/src/engine/log/vault.ts';
import type { Opening, Reachable } from '../../services/src/main/opening.ts';
import type { Config, Secrets } from '../../services/src/platform/config.ts';
import { Keys } from '../../services/src/platform/keys.ts';
import type { Pool } from '../../services/src/platform/pg.ts';
import { type Clock } from '../../services/src/platform/tokens.ts';
/** What specs look at of an open system. */
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
export declare const systemOf: (app: INestApplicationContext, opening: Opening) => System;
/** A database that somebody else started and stops. */
export declare const reached: (db: { appUrl: string; ownerUrl: string }) => Reachable;
export interface Answer<T = any> {
  status: number;
  body: T;
  position: number;
}
/**
 * Somebody's requests: anonymous, or with a token. As the site does, each says with Log-After what has been seen: here all that
 * this process has appended, so that a spec's own facts are waited for too.
 */
export interface Client {
  token: string;
  send<T = any>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>;
  get<T = any>(path: string): Promise<Answer<T>>;
  post<T = any>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>;
  put<T = any>(path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer<T>>;
}
/** The whole system on a database of its own: what `npm start` runs, in this process. */
export interface App {
  url: string;
  db: TestDatabase;
  system: System;
  api: NestFastifyApplication;
  anybody: Client;
  as(token: string): Client;
  /** A new affiliate, signed in. */
  affiliate(name?: string): Promise<Client & { id: string; username: string; password: string }>;
  admin(): Promise<Client>;
  /** A program with a new API key of these scopes. */
  program(scopes: readonly Scope[], more?: Partial<ApiKeyBody>): Promise<Client & { id: string; name: string }>;
  /** A token of an account (a stream id) as it is so long after signing in. */
  tokenOf(accountId: string, { minutesAgo }: { minutesAgo: number }): string;
  /** @throws when the log said what it must not. */
  checkLog(): void;
  stop(): Promise<void>;
}
/** The system that a worker's specs share: for those that need no setting and no empty log. */
export declare function sharedApp(): Promise<App>;
/** With `webFolder`, a built site, it serves that too. */
export declare function startApp(settings?: Record<string, string>, existing?: TestDatabase, webFolder?: string): Promise<App>;
