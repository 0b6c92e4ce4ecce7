import { Inject, Injectable } from '@nestjs/common';
import {
  firstTerms,
  laterOf,
  limitsOf,
  limitsView,
  type PublicTermsView,
  type TermsHistoryView,
  type TermsPreviewView,
  termsProblem,
  type TermsToSet,
  termsView,
} from '@framelift/contracts';
import { Log } from '../../engine/log/log.ts';
import { Vault } from '../../engine/log/sealing/vault.ts';
import { TermsHistory } from '../terms-history.ts';
import { OnPages, type OnPagesAnswers } from '../../http/site/rendering.ts';
import type { Pool } from '../../platform/pg.ts';
import { refuseIf } from '../../platform/refused.ts';
import { CLOCK, type Clock, POOL } from '../../platform/tokens.ts';
import { joinAccount, nameOf, nameOrPseudonym } from '../names.ts';
import { foldWhatIf, WhatIf } from './what-if.ts';

const MONTHS = 12;

/** The programme's terms for people, and the effect of others. */
@Injectable()
export class TermsViews {
  /** Admin → percent of their preview that is folded. */
  private readonly under = new Map<string, number>();

  constructor(
    @Inject(POOL) private readonly pool: Pool,
    private readonly log: Log,
    private readonly vault: Vault,
    private readonly terms: TermsHistory,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  @OnPages()
  onPages(): OnPagesAnswers {
    return { '/api/public/terms': { ask: async () => ({ data: await this.inForce(), example: false }) } };
  }

  async inForce(): Promise<PublicTermsView> {
    const { tiers, minimumCashout, holdDays, windowDays, paymentTypes } = termsView((await this.terms.inForce()).terms);
    return { tiers, minimumCashout, holdDays, windowDays, paymentTypes };
  }

  async history(): Promise<TermsHistoryView> {
    const set = (await this.terms.all()).toReversed();
    const { pending } = await this.terms.inForce();
    const names = await this.names([...set.map(({ actor }) => actor.id), ...(pending ? [pending.by.id] : [])]);
    const nameOfActor = (id: string) => names.get(id) ?? id;
    return {
      pendingFourEyes: pending && {
        ...limitsView({ ...limitsOf(set[0]?.terms ?? firstTerms), ...pending.limits }),
        by: { id: pending.by.id, username: nameOfActor(pending.by.id) },
        requestedAt: pending.at,
        position: pending.position,
      },
      terms: termsView(set[0]?.terms ?? firstTerms),
      position: set[0]?.position ?? 0,
      history: set.map(({ position, at, actor, terms }) => ({
        position,
        recordedAt: at,
        by: nameOfActor(actor.id),
        terms: termsView(terms),
      })),
      first: termsView(firstTerms),
    };
  }

  progress(adminId: string): number | null {
    return this.under.get(adminId) ?? null;
  }

  /** The last 12 months as they would have been under `wanted`. @throws Refused */
  async preview(adminId: string, wanted: TermsToSet): Promise<TermsPreviewView> {
    const problem = termsProblem(wanted);
    refuseIf(problem !== undefined, problem!);
    const { terms: today } = await this.terms.inForce();
    const other = { ...laterOf(today), ...wanted };
    const from = new Date(this.now());
    from.setUTCMonth(from.getUTCMonth() - MONTHS);
    const fold = new WhatIf(other, today, from.toISOString());
    this.under.set(adminId, 0);
    try {
      await foldWhatIf(this.log, fold, (at, of) => this.under.set(adminId, Math.floor((at / of) * 100)));
    } finally {
      this.under.delete(adminId);
    }
    const found = [...fold.affiliates];
    const opened = await this.vault.open(found.map(([, a]) => a.name));
    const affiliates = found
      .map(([id, a], i) => ({ id, username: nameOrPseudonym(opened[i], id), beforeCents: a.actualCents, afterCents: a.whatIfCents }))
      .filter(({ beforeCents, afterCents }) => beforeCents !== afterCents)
      .toSorted((a, b) => Math.abs(b.afterCents - b.beforeCents) - Math.abs(a.afterCents - a.beforeCents));
    const sum = (of: 'actualCents' | 'whatIfCents') => found.reduce((n, [, a]) => n + a[of], 0);
    return { affiliates, total: { beforeCents: sum('actualCents'), afterCents: sum('whatIfCents') } };
  }

  private async names(ids: readonly string[]): Promise<Map<string, string>> {
    const { rows } = await this.pool.query<{ id: string; name: string }>(
      `select i.id, ${nameOf('n', 'i.id', 'admin')} as name from unnest($1::text[]) as i (id) ${joinAccount('n', 'i.id')}`,
      [[...new Set(ids)]],
    );
    return new Map(rows.map(({ id, name }) => [id, name]));
  }
}
