// The same journeys as without Kafka: the specs themselves, with every app they start over Kafka.
import { beforeAll, describe, it } from '@jest/globals';
import { noKafka, titled } from '../support/kafka.ts';
import { sharedBroker } from '../support/stack.ts';

if (noKafka) describe.skip(titled('journeys over Kafka'), () => it('run', () => {}));
else {
  beforeAll(async () => {
    process.env['TEST_APP_BROKERS'] = await sharedBroker();
  }, 120_000);
  await import('../journeys/first-start.spec.ts');
  await import('../engine/money.spec.ts');
  await import('../contract/reading.spec.ts');
  await import('../contract/reading-evidence.spec.ts');
}
