import { affiliateStream, idOf, WITHDRAWN_AT_ONCE, WITHDRAWN_KINDS, type WithdrawnKind } from '@framelift/contracts';
import { eventsSince } from '../../engine/log/appending/recording-again.ts';
import type { AnyEvent } from '../../engine/log/event.ts';
import type { Log } from '../../engine/log/log.ts';
import { uuidFrom } from '../../platform/keys.ts';
import type { WithdrawnEvent } from './withdrawn.decider.ts';

type Of<Kind extends WithdrawnKind> = Extract<AnyEvent, { type: Kind }>['data'];
interface Kept {
  /** Absent: each of this kind is listed. */
  isListed?(data: any): boolean;
  amountCents?(data: any): number;
  /** What a command needs to record it again; undefined: none can. `requested`: cashouts whose request was withdrawn too. */
  kept?(data: any, requested: ReadonlySet<string>): object | undefined;
}
const pick = <Data extends object, Key extends keyof Data>(data: Data, ...keys: Key[]): object =>
  Object.fromEntries(keys.flatMap((key) => (data[key] === undefined ? [] : [[key, data[key]]])));

const amountCents = (data: { amountCents: number }) => data.amountCents;
const commissionCents = (data: { commissionCents: number }) => data.commissionCents;

const kinds: Partial<Record<WithdrawnKind, Kept>> = {
  AffiliateEdited: {
    // A status is carried.
    isListed: (data: Of<'AffiliateEdited'>) => Object.keys(data).some((field) => field !== 'status' && field !== 'reason'),
    kept: (data: Of<'AffiliateEdited'>) => {
      const { status: _, ...fields } = data;
      return fields;
    },
  },
  SaleRecorded: {
    amountCents: commissionCents,
    kept: (data: Of<'SaleRecorded'>) => (data.provider === 'api' ? undefined : pick(data, 'provider', 'invoiceId', 'reason')),
  },
  SaleReversed: {
    // The store reports refunds and disputes again.
    isListed: ({ cause }: Of<'SaleReversed'>) => cause === 'hand',
    amountCents: commissionCents,
    kept: (data: Of<'SaleReversed'>) => pick(data, 'provider', 'invoiceId', 'reason', 'internalNote'),
  },
  HoldReleased: { amountCents: commissionCents, kept: (data: Of<'HoldReleased'>) => pick(data, 'provider', 'invoiceId', 'reason') },
  CashoutRequested: { amountCents, kept: (data: Of<'CashoutRequested'>) => pick(data, 'amountCents', 'paymentMethodId', 'notes') },
  CashoutProcessed: {
    // What was completed has an unknown outcome.
    isListed: ({ status }: Of<'CashoutProcessed'>) => status !== 'completed',
    amountCents,
    kept: (data: Of<'CashoutProcessed'>, requested) =>
      requested.has(data.cashoutId) ? undefined : pick(data, 'cashoutId', 'from', 'status', 'adminNotes', 'internalNote', 'proof'),
  },
  PaymentReturned: { amountCents },
  PaymentMethodAdded: { kept: (data) => data },
  PaymentMethodChanged: { kept: (data) => data },
  PaymentMethodRemoved: { kept: (data) => data },
  BillingDetailsChanged: { kept: (data) => data },
};

/** The id of the command that records a withdrawn event again: it happens once. */
export const againId = (id: string): string => uuidFrom(`withdrawn ${id}`);
const rowId = ({ streamId, id }: AnyEvent): string => `${idOf(streamId)}-${id.replaceAll('-', '')}`;

interface Account {
  rows: WithdrawnEvent[];
  /** Cashouts whose request was withdrawn. */
  requested: Set<string>;
}

/** What fell out of each account after `since`, without what is carried, in pages. */
export async function* withdrawnOf(
  here: Log,
  there: Log,
  since: number,
  isCarried: (event: AnyEvent) => boolean,
): AsyncGenerator<{ affiliateId: string; events: WithdrawnEvent[] }> {
  const accounts = new Map<string, Account>();
  const recordedAgain = await againSince(here, since);
  for await (const event of eventsSince(here, since, WITHDRAWN_KINDS)) {
    // The other history has what this one recorded again.
    const original = event.metadata.carried ?? recordedAgain.get(event.metadata.commandId);
    if (isCarried(event) || (original && (await there.hasEvent(original)))) continue;
    const affiliateId = idOf(event.streamId);
    const account = accounts.get(affiliateId) ?? { rows: [], requested: new Set() };
    accounts.set(affiliateId, account);
    add(account, event);
  }
  for (const [affiliateId, { rows }] of accounts) {
    if ((await here.readStreamPage(affiliateStream(affiliateId), 0, 1, ['AffiliateDeleted'])).length) continue;
    for (let n = 0; n < rows.length; n += WITHDRAWN_AT_ONCE) yield { affiliateId, events: rows.slice(n, n + WITHDRAWN_AT_ONCE) };
  }
}

function add({ rows, requested }: Account, event: AnyEvent): void {
  const { position, metadata, data } = event;
  const type = event.type as WithdrawnKind;
  const { isListed, amountCents: amountOf, kept: keptOf } = kinds[type] ?? {};
  if (isListed && !isListed(data)) return;
  if (event.type === 'CashoutRequested') requested.add(event.data.cashoutId);
  const kept = keptOf?.(data, requested);
  const amount = amountOf ? { amountCents: amountOf(data) } : {};
  rows.push({ id: rowId(event), type, position, happenedAt: metadata.occurredAt, ...amount, ...(kept ? { kept } : {}) });
}

/** The ids of events that this history recorded again, by the command that did. */
async function againSince(here: Log, since: number): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const event of eventsSince(here, since, ['EventsWithdrawn']))
    if (event.type === 'EventsWithdrawn') for (const { id } of event.data.events) found.set(againId(id), uuidIn(id));
  return found;
}

const uuidIn = (id: string): string => id.slice(id.lastIndexOf('-') + 1).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');

/** Whether a history has an account. */
export const hasAccount = async (log: Log, affiliateId: string): Promise<boolean> =>
  (await log.readStreamPage(affiliateStream(affiliateId), 0, 1)).length > 0;
