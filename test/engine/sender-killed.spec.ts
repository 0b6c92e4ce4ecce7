import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { affiliateStream } from '@framelift/contracts';
import { LogFeed } from '../../services/src/engine/feed/log-feed.ts';
import { notifyOnCommit } from '../../services/src/engine/feed/notifier.ts';
import { Projector } from '../../services/src/engine/feed/projector.ts';
import { webhooks } from '../../services/src/reactors/webhooks/webhooks.reactor.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { atProof } from '../support/counts.ts';
import { saleRecorded } from '../support/facts.ts';
import { append } from '../support/history.ts';
import { ref } from '../support/invoices.ts';
import { untilAllKnown } from '../support/sending.ts';

const KILLS = atProof(50, 1, 'kills of a sender of webhooks');
const AFFILIATES = 20;
const SALES_EACH = atProof(100, 10, 'sales for each of 20 affiliates meanwhile');
const RECEIVERS = ['books', 'chat'];

interface Received {
  receiver: string;
  position: number;
  id: string;
}

let db: TestDatabase;
let server: Server;
let stop: () => Promise<void>;
const received: Received[] = [];
let current: ChildProcess;
/** A sender is killed while so many messages are received, or up to 2 ms later. */
let killAt = Infinity;
let killAfterMs = 0;

beforeAll(async () => {
  db = await freshDatabase();
  notifyOnCommit(db.log, db.pool);
  const feed = new LogFeed(db.log, { wakeup: db.wakeup });
  const projector = new Projector(db, db.log, feed);
  await projector.start([webhooks]);
  stop = async () => {
    await projector.stop();
    await feed.stop();
  };
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => (body += part));
    request.on('end', () => {
      const [receiver, position, id] = body.split(' ');
      received.push({ receiver: receiver!, position: Number(position), id: id! });
      if (received.length >= killAt) setTimeout((sending) => sending.kill('SIGKILL'), killAfterMs, current);
      response.end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await stop();
  await db.close();
});

/** Starts a sender. Rows claimed by a killed one are free because its sessions ended. */
const sender = () => {
  const { port } = server.address() as AddressInfo;
  const file = join(import.meta.dirname, '../support/sending-process.mjs');
  const args = [db.appUrl, db.masterKey.toString('hex'), `http://127.0.0.1:${port}`];
  return spawn(process.execPath, [file, ...args], { stdio: 'inherit' });
};

it(`loses nothing and sends nothing under another id when the sender is killed (${KILLS}) during ${AFFILIATES * SALES_EACH} events`, async () => {
  const selling = (async () => {
    for (let n = 0; n < SALES_EACH; n++)
      await Promise.all(
        Array.from({ length: AFFILIATES }, (_, a) => append(db, affiliateStream(`a${a}`), [saleRecorded(ref(`${a}x${n}`))])),
      );
  })();
  for (let kill = 0; kill < KILLS; kill++) {
    killAt = received.length + 1 + (kill % 7) * 5;
    killAfterMs = kill % 3;
    // A sender that finds nothing due ends by itself, with 0.
    for (let code: number | null = 0; code !== null;) {
      current = sender();
      [code] = (await once(current, 'exit')) as [number | null];
      expect(code ?? 0).toBe(0);
    }
  }
  killAt = Infinity;
  await selling;
  await untilAllKnown(db, webhooks.schema, 60_000);
  const last = sender();
  await once(last, 'exit');

  const events = (await db.log.read(0, 10_000)).filter((e) => e.type === 'SaleRecorded');
  expect(events).toHaveLength(AFFILIATES * SALES_EACH);
  const idAt = new Map(events.map((e) => [e.position, e.id]));
  for (const receiver of RECEIVERS) {
    const own = received.filter((t) => t.receiver === receiver);
    expect(own.filter((t) => idAt.get(t.position) !== t.id)).toEqual([]);
    const firsts = own.filter((t, i) => own.findIndex((u) => u.position === t.position) === i);
    expect(firsts.length).toBe(events.length);
    const streamOf = new Map(events.map((e) => [e.position, e.streamId]));
    for (const positions of Map.groupBy(firsts, (t) => streamOf.get(t.position)!).values())
      expect(positions.map((t) => t.position)).toEqual(positions.map((t) => t.position).toSorted((a, b) => a - b));
  }
  const repeats = received.length - RECEIVERS.length * events.length;
  console.log(`${KILLS} kills: ${received.length} messages, ${repeats} of them repeats`);
  // Messages in flight at a kill, at most sixteen each.
  expect(repeats).toBeLessThanOrEqual(KILLS * 16);
});
