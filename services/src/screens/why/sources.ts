import { type EventName, type Measures, noMeasures, partOf, type PartKind, payoutStream, visitsStream } from '@framelift/contracts';
import type { StoredEvent } from '../../engine/log/event.ts';
import type { Log } from '../../engine/log/log.ts';
import { type KindSum, measuresOf, type Parts, type Scope } from '../parts.ts';

/** One event that a figure adds up. */
export interface Line {
  position: number;
  at: string;
  kind: PartKind;
  affiliateId: string | null;
  about: string | null;
  bps: number | null;
  rate_from: string | null;
  adds: Measures;
}
export interface Wanted {
  kinds: readonly string[];
  /** Positions: `from` included, `before` not. */
  from: number;
  before: number;
  /** Only what is on hold then. */
  heldAt?: string | undefined;
  limit: number;
}
/** Where the events of a figure are: their sums up to any position, and pages of them, the newest first. */
export interface Source {
  sums(before: number, now: string): Promise<KindSum[]>;
  page(wanted: Wanted): Promise<Line[]>;
}

/** Parts that the read model keeps. */
export const partsOf = (parts: Parts, scope: Scope): Source => ({
  sums: (before, now) => parts.sums(scope, before, now),
  page: async (wanted) =>
    (await parts.page(scope, wanted)).map((row) => ({
      ...row,
      at: new Date(row.at).toISOString(),
      affiliateId: row.affiliate_id,
      adds: measuresOf(row),
    })),
});

const lineOf = (event: StoredEvent): Line => {
  const { kind, adds } = partOf({ type: event.type as EventName, data: event.data })!;
  const at = event.metadata.occurredAt;
  return { position: event.position, at, kind, affiliateId: null, about: null, bps: null, rate_from: null, adds };
};
const within = (lines: readonly Line[], { from, before, limit }: Wanted): Line[] =>
  lines.filter(({ position }) => position >= from && position < before).slice(0, limit);
const sumOf = (kind: PartKind, count: number, adds: Partial<Measures>): KindSum[] =>
  count ? [{ kind, count, adds: { ...noMeasures, ...adds }, heldFrom: 0 }] : [];

/** Clicks of an affiliate: each event of its stream of visits is one, so its version counts them. */
export const clicksOf = (log: Log, affiliateId: string): Source => ({
  sums: async (before) => {
    const count = (await log.lastUntil(visitsStream(affiliateId), before - 1))?.version ?? 0;
    return sumOf('visit', count, { clicks: count });
  },
  page: async (wanted) => {
    const last = (await log.lastUntil(visitsStream(affiliateId), wanted.before - 1))?.version ?? 0;
    const first = Math.max(0, last - wanted.limit);
    return within((await log.readStreamPage(visitsStream(affiliateId), first, last - first)).toReversed().map(lineOf), wanted);
  },
});

/** Clicks of everybody: summed by the read model, listed from the log. */
export const clicksOfAll = (log: Log, parts: Parts): Source => ({
  sums: (before, now) => parts.sums('all', before, now),
  page: async (wanted) => {
    const found: Line[] = [];
    for (const { first, last } of await parts.visitedBlocks(wanted.before - 1)) {
      if (last < wanted.from) break;
      const events = await log.read(first - 1, last - first + 1, { types: ['VisitTracked'], upTo: last });
      found.push(...within(events.toReversed().map(lineOf), { ...wanted, limit: wanted.limit - found.length }));
      if (found.length === wanted.limit) break;
    }
    return found;
  },
});

const RUN: EventName[] = ['PayoutRunStarted', 'PayoutCashoutsRemoved', 'PayoutRunCancelled'];

/** Cashouts of a payout run: its stream is short. */
export function runOf(log: Log, runId: string): Source {
  const lines = async (before: number) =>
    (await log.readStreamPage(payoutStream(runId), 0, Number.MAX_SAFE_INTEGER, RUN))
      .map(lineOf)
      .filter(({ position }) => position < before)
      .toReversed();
  return { sums: async (before) => byKind(await lines(before)), page: async (wanted) => within(await lines(wanted.before), wanted) };
}

const byKind = (lines: readonly Line[]): KindSum[] =>
  [...new Set(lines.map(({ kind }) => kind))].flatMap((kind) => {
    const some = lines.filter((line) => line.kind === kind);
    return sumOf(kind, some.length, { inRunCents: some.reduce((sum, { adds }) => sum + adds.inRunCents, 0) });
  });
