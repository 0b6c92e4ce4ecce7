import { Inject, Injectable } from '@nestjs/common';
import { type EventName, FIRST_RUN_STEPS, type FirstRunStep, type FirstRunView, SANDBOX_MAILBOX } from '@framelift/contracts';
import { Streams } from '../engine/log/deciding/streams.ts';
import { EVENTS } from '../engine/log/event.ts';
import type { Config } from '../platform/config.ts';
import type { Pool } from '../platform/pg.ts';
import { CONFIG, POOL } from '../platform/tokens.ts';
import { publishedAt, siteInForce } from '../programme/site/site.decider.ts';

/** Events that end the first run or a step of it. */
const ASKED = ['SaleRecorded', 'SaleNotCredited', 'AffiliateRegistered'] as const satisfies EventName[];

/** What an admin does before the first sale: a step is done when the log shows it. */
@Injectable()
export class FirstRun {
  constructor(
    @Inject(POOL) private readonly pool: Pool,
    @Inject(CONFIG) private readonly config: Config,
    private readonly streams: Streams,
  ) {}

  async find(): Promise<FirstRunView> {
    const { store, mail } = this.config;
    const [happened, marks, { state: site }] = await Promise.all([this.happened(), this.marks(), this.streams.load(siteInForce)]);
    const isDone: Record<FirstRunStep, boolean> = {
      brand: publishedAt(site, 'brand') > 0,
      products: publishedAt(site, 'products') > 0,
      provider: !store.sandbox || happened.has('SaleNotCredited'),
      mail: marks.get('mail') === 'done',
      affiliate: happened.has('AffiliateRegistered'),
    };
    const steps = FIRST_RUN_STEPS.map((step) => ({
      step,
      state: isDone[step] ? ('done' as const) : (marks.get(step) ?? ('open' as const)),
    }));
    return {
      isOver: happened.has('SaleRecorded') || steps.every(({ state }) => state !== 'open'),
      steps,
      provider: store.sandbox ? 'sandbox' : store.provider,
      mail: mail.smtpUrl ? 'server' : mail.sandbox ? 'sandbox' : 'off',
      mailbox: mail.sandbox ? SANDBOX_MAILBOX : null,
      missing: { ...store.missing, mail: mail.missing },
    };
  }

  async mark(step: FirstRunStep, state: 'done' | 'skipped'): Promise<void> {
    await this.pool.query(
      `insert into first_run.steps (step, state) values ($1, $2) on conflict (step) do update set state = excluded.state`,
      [step, state],
    );
  }

  private async marks(): Promise<Map<FirstRunStep, 'done' | 'skipped'>> {
    const { rows } = await this.pool.query<{ step: FirstRunStep; state: 'done' | 'skipped' }>('select step, state from first_run.steps');
    return new Map(rows.map(({ step, state }) => [step, state]));
  }

  private async happened(): Promise<Set<EventName>> {
    const { rows } = await this.pool.query<{ type: EventName }>(
      `select asked.type from unnest($1::text[]) as asked (type)
       where exists (select from ${EVENTS} e where e.type = asked.type and e.type <> 'VisitTracked')`,
      [ASKED],
    );
    return new Set(rows.map(({ type }) => type));
  }
}
