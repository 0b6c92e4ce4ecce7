import pg from 'pg';
import { LogWakeup } from '../../services/src/engine/feed/log-wakeup.ts';
import { Log, type LogSettings } from '../../services/src/engine/log/log.ts';
import { Streams } from '../../services/src/engine/log/streams.ts';
import { Vault } from '../../services/src/engine/log/vault.ts';
/** A migrated database of a spec's own, with a log on it. Close it in afterAll. */
export interface TestDatabase {
  appUrl: string;
  ownerUrl: string;
  pool: pg.Pool;
  owner: pg.Pool;
  masterKey: Buffer;
  vault: Vault;
  log: Log;
  streams: Streams;
  wakeup: LogWakeup;
  /** Whether a connection to it waits for a lock that another one holds. */
  someoneWaits(): Promise<boolean>;
  close(): Promise<void>;
}
export declare function freshDatabase({ words, now }?: { words?: LogSettings; now?: () => number }): Promise<TestDatabase>;
/** Whether a statement waits for a lock that another transaction holds. */
export declare function isLockAwaited({ owner }: Pick<TestDatabase, 'owner'>): Promise<boolean>;
