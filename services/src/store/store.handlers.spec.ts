import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { affiliateStream, checkoutStream, rules } from '@framelift/contracts';
import { commandMeta } from '../../../test/support/command-meta.ts';
import { freshDatabase, type TestDatabase } from '../../../test/support/database.ts';
import { begun, buyer, invoice, registered } from '../../../test/support/sale-given.ts';
import { Streams } from '../engine/log/deciding/streams.ts';
import { affiliateSource } from '../programme/affiliate/affiliate.decider.ts';
import { checkoutSource } from './checkout.decider.ts';
import { NotePartialRefund, RecordSale, StartCheckout } from './store.commands.ts';
import { NotePartialRefundHandler, RecordSaleHandler, StartCheckoutHandler } from './store.handlers.ts';
import { ref } from '../../../test/support/invoices.ts';

let db: TestDatabase;
beforeAll(async () => void (db = await freshDatabase()));
afterAll(() => db.close());

const typesOf = async (streamId: string) => (await db.log.readStream(streamId)).map((e) => e.type);

describe('a checkout that is announced between load and append', () => {
  it('is credited to the affiliate it names, though nobody was known when the command looked', async () => {
    const [affiliateId, invoiceId] = [randomUUID().slice(0, 8), randomUUID().slice(0, 8)];
    await db.log.append({
      streams: [
        { streamId: affiliateStream(affiliateId), expected: 0, facts: [{ ...registered, data: { ...registered.data, affiliateId } }] },
      ],
      metadata: commandMeta(),
    });
    const [here, there] = [new Streams(db.pool, db.log), new Streams(db.pool, db.log)];
    const meta = commandMeta();
    // Old enough that it would be settled as unknown.
    const createdAt = new Date(Date.parse(meta.occurredAt) - 2 * rules.unknownCheckoutAfter).toISOString();
    const sold = invoice({ ref: ref(invoiceId), createdAt, completedAt: createdAt });
    await new NotePartialRefundHandler(there).execute(new NotePartialRefund({ meta: commandMeta(), invoice: sold }));
    expect((await here.load(checkoutSource(ref(invoiceId)))).state.started).toBeNull();
    const started = { ...begun, ...ref(invoiceId), affiliateId };
    await new StartCheckoutHandler(there).execute(new StartCheckout({ meta: commandMeta(), data: started }));
    await new RecordSaleHandler(here).execute(new RecordSale({ meta, invoice: sold, buyer: buyer() }));
    expect(await typesOf(checkoutStream(ref(invoiceId)))).toEqual(['PartialRefundSeen', 'CheckoutStarted', 'SaleCredited']);
    expect((await there.load(affiliateSource(affiliateId))).state.books.earnedCents).toBe(6_00);
  });
});
