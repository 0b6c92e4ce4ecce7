// One of several processes that append to the same log: reports ready, starts on command, and reports how many it did in its time.
// Arguments: connection string, writers, seconds, 'streams' (each append a new stream) or 'hot' (commands on one stream).
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { Log } from '../services/dist/engine/log/log.js';
import { Streams } from '../services/dist/engine/log/deciding/streams.js';
import { Vault } from '../services/dist/engine/log/sealing/vault.js';
import { createPool } from '../services/dist/platform/pg.js';

const [url, writers, seconds, kind] = process.argv.slice(2);
const pool = createPool(url);
const log = await Log.open(pool, new Vault(pool, Buffer.alloc(32, 7)));
const streams = new Streams(pool, log);
const visit = {
  type: 'VisitTracked',
  data: { visitId: 'v', affiliateId: 'a', page: '/premium', visitor: { sealed: 'x'.repeat(120), of: 'day:2026-01-01' } },
};
const removed = { type: 'PaymentMethodRemoved', data: { paymentMethodId: '1' } };
const counter = { name: 'bench', version: 1, initial: 0, evolve: { PaymentMethodRemoved: (n) => n + 1 } };
const metadata = () => {
  const commandId = randomUUID();
  return { occurredAt: new Date().toISOString(), actor: { kind: 'system', id: 'bench' }, commandId, correlationId: commandId };
};
const work = {
  streams: () => log.append({ streams: [{ streamId: `visits-${randomUUID()}`, expected: 0, facts: [visit] }], metadata: metadata() }),
  hot: () =>
    streams.decide({ streamId: 'affiliate-hot', decider: counter }, { meta: { ...metadata(), repeatable: false } }, () => [removed]),
}[kind];

await work();
process.send('ready');
await once(process, 'message');
const end = performance.now() + seconds * 1000;
let [done, failed] = [0, 0];
await Promise.all(
  Array.from({ length: Number(writers) }, async () => {
    while (performance.now() < end)
      await work().then(
        () => done++,
        () => failed++,
      );
  }),
);
process.send({ done, failed });
await pool.end();
process.disconnect();
