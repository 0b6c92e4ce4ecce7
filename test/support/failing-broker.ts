import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../services/src/platform/embedded-postgres.ts';
import { projections } from '../../services/src/screens/screens.module.ts';
import { firsts, KafkaHarness, noKafka } from './kafka.ts';
import { sold } from './sales.ts';
import { skipReason } from './skip-reason.ts';
import { type Broker, brokerForTests } from './stack.ts';
import { type App, startApp } from './system.ts';

/** Why no broker can be ended here, or undefined. */
export const noBrokerToEnd = noKafka ?? (process.env['KAFKA_BROKERS'] ? 'KAFKA_BROKERS is not ours to end' : undefined);
export const titledForBroker = skipReason(noBrokerToEnd);

/** The age of the oldest event that Kafka lacks, as an operator reads it (s); NaN: not reported. */
export async function relayAgeOf({ system }: App): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${system.config.metrics.port}/metrics`);
  if (response.status !== 200) throw new Error(`/metrics answered ${response.status}`);
  return Number(/^framelift_relay_age_seconds\{.*\} (.+)$/m.exec(await response.text())?.[1]);
}

/** An app over a broker that a spec ends and starts again. */
export class FailingBroker {
  private constructor(
    readonly broker: Broker,
    readonly app: App,
    private readonly harness: KafkaHarness,
  ) {}

  static async open(): Promise<FailingBroker> {
    const broker = await brokerForTests();
    const topic = 'framelift.events';
    const app = await startApp({ KAFKA_BROKERS: broker.brokers, KAFKA_TOPIC: topic, METRICS_PORT: String(await freePort()) });
    const harness = await KafkaHarness.open(broker.brokers, app.db);
    return new FailingBroker(broker, app, Object.assign(harness, { topic }));
  }

  /** Four affiliates who work without a pause until `on` is false. @returns the api's answers, by status. */
  async load(on: () => boolean): Promise<Map<number, number>> {
    const answers = new Map<number, number>();
    const count = (status: number) => answers.set(status, (answers.get(status) ?? 0) + 1);
    const one = async () => {
      const me = await this.app.affiliate();
      const details = (n: number) => ({ paymentType: 'paypal', paymentDetails: { email: `a${n}@example.org` } });
      await me.post('/api/affiliate/payment-methods', details(0));
      const stats = () => me.get('/api/affiliate/stats');
      let method: string | undefined;
      while (!method) method = (await stats()).body.paymentMethods?.[0]?.id;
      for (let n = 1; on(); n++) {
        count((await me.put(`/api/affiliate/payment-methods/${method}`, details(n))).status);
        await sold(this.app.system.log, me.id, 10_00);
        count((await stats()).status);
        await wait(100);
      }
    };
    await Promise.all([one(), one(), one(), one()]);
    return answers;
  }

  /** What an operator reads: readiness, and the relay's age. */
  async condition(): Promise<Record<string, unknown> & { relayAge: number }> {
    const { status, body } = await this.app.anybody.get('/health/ready');
    return { http: status, ...body, relayAge: await relayAgeOf(this.app) };
  }

  /** Read models that differ from a replay, and how many events the topic lacks. */
  async missing(): Promise<{ readModels: string[]; events: number }> {
    const readModels: string[] = [];
    for (const projection of projections) {
      await this.harness.settled(projection);
      if (await this.harness.differing(projection)) readModels.push(projection.name);
    }
    await this.harness.published(60_000);
    return { readModels, events: (await this.app.db.log.head()).position - firsts(await this.harness.messages()).length };
  }

  async close(): Promise<void> {
    await this.app.stop();
    await this.broker.stop();
  }
}
