import { Injectable } from '@nestjs/common';
import { firstTerms, programmeStream, type Terms } from '@framelift/contracts';
import type { Actor } from '../engine/log/event.ts';
import { Log } from '../engine/log/log.ts';
import { Streams } from '../engine/log/deciding/streams.ts';
import { type Programme, termsInForce, termsOf } from '../programme/terms/terms.decider.ts';

export interface TermsSet {
  position: number;
  at: string;
  recordedAt: Date;
  actor: Actor;
  terms: Terms;
}

/** The terms, now and before. Their stream is short, so they need no read model and are never behind. */
@Injectable()
export class TermsHistory {
  constructor(
    private readonly streams: Streams,
    private readonly log: Log,
  ) {}

  async inForce(): Promise<Programme> {
    return (await this.streams.load(termsInForce)).state;
  }

  /** The terms in force at a position or time (recordedAt), included. */
  async at(at: number | Date): Promise<Terms> {
    const set = (await this.all()).findLast((s) => (typeof at === 'number' ? s.position <= at : s.recordedAt <= at));
    return set?.terms ?? firstTerms;
  }

  /** The names that tiers had at a time (recordedAt), by id. */
  async namesAt(at: Date): Promise<Record<string, string>> {
    const set = (await this.all()).flatMap(({ recordedAt, terms }) => (recordedAt <= at ? [terms] : []));
    return Object.fromEntries([firstTerms, ...set].flatMap(({ tiers }) => tiers.map(({ tier, name }) => [tier, name])));
  }

  /** Every change, the oldest first. */
  async all(): Promise<TermsSet[]> {
    const events = await this.log.readStreamPage(programmeStream, 0, Number.MAX_SAFE_INTEGER, ['ProgrammeTermsSet']);
    return events.flatMap((e) =>
      e.type === 'ProgrammeTermsSet'
        ? [{ position: e.position, at: e.metadata.occurredAt, recordedAt: e.recordedAt, actor: e.metadata.actor, terms: termsOf(e.data) }]
        : [],
    );
  }
}
