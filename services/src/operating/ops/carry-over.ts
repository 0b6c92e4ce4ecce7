import type pg from 'pg';
import { randomUUID } from 'node:crypto';
import {
  adminStream,
  affiliateStream,
  type EventName,
  events as catalogue,
  fact,
  idOf,
  programmeStream,
  withdrawnStream,
} from '@framelift/contracts';
import { type Again, eventsSince, lastCommon, recordAgain } from '../../engine/log/appending/recording-again.ts';
import { type CommandMeta, metaOf } from '../../engine/log/deciding/command.ts';
import { Streams } from '../../engine/log/deciding/streams.ts';
import type { Actor, AnyEvent } from '../../engine/log/event.ts';
import { Log } from '../../engine/log/log.ts';
import { KEPT_KEYS, Vault } from '../../engine/log/sealing/vault.ts';
import { startAfter } from '../../engine/projecting/replay.ts';
import { REACTORS } from '../../engine/reacting/reactor.ts';
import { lastOf } from '../../engine/tree/checkpoints.ts';
import { createPool } from '../../platform/pg.ts';
import { LOG_CLOCK, SECRETS } from '../../platform/tokens.ts';
import { leftPayouts } from '../../programme/payouts/left-payouts.ts';
import { KEPT_SIGN_INS } from '../../programme/sign-in/credentials.ts';
import { hasAccount, withdrawnOf } from '../withdrawn/listing.ts';
import type { Get } from './result.ts';
import { insertRows } from './side-file.ts';

type Outlives = ((data: unknown) => object | undefined) | undefined;
const outlives = (type: EventName) => (catalogue[type] as { outlives?: Outlives }).outlives;
const OUTLIVING = (Object.keys(catalogue) as EventName[]).filter(outlives);
/** After these, an account keeps its password and second factor as they became. */
const SECRETS_CHANGED: readonly EventName[] = ['PasswordChanged', 'TotpTurnedOn', 'TotpTurnedOff', 'RecoveryCodesRenewed'];
/** An account that the restored history does not have is not made up from what happened to it. */
const isOfAccount = (streamId: string): boolean => /^(?:affiliate|admin)-/.test(streamId);

export interface GoingBack {
  /** Who wants it: the stream of an account, or a person at a shell. */
  by: string;
  reason: string;
  /** Sessions of the owners of both databases. */
  here: pg.Client;
  there: pg.Client;
}

/**
 * Carries what left after the restored moment into the restored history: documents and their numbers, payments whose outcome is unknown now,
 * revoked keys, bans and changed passwords. Nobody appends meanwhile. Mails and webhooks about it are not sent again.
 */
export async function carryOver(get: Get, appUrl: string, { by, reason, ...clients }: GoingBack): Promise<void> {
  const pool = createPool(appUrl, { max: 2, answerMs: Infinity });
  try {
    const vault = new Vault(pool, get(SECRETS).master);
    const [here, there] = [get(Log), await Log.open(pool, vault)];
    const [head, to] = [await here.head(), await lastCommon(here, there)];
    // Another system's, or nothing is withdrawn.
    if (to === 0 || to === head.position) return;
    const left = await leftPayouts(here, there, to);
    const stay = await outliving(here, there, to, left.joined);
    const subjects = left.joined.map((id) => `affiliate:${id}`);
    await copyRows(clients, KEPT_KEYS, 'subject', subjects);
    const again = unique([...stay, ...left.again]);
    const carried = await recordAgain(here, there, again);
    const streams = new Streams(pool, there);
    const meta = () => metaOf(actorOf(by), get(LOG_CLOCK)(), randomUUID());
    for (const { streamId, facts } of left.unknown) await streams.recordFacts(streamId, facts, meta());
    const changed = stay.filter(({ event }) => SECRETS_CHANGED.includes(event.type)).map(({ event }) => event.streamId);
    await copyRows(clients, KEPT_SIGN_INS, 'account_id', [...new Set([...changed, ...left.joined.map((id) => affiliateStream(id))])]);
    await listWithdrawn(here, streams, to, { again, meta });
    const { position } = await there.head();
    for (const reactor of get(REACTORS)) await startAfter({ pool, vault }, there, reactor, position);
    const data = { from: head.position, fromHash: head.hash.toString('hex'), to, reason, carried, ...(await published(clients.here)) };
    await streams.recordFacts(programmeStream, [fact('SystemRestored', data)], meta());
  } finally {
    await pool.end();
  }
}

/** Lists what fell out of each account: an admin decides whether it is recorded again. */
async function listWithdrawn(
  here: Log,
  streams: Streams,
  to: number,
  { again, meta }: { again: readonly Again[]; meta: () => CommandMeta },
): Promise<void> {
  // An edit is carried without its other fields.
  const carried = new Set(again.flatMap(({ event: { type, position } }) => (type === 'AffiliateEdited' ? [] : [position])));
  for await (const { affiliateId, events } of withdrawnOf(here, streams.log, to, ({ position }) => carried.has(position))) {
    const isThere = await hasAccount(streams.log, affiliateId);
    await streams.recordFacts(withdrawnStream(affiliateId), [fact('EventsWithdrawn', { affiliateId, events, isThere })], meta());
  }
}

/** Tables beside the log have these rows as they are here. */
async function copyRows(
  { here, there }: Pick<GoingBack, 'here' | 'there'>,
  tables: readonly { name: string }[],
  key: string,
  values: readonly string[],
): Promise<void> {
  for (const { name } of tables) {
    const { rows } = await here.query<{ row: string }>(`select row_to_json(t)::text as row from ${name} t where ${key} = any($1)`, [
      values,
    ]);
    await there.query(`delete from ${name} where ${key} = any($1)`, [values]);
    await insertRows(there, name, `[${rows.map(({ row }) => row).join(',')}]`);
  }
}

/** The checkpoint that was published last. */
async function published(here: pg.Client): Promise<{ published?: { size: number; root: string } }> {
  const last = await lastOf(here);
  return last?.note ? { published: { size: Number(last.size), root: last.root.toString('base64') } } : {};
}

const actorOf = (by: string): Actor =>
  by.startsWith(adminStream('')) ? { kind: 'admin', id: idOf(by) } : { kind: 'system', id: 'operator' };

const unique = (again: readonly Again[]): Again[] => [...new Map(again.map((one) => [one.event.position, one])).values()];

/** What stays as it became, whatever the system goes back to. */
async function outliving(here: Log, there: Log, since: number, joined: readonly string[]): Promise<Again[]> {
  const found: Again[] = [];
  const accounts = new Map<string, boolean>(joined.map((id) => [affiliateStream(id), true]));
  const isThere = async ({ streamId }: AnyEvent): Promise<boolean> => {
    if (!isOfAccount(streamId)) return true;
    if (!accounts.has(streamId)) accounts.set(streamId, (await there.readStreamPage(streamId, 0, 1)).length > 0);
    return accounts.get(streamId)!;
  };
  for await (const event of eventsSince(here, since, OUTLIVING)) {
    const data = outlives(event.type)!(event.data);
    if (data && (await isThere(event))) found.push({ event, data });
  }
  return found;
}
