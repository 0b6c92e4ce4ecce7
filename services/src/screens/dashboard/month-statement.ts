import { Inject, Injectable } from '@nestjs/common';
import {
  affiliateStream,
  BillingBody,
  type Brand,
  effectiveTier,
  type EventName,
  heldCents,
  isMonth,
  payeeIn,
  type PaymentFields,
  payoutMethods,
  programmeStream,
  rateFor,
  refusals,
  rules,
  type Sealed,
  shownDetails,
  type StatementLayout,
  type Stored,
  toEuros,
  toPercent,
} from '@framelift/contracts';
import type { StoredEvent } from '../../engine/log/event.ts';
import { Log } from '../../engine/log/log.ts';
import { Vault } from '../../engine/log/sealing/vault.ts';
import { folding } from '../../engine/projecting/fold.ts';
import type { FoldedEvent } from '../../engine/projecting/projection.ts';
import { CurrentBrand } from '../../published/current-brand.ts';
import { KeptPictures } from '../../http/site/kept-pictures.ts';
import type { Config } from '../../platform/config.ts';
import { Refused } from '../../platform/refused.ts';
import { CONFIG } from '../../platform/tokens.ts';
import { sumsOf } from '../affiliate-sums.ts';
import { dashboard, type DashboardRow } from './dashboard.projection.ts';
import { reasonOf } from '../part-words.ts';
import { lineOf } from './parts.table.ts';
import { TermsHistory } from '../terms-history.ts';
import { panelLink } from './panel-link.ts';
import { layoutOf, siteOf } from './statement-layout.ts';

/** The payee's last billing details before the statement's end. */
export interface Payee {
  id: string;
  username: string;
  billing: Pick<BillingBody, 'name' | 'address' | 'country' | 'taxNumber'>;
}
export interface Movement {
  /** When it was booked (recordedAt), by which it belongs to the month. ISO 8601 UTC. */
  at: string;
  why: string;
  /** Signed; the balance after it. */
  cents: number;
  balanceCents: number;
  /** The panels of both amounts, from the fourth layout on. */
  links?: Links | undefined;
}
type Links = readonly [cents: string, balance: string];
/** The brand when a statement was due: at the month's end, or when a payout was paid. */
export interface Issuer {
  brand: Brand;
  /** PNG. */
  logo?: Buffer | undefined;
}
/** A month (UTC) of an affiliate's account. Opening and movements sum to closing, what is on hold included. */
export interface MonthStatement extends Issuer {
  /** YYYY-MM. */
  month: string;
  payee: Payee;
  openingCents: number;
  movements: Movement[];
  closingCents: number;
  /** The panels of the opening and the closing balance. */
  links?: Links | undefined;
  onHoldCents: number;
  /** The terms in force at the month's end, in words. */
  terms: readonly (readonly [name: string, value: string])[];
  /** The log's last event of the month. */
  head: { position: number; hash: string };
  layout: StatementLayout;
}
export interface PayoutStatement extends Issuer {
  cashoutId: string;
  payee: Payee;
  cents: number;
  paidTo: string;
  requestedAt: string;
  paidAt: string;
  reference: string | null;
  /** The amount's panel. */
  link?: string | undefined;
  head: { position: number; hash: string };
  layout: StatementLayout;
}

const billingFields = Object.keys(BillingBody.properties) as (keyof BillingBody)[];
const PAGE = 1_000;
const figures = { ...dashboard, tables: { totals: dashboard.tables.totals } };

/** The first layout whose amounts are links. */
const LINKED = 4;
const before = (moment: Date): string => new Date(moment.getTime() - 1).toISOString();

/** When a month (UTC) begins and ends. */
const boundsOf = (month: string): [Date, Date] => {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return [new Date(Date.UTC(year, number - 1, 1)), new Date(Date.UTC(year, number, 1))];
};

/** Creates statements from the streams: events of a past month never change, so neither does its statement. */
@Injectable()
export class StatementMaker {
  constructor(
    private readonly log: Log,
    private readonly vault: Vault,
    private readonly terms: TermsHistory,
    private readonly brands: CurrentBrand,
    private readonly pictures: KeptPictures,
    @Inject(CONFIG) private readonly config: Pick<Config, 'publicUrl'>,
  ) {}

  /** Months that are over, from the one the affiliate registered in, the newest first. `now` in ms. */
  async months(affiliateId: string, now: number): Promise<string[]> {
    const [first] = await this.log.readStreamPage(affiliateStream(affiliateId), 0, 1);
    if (!first) throw new Refused(refusals.affiliateNotFound, 'missing');
    const months: string[] = [];
    const end = new Date(now).toISOString().slice(0, 7);
    for (let month = first.recordedAt.toISOString().slice(0, 7); month < end; month = boundsOf(month)[1].toISOString().slice(0, 7))
      months.unshift(month);
    return months;
  }

  /** @throws Refused if the month has not ended, or precedes the affiliate */
  async ofMonth(affiliateId: string, month: string, now: number): Promise<MonthStatement> {
    if (!isMonth(month) || !(await this.months(affiliateId, now)).includes(month)) throw new Refused(refusals.noStatement, 'missing');
    const [begins, ends] = boundsOf(month);
    const { terms: inForce, tierNames } = await this.termsAt(ends);
    const fold = folding(figures);
    const { layout, site } = await this.issuedAt(ends);
    const payee = new PayeeFold();
    const movements: Movement[] = [];
    let [openingCents, balanceCents] = [0, 0];
    await this.each(affiliateId, (e) => {
      if (e.recordedAt >= ends) return false;
      fold.take([e]);
      payee.take(e);
      const line = lineOf(e);
      if (line) {
        balanceCents += line.cents;
        const reason = reasonOf(line, tierNames);
        const why = layout >= 3 && line.product ? `${reason} · ${line.product}` : reason;
        if (e.recordedAt < begins) openingCents = balanceCents;
        else {
          const links = site && ([panelLink(site, line, e.position), panelLink(site, null, e.position)] as const);
          movements.push({ at: e.recordedAt.toISOString(), why, cents: line.cents, balanceCents, ...(links ? { links } : {}) });
        }
      }
      return true;
    });
    const sums = sumsOf(fold.rows().totals[0]!.row as DashboardRow<'totals'>);
    const step = effectiveTier(inForce.tiers, sums.tier, sums.netSales);
    return {
      ...(await this.issuerAt(new Date(ends.getTime() - 1))),
      month,
      payee: await payee.opened(this.vault, affiliateId),
      openingCents,
      movements,
      closingCents: balanceCents,
      ...(site ? { links: [panelLink(site, null, before(begins)), panelLink(site, null, before(ends))] } : {}),
      onHoldCents: heldCents(sums.holds, ends.toISOString()),
      terms: [
        ['Tier', step.name],
        ['Commission rate', `${toPercent(rateFor(sums.commissionBps, step).commissionBps)}%`],
        ['Minimum cashout', `${toEuros(inForce.minimumCashoutCents).toFixed(2)} ${rules.currency}`],
        ['Holding period', inForce.holdDays ? `${inForce.holdDays} days` : 'none'],
      ],
      head: await this.headBefore(ends),
      layout,
    };
  }

  /** Cashouts that were completed, the newest first. */
  async payouts(affiliateId: string): Promise<{ cashoutId: string; cents: number; paidAt: string }[]> {
    const paid: { cashoutId: string; cents: number; paidAt: string }[] = [];
    const take = ({ data, metadata }: FoldedEvent) => {
      const { status, cashoutId, amountCents } = data as Stored<'CashoutProcessed'>;
      if (status === 'completed') paid.unshift({ cashoutId, cents: amountCents, paidAt: metadata.occurredAt });
      return true;
    };
    await this.each(affiliateId, take, ['CashoutProcessed']);
    return paid;
  }

  /** The statement of a payout as it was completed. @throws Refused if it was not */
  async ofPayout(affiliateId: string, cashoutId: string): Promise<PayoutStatement> {
    const payee = new PayeeFold();
    let requested: { data: Stored<'CashoutRequested'>; at: string } | undefined;
    let paid: (FoldedEvent & { recordedAt: Date }) | undefined;
    const take = (e: FoldedEvent & { recordedAt: Date }) => {
      payee.take(e);
      if (e.type === 'CashoutRequested' && e.data.cashoutId === cashoutId) requested = { data: e.data, at: e.metadata.occurredAt };
      if (e.type === 'CashoutProcessed' && e.data.cashoutId === cashoutId && e.data.status === 'completed') paid = e;
      return !paid;
    };
    await this.each(affiliateId, take, [...PAYEE, 'CashoutRequested', 'CashoutProcessed']);
    if (!requested || !paid) throw new Refused(refusals.noStatement, 'missing');
    const { reference } = paid.data as Stored<'CashoutProcessed'>;
    const [payTo] = (await this.vault.open([requested.data.payTo])) as (PaymentFields | null)[];
    const { layout, site } = await this.issuedAt(paid.recordedAt);
    return {
      ...(await this.issuerAt(paid.recordedAt)),
      cashoutId,
      payee: await payee.opened(this.vault, affiliateId),
      cents: requested.data.amountCents,
      paidTo: `${payoutMethods[requested.data.paymentType].name} ${payeeIn(shownDetails(payTo ?? {})) ?? ''}`.trim(),
      requestedAt: requested.at,
      paidAt: paid.metadata.occurredAt,
      reference: reference ?? null,
      head: await this.headAt(paid.position),
      layout,
      ...(site ? { link: panelLink(site, { kind: 'cashoutCompleted', about: cashoutId }, paid.position) } : {}),
    };
  }

  /** The billing details of future statements. */
  async billing(affiliateId: string) {
    const payee = new PayeeFold();
    await this.each(affiliateId, (e) => (payee.take(e), true), PAYEE);
    return (await payee.opened(this.vault, affiliateId)).billing;
  }

  /** Calls for each event of the stream, or of these types, the oldest first, while it answers true. */
  async each(
    affiliateId: string,
    take: (event: FoldedEvent & { recordedAt: Date }) => boolean,
    types?: readonly EventName[],
  ): Promise<void> {
    for (let version = 0; ;) {
      const page = await this.log.readStreamPage(affiliateStream(affiliateId), version, PAGE, types);
      for (const event of page) if (!take(event as never)) return;
      if (page.length < PAGE) return;
      version = page.at(-1)!.version;
    }
  }

  async issuerAt(time: Date): Promise<Issuer> {
    const brand = await this.brands.at(time);
    return { brand, logo: await this.pictures.logoOf(brand) };
  }

  async layoutAt(ends: Date): Promise<StatementLayout> {
    return (await this.issuedAt(ends)).layout;
  }

  /** The layout of what ends then, and the address that its links lead to, if it has any. */
  private async issuedAt(ends: Date): Promise<{ layout: StatementLayout; site: string | undefined }> {
    const signed = await this.log.readStreamPage(programmeStream, 0, Number.MAX_SAFE_INTEGER, ['HeadSigned']);
    const heads = signed as StoredEvent<'HeadSigned'>[];
    const layout = layoutOf(heads, ends);
    return { layout, site: layout >= LINKED ? siteOf(heads, ends, this.config.publicUrl) : undefined };
  }

  private async termsAt(ends: Date) {
    const last = new Date(ends.getTime() - 1);
    const [terms, tierNames] = await Promise.all([this.terms.at(last), this.terms.namesAt(last)]);
    return { terms, tierNames };
  }

  async headBefore(ends: Date): Promise<MonthStatement['head']> {
    return this.headAt(await this.log.lastBefore(ends));
  }

  async headAt(position: number): Promise<MonthStatement['head']> {
    const [event] = await this.log.read(position - 1, 1);
    return { position, hash: event!.hash.toString('hex') };
  }
}

/** The events that PayeeFold takes. */
export const PAYEE = ['AffiliateRegistered', 'AffiliateEdited', 'BillingDetailsChanged'] as const satisfies EventName[];

/** A stream's billing details, still sealed. */
export class PayeeFold {
  private username: Sealed | null = null;
  private details: Stored<'BillingDetailsChanged'> = {};

  take(e: FoldedEvent): void {
    if (e.type === 'AffiliateRegistered') this.username = e.data.username;
    if (e.type === 'AffiliateEdited' && e.data.username) this.username = e.data.username;
    if (e.type === 'BillingDetailsChanged') this.details = e.data;
  }

  /** @throws Refused where the name was erased */
  async opened(vault: Vault, id: string) {
    const [username, ...rest] = await vault.open([this.username, ...billingFields.map((field) => this.details[field] ?? null)]);
    if (typeof username !== 'string') throw new Refused(refusals.affiliateNotFound, 'missing');
    const billing = billingFields.map((field, i) => [field, typeof rest[i] === 'string' ? rest[i] : null]);
    return { id, username, billing: Object.fromEntries(billing) as Required<BillingBody> };
  }
}
