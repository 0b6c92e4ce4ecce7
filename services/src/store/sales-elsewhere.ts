import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import {
  type CouponProblem,
  ELSEWHERE,
  elsewhereRefusals,
  invoiceKey,
  type InvoiceRef,
  type SaleElsewhereBody,
  saleMoment,
  type Refusal,
} from '@framelift/contracts';
import { type CommandMeta, CommandReused, metaOf, type Outcome } from '../engine/log/deciding/command.ts';
import { Streams } from '../engine/log/deciding/streams.ts';
import { Keys, uuidFrom } from '../platform/keys.ts';
import { Refused, refuseIf } from '../platform/refused.ts';
import { affiliateBehind, claimSource } from '../programme/claims/claim.decider.ts';
import { buyerOf } from './buyer.ts';
import { Coupons } from './coupons.ts';
import type { Invoice } from './invoice.ts';
import { RefundReported, ReportSale } from './store.commands.ts';

type FoundElsewhere = Pick<ReportSale, 'affiliateId' | 'code'>;

const { couponUnknown, couponTakenBack, couponSuspended } = elsewhereRefusals;
/** `own` is for logged-in buyers; for others the address decides, at the sale. */
const couponRefused: Record<CouponProblem, Refusal> = {
  unknown: couponUnknown,
  takenBack: couponTakenBack,
  suspended: couponSuspended,
  own: couponUnknown,
};

export const refElsewhere = (id: string): InvoiceRef => ({ provider: ELSEWHERE, invoiceId: id });

/** Sales made elsewhere, as reported by programs; the sale's id there makes it happen once (docs/rules.md#22-sales-made-elsewhere). */
@Injectable()
export class SalesElsewhere {
  constructor(
    private readonly streams: Streams,
    private readonly keys: Keys,
    private readonly coupons: Coupons,
    private readonly commands: CommandBus,
  ) {}

  /** @throws Refused if the same id was reported with other fields */
  async report(body: SaleElsewhereBody, meta: CommandMeta): Promise<Outcome> {
    const invoice = this.invoiceOf(body, meta.occurredAt);
    const { amount, currency, ref, coupon, buyer, soldAt } = body;
    // Without a coupon as it was before there were any, so that a repeat of then is still one.
    const parts = [amount, currency, ref ?? null, buyer ?? null, soldAt ?? null, ...(coupon?.trim() ? [coupon] : [])];
    const named = { ...this.named('sale', invoice.ref, meta), fingerprint: this.keys.fingerprint(parts) };
    const found = await this.found(body, named);
    try {
      return await this.commands.execute(new ReportSale({ meta: named, invoice, buyer: buyerOf(this.keys, invoice), ...found }));
    } catch (error) {
      throw error instanceof CommandReused ? new Refused(elsewhereRefusals.recordedDifferently, 'mismatch') : error;
    }
  }

  /** A full refund happens once; a part (decimal, in the sale's currency) on each call without an Idempotency-Key. */
  refund(id: string, part: number | undefined, meta: CommandMeta): Promise<Outcome> {
    const ref = refElsewhere(id);
    if (part === undefined) return this.commands.execute(new RefundReported({ meta: this.named('refund', ref, meta), ref }));
    return this.commands.execute(new RefundReported({ meta, ref, partCents: Math.round(part * 100) }));
  }

  private named(what: string, ref: InvoiceRef, { actor, occurredAt, traceparent }: CommandMeta): CommandMeta {
    const meta = metaOf(actor, Date.parse(occurredAt), uuidFrom(`${what} ${invoiceKey(ref)}`), true);
    return { ...meta, ...(traceparent ? { traceparent } : {}) };
  }

  /** Finds the affiliate by code or link, as a checkout does. A code that leads nowhere is refused here; a buyer would continue without it. */
  private async found({ ref, coupon }: SaleElsewhereBody, { commandId, occurredAt }: CommandMeta): Promise<FoundElsewhere> {
    if (coupon?.trim()) {
      const supported = await this.coupons.supported(coupon, occurredAt);
      if (typeof supported === 'object') return { affiliateId: supported.affiliateId, code: supported.code };
      await this.refuseUnlessRecorded(commandId, couponRefused[supported]);
    }
    if (!ref?.trim()) return { affiliateId: null };
    const { state } = await this.streams.load(claimSource(this.keys.claim('username', ref)));
    const affiliateId = affiliateBehind(state, occurredAt);
    if (!affiliateId) await this.refuseUnlessRecorded(commandId, elsewhereRefusals.refUnknown);
    return { affiliateId };
  }

  /** A sale recorded while the code was valid is answered from the log. */
  private async refuseUnlessRecorded(commandId: string, why: Refusal): Promise<void> {
    refuseIf((await this.streams.log.readCommand(commandId)).length === 0, why, 'mismatch');
  }

  private invoiceOf({ id, amount, currency, buyer, soldAt: soldAtText }: SaleElsewhereBody, now: string): Invoice {
    const soldMs = Date.parse(soldAtText ?? now);
    const soldAt = new Date(saleMoment(soldMs, Date.parse(now)) ?? soldMs).toISOString();
    const priceCents = Math.round(amount * 100);
    return {
      ref: refElsewhere(id),
      status: 'completed',
      currency,
      email: buyer ?? '',
      createdAt: soldAt,
      completedAt: soldAt,
      priceCents,
      refundedCents: 0,
      dispute: null,
      items: [{ sku: 'elsewhere', quantity: 1, totalCents: priceCents }],
    };
  }
}
