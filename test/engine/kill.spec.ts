import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { BooksAudit } from '../../services/src/operating/audit/books.audit.ts';
import { audit } from '../../services/src/engine/log/proving/audit.ts';
import { projections } from '../../services/src/screens/screens.module.ts';
import { freePort } from '../../services/src/platform/embedded-postgres.ts';
import { uuidFrom } from '../../services/src/platform/keys.ts';
import { retryAfterMs } from '../../services/src/platform/retrying.ts';
import { verifyAll } from '../../services/src/engine/projecting/verify.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { atProof } from '../support/counts.ts';
import { sold } from '../support/sales.ts';
import { settingsOf } from '../support/operator.ts';
import { ChildProcess } from '../support/child-process.ts';

const KILLS = atProof(10, 1, 'kills of the whole process under load');
const CLIENTS = atProof(20, 6, 'clients of a process that is killed');

/** A command in its sender's journal: before sending, and its answer. */
interface Journaled {
  commandId: string;
  method: string;
  path: string;
  key: string;
  token: string;
  body: object;
  status?: number;
}

let db: TestDatabase;
let folder: string;
let url: string;
let env: Record<string, string>;
let running: ChildProcess;
const journal: Journaled[] = [];

beforeAll(async () => {
  db = await freshDatabase();
  folder = await mkdtemp(join(tmpdir(), 'framelift-kill-'));
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  env = { PORT: String(port), SANDBOX_STORE_PORT: String(await freePort()), RATE_LIMIT: '1000000', ...settingsOf(db, folder) };
  running = await ChildProcess.start('start.js', env, 'is ready');
});
afterAll(async () => {
  await running.end('SIGKILL');
  await db.close();
  await rm(folder, { recursive: true, force: true });
});

/** Sends a command; a lost connection leaves it without a status: its outcome is unknown. */
async function send(command: Journaled): Promise<any> {
  try {
    const response = await fetch(url + command.path, {
      method: command.method,
      headers: {
        'Content-Type': 'application/json',
        'Idempotency-Key': command.key,
        ...(command.token ? { Authorization: `Bearer ${command.token}` } : {}),
      },
      body: JSON.stringify(command.body),
      // Each try of a registration is hashed, also after its client gave up; beside busy neighbours each takes seconds.
      signal: AbortSignal.timeout(60_000),
    });
    const body = await response.json();
    // A full server refuses a command before it looks for it: also one that it has accepted and not answered.
    if (response.status < 500 && response.status !== 429) command.status = response.status;
    else await wait(retryAfterMs(response.headers.get('retry-after'), Date.now()) ?? 0);
    return body;
  } catch {
    await back();
    return undefined;
  }
}

/** Sends nothing to a server that is down: unknown outcomes are those in flight when it died. */
async function back(): Promise<void> {
  const answers = () =>
    fetch(`${url}/health/live`).then(
      ({ ok }) => ok,
      () => false,
    );
  do await wait(100);
  while (loading.on && !(await answers()));
}

function journaled(actor: { kind: string; id: string; token: string }, method: string, path: string, body: object): Journaled {
  const key = randomUUID();
  const commandId = uuidFrom(JSON.stringify([actor.kind, actor.id, method, path, key]));
  const command = { commandId, method, path, key, token: actor.token, body };
  journal.push(command);
  return command;
}

const visitor = { kind: 'visitor', id: 'anonymous', token: '' };
const loading = { on: true };
const answered = (): number => journal.filter(({ status }) => status !== undefined).length;

/** An affiliate who acts all the time, whatever happens to the server. */
async function client(n: number): Promise<void> {
  let session: any;
  while (!session?.token && loading.on) {
    const username = `kill${n}x${randomUUID().slice(0, 6)}`;
    const command = journaled(visitor, 'POST', '/api/affiliate/register', {
      username,
      email: `${username}@example.org`,
      password: 'long enough',
    });
    for (let i = 0; i < 50 && !session?.token && loading.on; i++) session = await send(command);
  }
  if (!session?.token) return;
  const me = { kind: 'affiliate', id: session.affiliate.id as string, token: session.token as string };
  const detail = () => ({ paymentType: 'paypal', paymentDetails: { email: `${randomUUID().slice(0, 8)}@example.org` } });
  const added = journaled(me, 'POST', '/api/affiliate/payment-methods', detail());
  for (let i = 0; i < 50 && added.status !== 201 && loading.on; i++) await send(added);
  const methods = await db.log.readStream(`affiliate-${me.id}`);
  const method = (methods.find((e) => e.type === 'PaymentMethodAdded')?.data as { paymentMethodId: string } | undefined)?.paymentMethodId;
  for (let i = 0; method && loading.on; i++) {
    await wait(50);
    if (i % 3 === 0) await sold(db.log, me.id, 60_00);
    if (i % 3 === 1)
      await send(journaled(me, 'POST', '/api/affiliate/cashouts', { amount: i % 6 === 1 ? 50 : 100_000, paymentMethodId: method }));
    if (i % 3 === 2) await send(journaled(me, 'PUT', `/api/affiliate/payment-methods/${method}`, detail()));
  }
}

describe(`the process killed with -9 under load (${KILLS})`, () => {
  it('loses no acknowledged command and applies none twice', async () => {
    const clients = Array.from({ length: CLIENTS }, (_, n) => client(n));
    for (let kill = 0; kill < KILLS; kill++) {
      // Even on a slow machine, each life gives some answers.
      const begun = answered();
      for (let i = 0; i < 20 && (i === 0 || answered() < begun + 2 * CLIENTS); i++) await wait(300 + Math.random() * 500);
      await running.end('SIGKILL');
      running = await ChildProcess.start('start.js', env, 'is ready');
    }
    // Even on a slow machine, enough is accepted and refused to compare.
    const withStatus = (is: (status: number) => boolean) => journal.filter(({ status }) => status !== undefined && is(status)).length;
    while (withStatus((s) => s < 300) <= 5 * CLIENTS || withStatus((s) => s >= 400) <= CLIENTS) await wait(100);
    loading.on = false;
    await Promise.all(clients);

    const unknown = journal.filter((c) => c.status === undefined);
    // Unknown outcomes are retried with the same key: then all are known.
    const open = unknown.values();
    const ask = async () => {
      for (const command of open) for (let i = 0; i < 10 && command.status === undefined; i++) await send(command);
    };
    await Promise.all(Array.from({ length: CLIENTS }, ask));
    expect(journal.filter((c) => c.status === undefined).map((c) => c.path)).toEqual([]);

    const { rows } = await db.pool.query('select command_id from log.events where command_id is not null');
    const times = Map.groupBy(rows, (r) => r.command_id as string);
    const accepted = journal.filter((c) => c.status! < 300);
    const refused = journal.filter((c) => c.status! >= 400);
    console.log(
      `kill -9 × ${KILLS}: ${journal.length} commands, ${accepted.length} accepted, ${refused.length} refused, ${unknown.length} unknown at first`,
    );
    expect(accepted.filter((c) => times.get(c.commandId)?.length !== 1).map((c) => [c.path, c.status])).toEqual([]);
    expect(refused.filter((c) => times.has(c.commandId))).toEqual([]);
  });

  it('leaves an intact chain, versions without gaps and balanced books', async () => {
    const { problems } = await audit(db.pool, db.log, { checks: [new BooksAudit()] });
    expect(problems).toEqual([]);
  });

  it('leaves read models that equal their replay', async () => {
    for (const { name, tables } of await verifyAll(db, db.log, projections)) {
      // No admin acts here, and nobody shares a receipt.
      expect([name, tables.reduce((n, t) => n + t.rows, 0) > 0 || ['action-log', 'payouts', 'site', 'receipts'].includes(name)]).toEqual([
        name,
        true,
      ]);
      expect(tables.filter((t) => t.differing)).toEqual([]);
    }
  });

  it('stops cleanly on SIGTERM', async () => {
    const code = await running.end('SIGTERM');
    expect([code, code && running.lastLines]).toEqual([0, 0]);
  });
});
