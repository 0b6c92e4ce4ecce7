import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { projections } from '../../services/src/screens/screens.module.ts';
import { freePort } from '../../services/src/platform/embedded-postgres.ts';
import { type App, startApp } from '../support/system.ts';
import { firsts, KafkaHarness, noKafka, titled } from '../support/kafka.ts';
import { sold } from '../support/sales.ts';
import { type Broker, brokerForTests } from '../support/stack.ts';

const about = noKafka || process.env['KAFKA_BROKERS'] ? describe.skip : describe;
const MINUTE = 60_000;

/** How long the oldest event that Kafka lacks has waited, as an operator reads it (s); NaN: nobody says. */
async function relayAgeOf({ system }: App): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${system.config.metrics.port}/metrics`);
  expect(response.status).toBe(200);
  return Number(/^framelift_relay_age_seconds\{.*\} (.+)$/m.exec(await response.text())?.[1]);
}

about(
  noKafka || !process.env['KAFKA_BROKERS']
    ? titled('a broker that fails')
    : 'a broker that fails (skipped: KAFKA_BROKERS is not ours to end)',
  () => {
    let broker: Broker;
    let app: App;
    let harness: KafkaHarness;
    beforeAll(async () => {
      broker = await brokerForTests();
      const topic = 'framelift.events';
      app = await startApp({ KAFKA_BROKERS: broker.brokers, KAFKA_TOPIC: topic, METRICS_PORT: String(await freePort()) });
      harness = await KafkaHarness.open(broker.brokers, app.db);
      Object.assign(harness, { topic });
    }, 120_000);
    afterAll(async () => {
      await app?.stop();
      await broker?.stop();
    });

    /** Four affiliates who work without a pause until `on` says stop. @returns what the api answered, by status. */
    const load = async (on: () => boolean) => {
      const answers = new Map<number, number>();
      const one = async () => {
        const me = await app.affiliate();
        const details = (n: number) => ({ paymentType: 'paypal', paymentDetails: { email: `a${n}@example.org` } });
        await me.post('/api/affiliate/payment-methods', details(0));
        const stats = () => me.get('/api/affiliate/stats');
        let method: string | undefined;
        while (!method) method = (await stats()).body.paymentMethods?.[0]?.id;
        for (let n = 1; on(); n++) {
          const { status } = await me.put(`/api/affiliate/payment-methods/${method}`, details(n));
          answers.set(status, (answers.get(status) ?? 0) + 1);
          await sold(app.system.log, me.id, 10_00);
          expect((await stats()).status).toBe(200);
          await wait(100);
        }
      };
      await Promise.all([one(), one(), one(), one()]);
      return answers;
    };
    /** What an operator reads: readiness, and the relay's age. */
    const standing = async () => {
      const { status, body } = await app.anybody.get('/health/ready');
      return { http: status, ...body, relayAge: await relayAgeOf(app) };
    };
    const isWhole = async () => {
      for (const projection of projections) {
        await harness.settled(projection);
        expect([projection.name, await harness.differing(projection)]).toEqual([projection.name, 0]);
      }
      await harness.published(60_000);
      expect(firsts(await harness.messages())).toHaveLength((await app.db.log.head()).position);
    };

    it('off for a minute under load: no command fails, views go on, and afterwards nothing is missing', async () => {
      let on = true;
      const loading = load(() => on);
      await wait(2_000);
      expect(await standing()).toMatchObject({ http: 200, status: 'ok' });
      await broker.kill();
      await wait(MINUTE);
      const { relayAge, ...without } = await standing();
      expect(without).toEqual({ http: 200, status: 'degraded', degraded: ['kafka'] });
      expect(relayAge).toBeGreaterThan(30);
      await broker.again();
      await wait(3_000);
      on = false;
      const answers = await loading;
      expect([...answers.keys()]).toEqual([200]);
      expect(answers.get(200)).toBeGreaterThan(100);
      await isWhole();
      expect(await standing()).toEqual({ http: 200, status: 'ok', relayAge: 0 });
    }, 240_000);

    it('wiped: read models are filled from the log and the topic is published anew', async () => {
      let on = true;
      const loading = load(() => on);
      await wait(1_000);
      await broker.kill();
      await broker.again({ wiped: true });
      await wait(5_000);
      on = false;
      await loading;
      await isWhole();
    }, 120_000);
  },
);

describe('a broker that never was there', () => {
  let app: App;
  beforeAll(async () => {
    const brokers = `127.0.0.1:${await freePort()}`;
    app = await startApp({ KAFKA_BROKERS: brokers, KAFKA_TOPIC: 'framelift.events', METRICS_PORT: String(await freePort()) });
  });
  afterAll(() => app?.stop());

  it('is seen: commands and views go on, and the relay says how long its first event has waited', async () => {
    const me = await app.affiliate();
    expect((await me.get('/api/affiliate/stats')).status).toBe(200);
    while (!((await relayAgeOf(app)) > 1)) await wait(100);
  });
});
