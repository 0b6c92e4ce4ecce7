// A projector process of the benchmark: the dashboard from a topic alone, without ever reading the log.
import { dashboard } from '../services/dist/screens/dashboard/dashboard.projection.js';
import { KafkaFeed } from '../services/dist/engine/feed/kafka-feed.js';
import { Log } from '../services/dist/engine/log/log.js';
import { Vault } from '../services/dist/engine/log/sealing/vault.js';
import { createPool } from '../services/dist/platform/pg.js';
import { ReadModel } from '../services/dist/engine/projecting/read-model.js';

const { appUrl, brokers, topic, group } = JSON.parse(process.env.BENCH);
const pool = createPool(appUrl);
const vault = new Vault(pool, Buffer.alloc(32));
const log = await Log.open(pool, vault);
const model = new ReadModel({ pool, vault }, dashboard);
// A separate name per run: the group of an earlier run has already read the topic.
const consumer = {
  projection: { ...dashboard, name: group },
  checkpoints: () => model.checkpoints(),
  apply: (batch) => model.apply(batch),
};
const feed = new KafkaFeed(pool, log, { brokers: [brokers], topic, patience: Infinity });
process.on('message', (message) => {
  if (message === 'go') feed.subscribe(consumer, () => {});
  else void feed.stop().then(() => process.exit());
});
process.send('ready');
