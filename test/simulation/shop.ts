// The store's side: paid, refunded and disputed invoices, and notifications that arrive late, twice, out of order or never.
import type { Invoice } from '../../services/dist/store/invoice.js';
import type { Owner, World } from './world.ts';

export class SimulatedShop {
  readonly world: World;
  readonly invoices = new Map<string, Invoice>();
  isUp = true;

  constructor(world: World) {
    this.world = world;
  }

  open(invoiceId: string, cents: number, email: string): void {
    this.invoices.set(invoiceId, {
      ref: { provider: 'sellauth', invoiceId },
      status: 'open',
      currency: 'EUR',
      email,
      createdAt: this.now,
      completedAt: null,
      priceCents: cents,
      refundedCents: 0,
      dispute: null,
      items: [{ sku: 'premium', quantity: 1, totalCents: cents }],
    });
  }

  /** @returns how often it is notified, and after how many ms each time. */
  pay(invoiceId: string): number[] {
    this.change(invoiceId, { status: 'completed', completedAt: this.now });
    return this.notices();
  }

  refund(invoiceId: string): number[] {
    const { priceCents } = this.invoices.get(invoiceId)!;
    this.change(invoiceId, { status: 'refunded', refundedCents: priceCents });
    return this.notices();
  }

  /** Opens a dispute, or continues the existing one: lost, won after all, lost again. */
  dispute(invoiceId: string): number[] {
    const { dispute, priceCents } = this.invoices.get(invoiceId)!;
    const { random } = this.world;
    const state = !dispute
      ? random.pick(['open', 'lost'] as const)
      : dispute.state === 'lost'
        ? 'won'
        : random.pick(['lost', 'won'] as const);
    const isLost = state === 'lost';
    const [status, refundedCents] = isLost ? (['chargedBack', priceCents] as const) : (['completed', 0] as const);
    this.change(invoiceId, { status, refundedCents, dispute: { state, cents: priceCents } });
    return this.notices();
  }

  /** As the adapter of a provider, for one process. */
  provider(owner: Owner): object {
    const found = async (of: (i: Invoice) => boolean): Promise<Invoice[]> => {
      await this.way(owner);
      return [...this.invoices.values()].filter(of);
    };
    async function* each(invoices: Promise<Invoice[]>) {
      yield* await invoices;
    }
    return {
      name: 'sellauth',
      verifyNotification: (raw: Buffer) => JSON.parse(raw.toString()),
      readInvoice: async (name: string) => (await found((i) => i.ref.invoiceId === name))[0] ?? null,
      completedSince: (since: string) => each(found((i) => i.status === 'completed' && i.completedAt! >= since)),
      refundedSince: () => each(found((i) => i.status === 'refunded' || i.dispute !== null)),
    };
  }

  private get now(): string {
    return new Date(this.world.nowMs).toISOString();
  }

  private change(invoiceId: string, to: Partial<Invoice>): void {
    this.invoices.set(invoiceId, { ...this.invoices.get(invoiceId)!, ...to });
  }

  private notices(): number[] {
    const { random } = this.world;
    const times = random.weighted({ 0: 1, 1: 5, 2: 2, 3: 1 });
    return Array.from({ length: Number(times) }, () => (random.happens(0.2) ? random.between(1_000, 20_000) : random.between(5, 200)));
  }

  private async way(owner: Owner): Promise<void> {
    await new Promise<void>((done) => void this.world.after(this.world.random.between(5, 60), owner, done));
    if (!this.isUp) throw new Error('The store did not answer');
  }
}
