import { Injectable } from '@nestjs/common';
import {
  checkoutStream,
  ELSEWHERE,
  euros,
  type EventName,
  type EvidenceStep,
  type EvidenceView,
  invoiceNamed,
  notCreditedReasons,
  eurosPerUnit,
  refusals,
  type Sealed,
  toPercent,
} from '@framelift/contracts';
import type { AnyEvent, StoredEvent } from '../../engine/log/event.ts';
import { Log } from '../../engine/log/log.ts';
import { Vault } from '../../engine/log/sealing/vault.ts';
import { Refused } from '../../platform/refused.ts';
import { attributionWords, elsewhereWords } from './attribution-words.ts';
import { SalesLists, saleView } from './sales.view.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

type PaidForeign = { currency: string; paidCents: number; rateNanos?: number };

type Words = { [N in EventName]?: (event: StoredEvent<N>) => Omit<EvidenceStep, 'position'> };

const takenBack = { hand: 'Reversed by hand', refund: 'Refunded', dispute: 'Charged back' } as const;
const disputed = { open: 'The buyer opened a dispute', lost: 'The dispute was lost', won: 'The dispute was won' } as const;

const partlyBack = {
  store: 'The store shows that a part went back to the buyer',
  program: 'The program says that a part went back to the buyer',
};

const byHand = (credited: 'store' | 'hand'): string => (credited === 'hand' ? 'Credited by hand' : 'Credited');

/** The text of each event of a checkout for admins. */
const words: Words = {
  VisitTracked: ({ data, metadata }) => ({
    kind: 'visit',
    happenedAt: metadata.occurredAt,
    text: `Opened ${data.page} with the affiliate’s code`,
  }),
  CheckoutStarted: ({ data, metadata }) => ({
    kind: 'checkout',
    happenedAt: metadata.occurredAt,
    text: `Sent to the store for ${data.quantity} × premium, list price ${euros(data.listCents)}`,
  }),
  SaleReported: ({ data }) => ({
    kind: 'invoice',
    happenedAt: data.soldAt,
    text: `Sold elsewhere for ${(data.paidCents / 100).toFixed(2)} ${data.currency}`,
  }),
  SaleCredited: ({ data, metadata }) => ({
    kind: 'credited',
    happenedAt: metadata.occurredAt,
    text: `${byHand(data.credited)} with ${euros(data.commissionCents)} on ${euros(data.amountCents)}`,
  }),
  SaleNotCredited: ({ data, metadata }) => ({
    kind: 'notCredited',
    happenedAt: metadata.occurredAt,
    text: `Not credited: ${notCreditedReasons[data.reason]}`,
  }),
  SaleHoldReleased: ({ data, metadata }) => ({
    kind: 'released',
    happenedAt: metadata.occurredAt,
    text: `${euros(data.commissionCents)} released from its hold`,
  }),
  SaleCreditReversed: ({ data, metadata }) => ({
    kind: 'reversed',
    happenedAt: metadata.occurredAt,
    text: `${takenBack[data.cause]}: ${euros(data.commissionCents)} taken back`,
  }),
  SaleCreditRestored: ({ data, metadata }) => ({
    kind: 'restored',
    happenedAt: metadata.occurredAt,
    text: `Counts again with ${euros(data.commissionCents)}`,
  }),
  DisputeSeen: ({ data, metadata }) => ({
    kind: 'dispute',
    happenedAt: metadata.occurredAt,
    text: `${disputed[data.state]}, about ${(data.disputedCents / 100).toFixed(2)} ${data.currency}`,
  }),
  PartialRefundSeen: ({ data, metadata }) => ({
    kind: 'partialRefund',
    happenedAt: metadata.occurredAt,
    text: `${partlyBack[data.provider === ELSEWHERE ? 'program' : 'store']}: ${(data.refundedCents / 100).toFixed(2)} ${data.currency} so far; nothing was reversed`,
  }),
};

/** Events of which keys, names, or the affiliate's side of the append say more. */
const decided = new Set(['CheckoutStarted', 'SaleReported', 'SaleCredited', 'SaleCreditReversed', 'SaleHoldReleased']);

const rateWords = { own: () => 'their own rate', tier: (tier: string) => `tier ${tier}`, product: () => 'the product’s rate' };

/** All known data of one invoice, from the log itself: visit, checkout, invoice and every outcome. */
@Injectable()
export class Evidence {
  constructor(
    private readonly log: Log,
    private readonly vault: Vault,
    private readonly lists: SalesLists,
  ) {}

  /** Finds the evidence by the key of an invoice. @throws Refused if the programme does not know the invoice */
  async find(key: string): Promise<EvidenceView> {
    const invoice = invoiceNamed(key);
    const row = invoice && (await this.lists.sale(invoice));
    if (!row) throw new Refused(refusals.saleNotFound, 'missing');
    const events = await this.log.readStream(checkoutStream(invoice));
    const steps: EvidenceStep[] = [...(await this.visit(row.visit_id)), ...events].flatMap((e) => step(e));
    const code = await this.code(events);
    const details = await Promise.all(events.filter((e) => decided.has(e.type)).map((e) => this.more(e, code)));
    for (const [position, more] of details) {
      const outcome = steps.find((s) => s.position === position)!;
      outcome.text += more;
    }
    const paid = await this.invoice(events);
    if (paid && !steps.some(({ kind }) => kind === 'invoice')) steps.push(paid.step);
    return {
      sale: saleView(row),
      code,
      customerEmail: paid?.email ?? null,
      timeline: steps.toSorted(inOrder),
      intents: row.reason === 'unknownCheckout' ? await this.lists.intentsNear(row.sold_at ?? new Date(0)) : [],
    };
  }

  /** A visit's id is its command's. */
  private async visit(id: string | null): Promise<AnyEvent[]> {
    return id && UUID.test(id) ? this.log.readCommand(id.toLowerCase()) : [];
  }

  /** The code that found the affiliate. */
  private async code(events: readonly AnyEvent[]): Promise<string | null> {
    const started = events.find((e) => e.type === 'CheckoutStarted' || e.type === 'SaleReported');
    return started ? this.vault.openOne<string>(started.data.code) : null;
  }

  /** Which rule found the affiliate of a checkout; of an outcome what the affiliate's side of the same append says: rate and reason. */
  private async more(outcome: AnyEvent, code: string | null): Promise<[number, string]> {
    if (outcome.type === 'CheckoutStarted') {
      const { outvoted } = outcome.data;
      const name = outvoted ? await this.lists.username(outvoted.affiliateId) : null;
      return [outcome.position, attributionWords(outcome.data, { code, outvoted: name })];
    }
    if (outcome.type === 'SaleReported') return [outcome.position, elsewhereWords(outcome.data, code)];
    const side = (await this.log.readCommand(outcome.metadata.commandId)).find(
      (e) => e.type === 'SaleRecorded' || e.type === 'SaleReversed' || e.type === 'HoldReleased',
    );
    if (!side) return [outcome.position, ''];
    const note = side.type === 'SaleReversed' ? side.data.internalNote : undefined;
    const [reason, internalNote] = await this.vault.open([side.data.reason as Sealed | undefined, note as Sealed | undefined]);
    const rate =
      side.type === 'SaleRecorded' ? `, at ${toPercent(side.data.commissionBps)}% (${rateWords[side.data.rateFrom](side.data.tier)})` : '';
    const capped = side.type === 'SaleRecorded' && side.data.capped ? `, capped from ${euros(side.data.paidCents)} paid` : '';
    return [
      outcome.position,
      `${rate}${capped}${reason ? `. Reason: ${reason}` : ''}${internalNote ? `. Internal note: ${internalNote}` : ''}`,
    ];
  }

  /** The store's invoice is no event; the first outcome holds its data. */
  private async invoice(events: readonly AnyEvent[]): Promise<{ step: EvidenceStep; email: string | null } | undefined> {
    const outcome = events.find((e) => e.type === 'SaleCredited' || e.type === 'SaleNotCredited');
    if (!outcome) return undefined;
    const sentence =
      outcome.type === 'SaleNotCredited'
        ? outcome
        : (await this.log.readCommand(outcome.metadata.commandId)).find((e) => e.type === 'SaleRecorded');
    if (!sentence) return undefined;
    const { soldAt, paidCents, customerEmail } = sentence.data;
    const foreign = sentence.data.foreign ? foreignWords(sentence.data.foreign) : '';
    const email = await this.vault.openOne<string>(customerEmail);
    return {
      step: {
        kind: 'invoice',
        happenedAt: soldAt,
        text: `Invoice ${sentence.data.invoiceId} completed, ${euros(paidCents)} paid for our product${foreign}`,
        position: null,
      },
      email: email || null,
    };
  }
}

/** Words for a payment in another currency; without a rate it counted as nothing. */
const foreignWords = ({ currency, paidCents, rateNanos }: PaidForeign): string =>
  `, ${rateNanos ? 'which is' : 'the buyer paid'} ${(paidCents / 100).toFixed(2)} ${currency}${rateNanos ? ` at ${eurosPerUnit(rateNanos)}` : ''}`;

const step = (e: AnyEvent): EvidenceStep[] => {
  const say = words[e.type] as ((event: AnyEvent) => Omit<EvidenceStep, 'position'>) | undefined;
  return say ? [{ ...say(e), position: e.position }] : [];
};

/** The store's events are at its clock's times, but never after the outcome they caused. */
const ranks: Record<EvidenceStep['kind'], number> = {
  visit: 0,
  checkout: 1,
  invoice: 2,
  notCredited: 3,
  credited: 3,
  released: 3,
  partialRefund: 3,
  dispute: 3,
  reversed: 3,
  restored: 3,
};
const inOrder = (a: EvidenceStep, b: EvidenceStep): number => ranks[a.kind] - ranks[b.kind] || (a.position ?? 0) - (b.position ?? 0);
