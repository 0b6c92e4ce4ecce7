import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../services/src/platform/embedded-postgres.ts';
import { verifyAll } from '../../services/src/engine/projecting/verify.ts';
import { projections } from '../../services/src/screens/screens.module.ts';
import { ChildProcess } from './child-process.ts';
import { freshDatabase, type TestDatabase } from './database.ts';
import { KafkaHarness } from './kafka.ts';
import { opsWith, settingsOf } from './operator.ts';
import { sold } from './sales.ts';
import { sharedBroker } from './stack.ts';

const SELLERS = 10;

/** Relays, projectors and apis as separate processes, which share a database and a topic. */
export class KafkaProcesses {
  private running: ChildProcess[] = [];

  private constructor(
    readonly db: TestDatabase,
    readonly harness: KafkaHarness,
    readonly env: Readonly<Record<string, string>>,
    private readonly folder: string,
  ) {}

  /** `more`: settings of every process; of a broker other than the shared one too. */
  static async open(brokers?: string, more: Record<string, string> = {}): Promise<KafkaProcesses> {
    const db = await freshDatabase();
    const folder = await mkdtemp(join(tmpdir(), 'framelift-processes-'));
    const harness = await KafkaHarness.open(brokers ?? (await sharedBroker()), db);
    const env = {
      PORT: String(await freePort()),
      SANDBOX_STORE_PORT: String(await freePort()),
      RATE_LIMIT: '1000000',
      ...settingsOf(db, folder),
      KAFKA_BROKERS: harness.brokers,
      KAFKA_TOPIC: harness.topic,
      LOG_LEVEL: 'info',
      ...more,
    };
    // Relay and projectors wait until the keys of the log are kept, which an api does at its first start.
    await opsWith(env, 'status');
    return new KafkaProcesses(db, harness, env, folder);
  }

  async begin(entry: string, args: string[] = [], more: Record<string, string> = {}): Promise<ChildProcess> {
    const process = await ChildProcess.start(entry, { ...this.env, ...more }, 'is ready', args);
    this.running.push(process);
    return process;
  }
  relay(more?: Record<string, string>): Promise<ChildProcess> {
    return this.begin('relay.js', [], more);
  }
  projector(...args: string[]): Promise<ChildProcess> {
    return this.begin('projector.js', args);
  }

  /** Sales, one after another on each of ten affiliates, until the work is done. */
  async under(work: () => Promise<void>): Promise<void> {
    let on = true;
    const seller = async (n: number) => {
      while (on) {
        await sold(this.db.log, `p${n}`, 10_00);
        await wait(100);
      }
    };
    const sellers = Array.from({ length: SELLERS }, (_, n) => seller(n));
    await work();
    on = false;
    await Promise.all(sellers);
  }

  /** The read models that lack events or differ from a replay. */
  async wrong(): Promise<string[]> {
    for (const projection of projections) await this.harness.settled(projection);
    const compared = await verifyAll(this.db, this.db.log, projections);
    return compared.flatMap(({ name, tables }) => (tables.some(({ differing }) => differing) ? [name] : []));
  }

  async endAll(): Promise<void> {
    await Promise.all(this.running.splice(0).map((process) => process.end('SIGKILL')));
  }

  async close(): Promise<void> {
    await this.harness.close();
    await this.db.close();
    await rm(this.folder, { recursive: true, force: true });
  }
}

/**
 * Six concurrent registrations at an api: the status of each answer, or the code of a refused connection. More would take a slow machine
 * longer than a process may take to stop.
 */
export function registering(url: string): Promise<number | string | undefined>[] {
  return Array.from({ length: 6 }, (_, i) => {
    const username = `drain${i}x${randomUUID().slice(0, 6)}`;
    return fetch(`${url}/api/affiliate/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username, email: `${username}@example.org`, password: 'long enough' }),
    }).then(
      ({ status }) => status,
      (error: { cause?: { code?: string } }) => error.cause?.code,
    );
  });
}
