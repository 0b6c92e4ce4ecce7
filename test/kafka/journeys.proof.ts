// The same specs as without Kafka, with every app over Kafka.
import { runOverKafka } from '../support/kafka.ts';

await runOverKafka('a first start, money and answers', async () => {
  await import('../journeys/first-start.spec.ts');
  await import('../engine/money.spec.ts');
  await import('../contract/reading.spec.ts');
  await import('../contract/reading-evidence.spec.ts');
});
