// npm run kafka: a Kafka for one machine until Ctrl-C. Data in DATA_DIR/kafka; without DATA_DIR in a temporary folder.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { CannotRunKafka, startKafka } from './kafka.mjs';

const temporary = process.env.DATA_DIR ? undefined : await mkdtemp(join(tmpdir(), 'framelift-kafka-'));
const folder = temporary ?? join(resolve(process.env.DATA_DIR), 'kafka');
const forget = () => temporary && rm(temporary, { recursive: true, force: true });
try {
  const kafka = await startKafka(folder, { port: Number(process.env.KAFKA_PORT ?? 9092), say: console.error });
  console.log(`Kafka is ready at ${kafka.brokers}; start the others with KAFKA_BROKERS=${kafka.brokers}`);
  let told = false;
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void ((told = true), kafka.stop()));
  const code = await kafka.ended;
  process.exitCode = told ? 0 : code || 1;
} catch (error) {
  console.error(error instanceof CannotRunKafka ? error.message : error);
  process.exitCode = 1;
} finally {
  await forget();
}
