import { Injectable } from '@nestjs/common';
import {
  affiliateStream,
  DAY_MS,
  figureOf,
  isMonth,
  moneyEvents,
  partOf,
  type ReceiptBody,
  receiptRefusals,
  receiptRules,
  refusals,
  shareOf,
} from '@framelift/contracts';
import type { AnyEvent } from '../../engine/log/event.ts';
import { Log } from '../../engine/log/log.ts';
import { Refused, refuseIf } from '../../platform/refused.ts';
import type { Counted } from './affiliate.commands.ts';
import { ownerOf } from './affiliate.decider.ts';

type Asked = Pick<ReceiptBody, 'figure' | 'of' | 'at'>;

const PAGE = 1_000;
const LAST = Number.MAX_SAFE_INTEGER;
const types = [...moneyEvents];

/** Adds up a figure that is to be published, from the account's events. */
@Injectable()
export class ReceiptFigures {
  constructor(private readonly log: Log) {}

  /** `now`: ISO 8601 UTC. @throws Refused: a receipt does not show this */
  async of(affiliateId: string, { figure, of, at }: Asked, now: string): Promise<Counted> {
    const isOfMonth = figure === 'earned';
    refuseIf(isOfMonth && !isMonth(of ?? ''), receiptRefusals.ofInvalid);
    refuseIf(!isOfMonth && Boolean(of) && ownerOf(of!) !== affiliateId, refusals.cashoutNotFound, 'missing');
    const upTo = Math.min(at ?? LAST, (await this.log.head()).position);
    const [from, to] = isOfMonth ? await this.month(of!) : [0, LAST];
    const about = isOfMonth ? undefined : of;
    const counted = { amountCents: 0, events: 0, positions: [] as number[] };
    let [requestedAt, paidAt] = [now, now];
    for await (const e of this.events(affiliateId, from, Math.min(to, upTo))) {
      if (about && (e.data as { cashoutId?: string }).cashoutId !== about) continue;
      if (e.type === 'CashoutRequested') requestedAt = e.metadata.occurredAt;
      const cents = shareOf(figureOf(figure), partOf(e)!.adds);
      if (cents === 0) continue;
      paidAt = e.metadata.occurredAt;
      counted.amountCents += cents;
      counted.events++;
      counted.positions.unshift(e.position);
      counted.positions.length = Math.min(counted.positions.length, receiptRules.proved);
    }
    refuseIf(counted.amountCents <= 0, receiptRefusals.nothing);
    const days = Math.max(1, Math.ceil((Date.parse(paidAt) - Date.parse(requestedAt)) / DAY_MS));
    return { ...counted, upTo, countedAt: at ? await this.timeAt(upTo) : now, ...(about ? { days } : {}) };
  }

  /** The positions between which a month was recorded, the first one excluded. */
  private async month(month: string): Promise<[number, number]> {
    const [year, number] = month.split('-').map(Number) as [number, number];
    const before = (first: number) => this.log.lastBefore(new Date(Date.UTC(year, first, 1)));
    return [await before(number - 1), await before(number)];
  }

  private async *events(affiliateId: string, from: number, upTo: number): AsyncGenerator<AnyEvent> {
    const stream = affiliateStream(affiliateId);
    let version = from ? ((await this.log.lastUntil(stream, from))?.version ?? 0) : 0;
    for (;;) {
      const page = await this.log.readStreamPage(stream, version, PAGE, types);
      for (const e of page) if (e.position <= upTo) yield e;
      const last = page.at(-1);
      if (page.length < PAGE || !last || last.position >= upTo) return;
      version = last.version;
    }
  }

  private async timeAt(position: number): Promise<string> {
    const [event] = await this.log.read(position - 1, 1, { upTo: position });
    if (!event) throw new Refused(refusals.unavailable, 'unavailable');
    return event.recordedAt.toISOString();
  }
}
