// One journey with every app over Kafka. `npm run proof` has more of them.
import { runOverKafka } from '../support/kafka.ts';

await runOverKafka('a first start', () => import('../journeys/first-start.spec.ts'));
