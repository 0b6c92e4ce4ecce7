// The same journeys as without Kafka: the specs themselves, with every app they start over Kafka.
import { beforeAll, describe, it } from '@jest/globals';
import { noKafka, titled } from './kafka.ts';
import { sharedBroker } from './stack.ts';

if (noKafka) describe.skip(titled('journeys over Kafka'), () => it('run', () => {}));
else {
  beforeAll(async () => {
    process.env['TEST_APP_BROKERS'] = await sharedBroker();
  }, 120_000);
  await import('./journey.spec.ts');
  await import('./money.spec.ts');
  await import('./reading.spec.ts');
  await import('./reading-evidence.spec.ts');
}
