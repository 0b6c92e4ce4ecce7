import { Inject, Injectable } from '@nestjs/common';
import {
  type Figure,
  type FigureId,
  figureOf,
  invoiceNamed,
  type Owner,
  payoutRefusals,
  refusals,
  shareOf,
  tierProgress,
  type WhyView,
} from '@framelift/contracts';
import { Log } from '../../engine/log/log.ts';
import { Checkpoints } from '../../engine/tree/checkpoints.ts';
import { writeCursor } from '../../http/list-query.ts';
import { Refused } from '../../platform/refused.ts';
import { CLOCK, type Clock } from '../../platform/tokens.ts';
import { reasonOf } from '../part-words.ts';
import { Parts } from '../parts.ts';
import { TermsHistory } from '../terms-history.ts';
import { clicksOf, clicksOfAll, type Line, partsOf, runOf, type Source } from './sources.ts';

/** A figure of something, as a page of its parts. `asker`: the affiliate who may see only their own; undefined: an admin. */
export interface Question {
  figure: FigureId;
  of?: string | undefined;
  /** A position, or a time (ISO 8601). */
  at?: string | undefined;
  /** A month, YYYY-MM. */
  range?: string | undefined;
  /** Behind this position. */
  after?: number | undefined;
  /** Events of a page. */
  limit?: number | undefined;
  asker?: string | undefined;
  /** The read model has every event up to here. */
  reached: number;
}

/** Events with positions from `from` and below `before`, at the time `now` (ISO 8601 UTC). */
interface Moment {
  from: number;
  before: number;
  now: string;
}
type Part = WhyView['parts'][number];
type Sum = WhyView['sums'][number];
interface Total {
  value: number;
  /** The sum over events alone. */
  ofEvents: number;
  sums: Sum[];
  /** Other figures in it; their order is that of the page. */
  lines: Omit<Part, 'running' | 'recordedAt'>[];
  /** The first position with an event in it. */
  first: number;
}

/** Events of a page, unless the question says how many. */
const USUAL_PAGE = 50;
const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/;
const CASHOUT = /^[0-9a-z]{16}-\d+$/;
const isPosition = (text: string): boolean => /^\d+$/.test(text);

/** Where a number comes from: at the position that the answer names, its parts sum to its value. */
@Injectable()
export class Whys {
  constructor(
    private readonly parts: Parts,
    private readonly log: Log,
    private readonly terms: TermsHistory,
    private readonly checkpoints: Checkpoints,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  /** @throws Refused where there is no such figure of it */
  async read(question: Question): Promise<WhyView> {
    const figure = figureOf(question.figure);
    const { of, owner } = this.subjectOf(figure, question);
    const { position, now } = await this.momentOf(question);
    const moment = await this.within(figure, question.range, { from: 0, before: position + 1, now });
    await this.check(owner, of, question, { ...moment, before: position + 1 });
    const [total, beganAt, [last], tierNames, checkpoint] = await Promise.all([
      this.total(question.figure, owner, of, moment),
      this.beganAt(owner, of),
      this.log.read(position - 1, 1, { upTo: position }),
      this.terms.inForce().then((programme) => programme.tierNames),
      this.checkpoints.inView(async (_, { note }) => note),
    ]);
    const recordedAt = last?.recordedAt.toISOString() ?? now;
    const before = Math.min(question.after ?? Infinity, moment.before);
    const lines = question.after === undefined ? total.lines.map((line) => ({ ...line, recordedAt })) : [];
    const { events, next } = await this.events(figure, owner, of, total, { ...moment, before }, question.limit);
    const shown = events.map((line) => ({
      position: line.position,
      recordedAt: line.at,
      says: reasonOf(line, tierNames, !figure.sums.earnedCents),
      amount: shareOf(figure, line.adds),
      of: line.about ?? (owner === 'programme' ? line.affiliateId : null),
      figure: null,
    }));
    // A later page continues from the running sum of the page before it.
    let running =
      question.after === undefined ? total.value : (await this.total(question.figure, owner, of, { ...moment, before })).ofEvents;
    if (figure.ratio) running = total.value;
    return {
      figure: question.figure,
      value: total.value,
      unit: figure.unit,
      at: { position, recordedAt },
      beganAt,
      parts: [...lines, ...shown].map((part) => {
        const withIt = { ...part, running };
        running -= part.amount;
        return withIt;
      }),
      sums: total.sums,
      next,
      checkpoint: checkpoint ?? null,
    };
  }

  /** What the figure is of. @throws Refused where it is not of such a thing */
  private subjectOf(figure: Figure, { of, asker }: Question): { owner: Owner; of: string } {
    const id = of ?? asker;
    const kind =
      id === undefined
        ? 'programme'
        : figure.of.includes('run')
          ? 'run'
          : CASHOUT.test(id)
            ? 'cashout'
            : invoiceNamed(id)
              ? 'sale'
              : 'affiliate';
    if (!figure.of.includes(kind)) throw new Refused(refusals.figureOfWhom);
    if (asker !== undefined && (kind === 'run' || (kind === 'affiliate' && id !== asker)))
      throw new Refused(refusals.affiliateNotFound, 'missing');
    return { owner: kind, of: id ?? '' };
  }

  /** The position and the time that are asked about; no later than the read model has reached. */
  private async momentOf({ at, reached }: Question): Promise<{ position: number; now: string }> {
    if (at === undefined) return { position: reached, now: new Date(this.now()).toISOString() };
    if (!isPosition(at)) return { position: Math.min(await this.log.lastBefore(new Date(Date.parse(at) + 1)), reached), now: at };
    const position = Math.min(Number(at), reached);
    const [event] = await this.log.read(position - 1, 1, { upTo: position });
    return { position, now: (event?.recordedAt ?? new Date(this.now())).toISOString() };
  }

  private async within(figure: Figure, range: string | undefined, moment: Moment): Promise<Moment> {
    if (range === undefined) return moment;
    const [, year, month] = MONTH.exec(range) ?? [];
    if (!year || !month || figure.and || figure.clock) throw new Refused(refusals.rangeInvalid);
    const [from, last] = await Promise.all(
      [Number(month) - 1, Number(month)].map((first) => this.log.lastBefore(new Date(Date.UTC(Number(year), first, 1)))),
    );
    return { ...moment, from: from! + 1, before: Math.min(last! + 1, moment.before) };
  }

  /** @throws Refused where there is nothing of this id, or it is not the asker's */
  private async check(owner: Owner, of: string, { asker, reached }: Question, { before, now }: Moment): Promise<void> {
    if (owner === 'affiliate') {
      const sums = await this.parts.sums({ affiliateId: of }, before, now);
      if (sums.reduce((count, { adds }) => count + adds.accounts, 0) < 1) throw new Refused(refusals.affiliateNotFound, 'missing');
    }
    if (owner === 'run' && !(await runOf(this.log, of).sums(reached + 1, now)).length)
      throw new Refused(payoutRefusals.runNotFound, 'missing');
    if (owner !== 'sale' && owner !== 'cashout') return;
    const kinds = owner === 'sale' ? ['sale'] : ['cashoutRequested'];
    const [first] = await this.parts.page({ about: of }, { kinds, before: reached + 1, limit: 1 });
    if (!first || (asker !== undefined && first.affiliate_id !== asker))
      throw new Refused(owner === 'sale' ? refusals.saleNotFound : refusals.cashoutNotFound, 'missing');
  }

  /** When figures of it began; null: it has few events. */
  private async beganAt(owner: Owner, of: string): Promise<string | null> {
    if (owner === 'programme') return (await this.log.read(0, 1))[0]?.recordedAt.toISOString() ?? null;
    if (owner !== 'affiliate') return null;
    const [opened] = await this.parts.page({ affiliateId: of }, { kinds: ['registered'], before: Number.MAX_SAFE_INTEGER, limit: 1 });
    return opened ? new Date(opened.at).toISOString() : null;
  }

  private source(figure: Figure, owner: Owner, of: string): Source {
    if (owner === 'run') return runOf(this.log, of);
    if (figure.sums.clicks) return owner === 'affiliate' ? clicksOf(this.log, of) : clicksOfAll(this.log, this.parts);
    return partsOf(this.parts, owner === 'programme' ? 'all' : owner === 'affiliate' ? { affiliateId: of } : { about: of });
  }

  private async events(
    figure: Figure,
    owner: Owner,
    of: string,
    { sums, first }: Total,
    { from, before, now }: Moment,
    limit = USUAL_PAGE,
  ) {
    const kinds = sums.map(({ kind }) => kind);
    const wanted = { kinds, from: Math.max(from, first), before, limit: limit + 1, heldAt: figure.sums.heldCents ? now : undefined };
    const read: Line[] = figure.ratio || !kinds.length ? [] : await this.source(figure, owner, of).page(wanted);
    const events = read.slice(0, limit);
    return { events, next: read.length > limit ? writeCursor([events.at(-1)!.position]) : null };
  }

  private async total(id: FigureId, owner: Owner, of: string, moment: Moment): Promise<Total> {
    const figure = figureOf(id);
    if (figure.ratio) return this.ratio(figure.ratio as readonly [FigureId, FigureId], owner, of, moment);
    if (id === 'debts') return totalOf(figure, [], await this.debts(moment));
    if (id === 'next-tier') return totalOf(figure, [], await this.nextTier(of, moment));
    const { from, before, now } = moment;
    const source = this.source(figure, owner, of);
    const [until, earlier] = await Promise.all([source.sums(before, now), from > 1 ? source.sums(from, now) : []]);
    const first = figure.sums.heldCents ? Math.min(...until.map(({ heldFrom }) => heldFrom), before) : 0;
    const sums = until.flatMap(({ kind, count, adds }) => {
      const old = earlier.find((sum) => sum.kind === kind);
      const amount = shareOf(figure, adds) - (old ? shareOf(figure, old.adds) : 0);
      return amount === 0 ? [] : [{ kind, count: count - (old?.count ?? 0), amount }];
    });
    sums.sort((a, b) => Math.abs(b.amount) - Math.abs(a.amount));
    const others = await Promise.all(
      Object.entries(figure.and ?? {}).map(async ([name, sign]) => {
        const { value } = await this.total(name as FigureId, owner, of, moment);
        return value ? [lineOf(name as FigureId, sign! * value, before - 1, owner === 'affiliate' ? of : null)] : [];
      }),
    );
    return totalOf(figure, sums, others.flat(), first);
  }

  /** Per hundred hundredths (basis points): what is below zero counts as none. */
  private async ratio([part, whole]: readonly [FigureId, FigureId], owner: Owner, of: string, moment: Moment): Promise<Total> {
    const [a, b] = await Promise.all([part, whole].map((name) => this.total(name, owner, of, moment)));
    const lines = [part, whole].map((name, i) => lineOf(name, [a, b][i]!.value, moment.before - 1, owner === 'affiliate' ? of : null));
    const value = b!.value ? Math.round((Math.max(0, a!.value) / b!.value) * 10_000) : 0;
    return { value, ofEvents: 0, lines, sums: lines.map(({ figure, amount }) => ({ kind: figure!, count: 1, amount })), first: 0 };
  }

  private async debts({ before }: Moment): Promise<Total['lines']> {
    return (await this.parts.debts(before)).map(({ affiliateId, cents }) => ({
      ...lineOf('account', cents, before - 1, affiliateId),
      says: 'Owed by an affiliate',
    }));
  }

  /** The threshold of the next tier, by the terms in force and the tier of that time. */
  private async nextTier(affiliateId: string, { before, now }: Moment): Promise<Total['lines']> {
    const scope = { affiliateId };
    const [sums, [tier], all, terms] = await Promise.all([
      this.parts.sums(scope, before, now),
      this.parts.page(scope, { kinds: ['tier'], before, limit: 1 }),
      this.terms.all(),
      this.terms.at(before - 1),
    ]);
    const sales = sums.reduce((count, { adds }) => count + adds.sales, 0);
    const { nextTier } = tierProgress(terms.tiers, tier?.about ?? terms.tiers[0]!.tier, sales);
    if (!nextTier) return [];
    const set = all.findLast(({ position }) => position < before)?.position ?? 0;
    return [{ ...lineOf('next-tier', nextTier.threshold, set, null), says: `${nextTier.name} begins at ${nextTier.threshold} sales` }];
  }
}

const lineOf = (figure: FigureId, amount: number, position: number, of: string | null) => ({
  position,
  says: figureOf(figure).label,
  amount,
  of,
  figure,
});

/** A total of events and other figures; what it would be below zero is one more line. */
function totalOf({ elseIn }: Figure, ofKinds: Sum[], others: Total['lines'], first = 0): Total {
  const ofEvents = ofKinds.reduce((sum, { amount }) => sum + amount, 0);
  const signed = others.reduce((sum, { amount }) => sum + amount, ofEvents);
  const lines =
    elseIn && signed < 0 ? [...others, lineOf(elseIn as FigureId, -signed, others[0]?.position ?? 0, others[0]?.of ?? null)] : others;
  const figures = [...new Set(lines.map(({ figure }) => figure!))];
  const sums = figures.map((kind) => {
    const some = lines.filter(({ figure }) => figure === kind);
    return { kind, count: some.length, amount: some.reduce((sum, { amount }) => sum + amount, 0) };
  });
  return { value: lines.reduce((sum, { amount }) => sum + amount, ofEvents), ofEvents, lines, sums: [...ofKinds, ...sums], first };
}
