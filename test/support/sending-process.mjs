// A process that sends the intents of the reactor `webhooks`, with the product's outbox, until it is killed. Arguments: the
// database, the key of its vault and the receiver's address. Each intent is sent as `<receiver> <position> <event id>`.
import { Log } from '../../services/dist/engine/log/log.js';
import { Vault } from '../../services/dist/engine/log/sealing/vault.js';
import { Outbox } from '../../services/dist/engine/reacting/outbox.js';
import { createLogger } from '../../services/dist/platform/logging.js';
import { createPool } from '../../services/dist/platform/pg.js';
import { SUBSCRIBERS, webhooks } from '../../services/dist/reactors/webhooks/webhooks.reactor.js';

const [, , databaseUrl, masterKey, receiverUrl] = process.argv;
const pool = createPool(databaseUrl, { max: 8 });
const log = await Log.open(pool, new Vault(pool, Buffer.from(masterKey, 'hex')));
const send = async ({ receiver, position, event }) => {
  if (receiver === SUBSCRIBERS) return { outcome: 'sent', instead: ['books', 'chat'] };
  const told = await fetch(receiverUrl, { method: 'POST', body: `${receiver} ${position} ${event.id}` });
  if (!told.ok) throw new Error(String(told.status));
  return { outcome: 'sent' };
};
const outbox = new Outbox(pool, log, webhooks, { send, pausesMs: [1000] }, createLogger('silent'), { clockAheadMs: 0 });
await outbox.work(new AbortController().signal);
process.exit();
