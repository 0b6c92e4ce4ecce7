import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { projections } from '../../services/src/screens/screens.module.ts';
import { freePort } from '../../services/src/platform/embedded-postgres.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { firsts, KafkaHarness, noKafka, titled } from '../support/kafka.ts';
import { sold } from '../support/sales.ts';
import { ChildProcess } from '../support/child-process.ts';
import { sharedBroker } from '../support/stack.ts';

const about = noKafka ? describe.skip : describe;

about(titled('processes that share the work'), () => {
  let db: TestDatabase;
  let harness: KafkaHarness;
  let folder: string;
  let env: Record<string, string>;
  let processes: ChildProcess[] = [];
  beforeAll(async () => {
    db = await freshDatabase();
    folder = await mkdtemp(join(tmpdir(), 'framelift-processes-'));
    harness = await KafkaHarness.open(await sharedBroker(), db);
    env = {
      PORT: String(await freePort()),
      SANDBOX_STORE_PORT: String(await freePort()),
      DATA_DIR: folder,
      RATE_LIMIT: '1000000',
      DATABASE_URL: db.appUrl,
      MIGRATE_DATABASE_URL: db.ownerUrl,
      MASTER_KEY: db.masterKey.toString('hex'),
      CLAIM_KEY: '11'.repeat(32),
      JWT_SECRET: '22'.repeat(32),
      ALTCHA_SECRET: '33'.repeat(32),
      HEAD_SIGNING_KEY: '44'.repeat(32),
      ADMIN_PASSWORD: 'the admin password',
      KAFKA_BROKERS: harness.brokers,
      KAFKA_TOPIC: harness.topic,
      LOG_LEVEL: 'info',
    };
    // Relay and projectors wait until an api has prepared the database.
    await (await ChildProcess.start('api-process.js', env, 'is ready')).end();
  }, 120_000);
  afterEach(async () => {
    await Promise.all(processes.splice(0).map((p) => p.end('SIGKILL')));
  });
  afterAll(async () => {
    await harness.close();
    await db.close();
    await rm(folder, { recursive: true, force: true });
  });

  const begin = async (entry: string, ...args: string[]) => {
    const process = await ChildProcess.start(entry, env, 'is ready', args);
    processes.push(process);
    return process;
  };
  const relay = () => begin('relay.js');
  const projector = (...args: string[]) => begin('projector.js', ...args);
  /** Sales, one after another on each of ten affiliates, until the work is done. */
  const under = async (work: () => Promise<void>) => {
    let on = true;
    const seller = async (n: number) => {
      while (on) {
        await sold(db.log, `p${n}`, 10_00);
        await wait(100);
      }
    };
    const sellers = Array.from({ length: 10 }, (_, n) => seller(n));
    await work();
    on = false;
    await Promise.all(sellers);
  };
  const isWhole = async () => {
    for (const projection of projections) {
      await harness.settled(projection);
      expect([projection.name, await harness.differing(projection)]).toEqual([projection.name, 0]);
    }
  };

  it('two relays, the leader paused past its lock and woken up: duplicates at most', async () => {
    const relays = [await relay(), await relay()];
    await projector();
    const leader = () => relays.find((r) => r.output.lastIndexOf('the relay leads') > r.output.lastIndexOf('the relay stands by'));
    await harness.until('nobody leads', async () => leader() !== undefined);
    const first = leader()!;
    const second = relays.find((r) => r !== first)!;
    await under(async () => {
      await wait(1_000);
      first.child.kill('SIGSTOP');
      await harness.until('the other one leads', async () => second.output.includes('the relay leads'));
      await wait(1_000);
      first.child.kill('SIGCONT');
      await wait(2_000);
      expect(await second.end('SIGTERM')).toBe(0);
      await wait(1_000);
    });
    await harness.published();
    expect(firsts(await harness.messages())).toEqual(Array.from({ length: (await db.log.head()).position }, (_, i) => i + 1));
    await isWhole();
  }, 300_000);

  it('answer health checks of their own where HEALTH_PORT says', async () => {
    const port = await freePort();
    const relay = await ChildProcess.start('relay.js', { ...env, HEALTH_PORT: String(port) }, 'is ready');
    processes.push(relay);
    const statuses = ['/health/live', '/health/ready', '/health'].map(
      async (path) => (await fetch(`http://127.0.0.1:${port}${path}`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 200, 404]);
    expect(await relay.end('SIGTERM')).toBe(0);
  }, 60_000);

  it('three projectors, killed and paused at random while partitions move between them', async () => {
    await relay();
    const all = [await projector(), await projector(), await projector()];
    let done = 0;
    await under(async () => {
      for (; done < 8; done++) {
        await wait(300 + Math.random() * 1_500);
        const n = Math.floor(Math.random() * all.length);
        if (done % 2) {
          all[n]!.child.kill('SIGSTOP');
          // Sometimes longer than the group waits for it: then its partitions are another's when it wakes up.
          await wait(done === 3 ? 12_000 : 500);
          all[n]!.child.kill('SIGCONT');
        } else {
          await all[n]!.end('SIGKILL');
          all[n] = await projector();
        }
      }
    });
    await isWhole();
  }, 300_000);

  it('splits projections between projectors', async () => {
    await relay();
    const names = projections.map(({ name }) => name);
    const [left, right] = [
      await projector('--projections', names.slice(0, 2).join()),
      await projector('--projections', names.slice(2).join()),
    ];
    await under(() => wait(1_000));
    await isWhole();
    expect([await left.end('SIGTERM'), await right.end('SIGTERM')]).toEqual([0, 0]);
    await expect(projector('--projections', 'nonsense')).rejects.toThrow(
      'There is no projection or reactor nonsense. There are: dashboard',
    );
    // As long as the others that start processes and compare every read model: it took 13 s, and on a busy machine over a minute.
  }, 300_000);

  it('an api that is told to stop answers what it accepted', async () => {
    const api = await begin('api-process.js');
    const url = `http://127.0.0.1:${env['PORT']}`;
    const registering = Array.from({ length: 30 }, (_, i) => {
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
    expect(await Promise.race(registering)).toBe(201);
    const code = api.end('SIGTERM');
    const answers = await Promise.all(registering);
    // One that came too late is told so, or was never let in; none is cut off.
    expect(answers.filter((a) => a !== 201 && a !== 503 && a !== 'ECONNREFUSED')).toEqual([]);
    expect(answers.filter((a) => a === 201).length).toBeGreaterThan(10);
    expect([await code, api.output]).toEqual([0, api.output]);
  });

  it('an api that is told to stop answers on a connection that was just made', async () => {
    const api = await begin('api-process.js');
    const socket = connect(Number(env['PORT']), '127.0.0.1');
    await once(socket, 'connect');
    const code = api.end('SIGTERM');
    await wait(300);
    socket.write('GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1.1 /);
    expect(await code).toBe(0);
  });

  it('says what it needs', async () => {
    const without = async (name: string, entry: string) => {
      const { [name]: _, ...less } = env;
      await ChildProcess.start(entry, less, 'is ready');
    };
    await expect(without('DATABASE_URL', 'projector.js')).rejects.toThrow('DATABASE_URL is not set');
    await expect(without('KAFKA_BROKERS', 'relay.js')).rejects.toThrow('KAFKA_BROKERS is not set');
  });
});
