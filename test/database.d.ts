import pg from 'pg';
import { Log, type Words } from '../services/src/log/log.ts';
import { Streams } from '../services/src/log/streams.ts';
import { Vault } from '../services/src/log/vault.ts';
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
  close(): Promise<void>;
}
export declare function freshDatabase({ words, now }?: { words?: Words; now?: () => number }): Promise<TestDatabase>;
