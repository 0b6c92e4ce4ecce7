import type { INestApplicationContext } from '@nestjs/common';
import { LogWakeup } from '../../services/src/engine/feed/log-wakeup.ts';
import { Log } from '../../services/src/engine/log/log.ts';
import { Streams } from '../../services/src/engine/log/streams.ts';
import { Vault } from '../../services/src/engine/log/vault.ts';
import type { Opening, Reachable } from '../../services/src/main/opening.ts';
import type { Config, Secrets } from '../../services/src/platform/config.ts';
import { Keys } from '../../services/src/platform/keys.ts';
import type { Pool } from '../../services/src/platform/pg.ts';
import { type Clock, CLOCK, CONFIG, POOL, SECRETS } from '../../services/src/platform/tokens.ts';

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

/** A database that somebody else started and stops. */
export const reached = (db: { appUrl: string; ownerUrl: string }): Reachable => ({ ...db, stop: async () => {} });
