import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { affiliateStream, refusals } from '@framelift/contracts';
import sharp from 'sharp';
import { type App, type Client, startApp } from '../../../../test/support/system.ts';
import { sold } from '../../../../test/support/sales.ts';
import { Proofs } from './proofs.ts';

let app: App;
let admin: Client;
let owner: Client & { id: string };
let method: string;
beforeAll(async () => {
  app = await startApp();
  admin = await app.admin();
});
afterAll(() => app.stop());
beforeEach(async () => {
  owner = await app.affiliate();
  await sold(app.system.log, owner.id, 10_000_00);
  await owner.post('/api/affiliate/payment-methods', { paymentType: 'paypal', paymentDetails: { email: 'own@example.org' } });
  method = (await owner.get('/api/affiliate/stats')).body.paymentMethods[0].id;
});

async function cashout(): Promise<string> {
  await owner.post('/api/affiliate/cashouts', { amount: 50, paymentMethodId: method });
  return (await owner.get('/api/affiliate/stats')).body.recentCashouts[0].id;
}
const picture = async (background: string) => {
  const file = await sharp({ create: { width: 8, height: 8, channels: 3, background } })
    .png()
    .toBuffer();
  return `data:image/png;base64,${file.toString('base64')}`;
};
const give = (call: 'process' | 'settle', id: string, status: string, proofImage: string) =>
  admin.put(`/api/admin/cashouts/${id}/${call}`, { status, proofImage });
const served = async (id: string) => {
  const answer = await fetch(`${app.url}/api/affiliate/cashouts/${id}/proof`, { headers: { Authorization: `Bearer ${owner.token}` } });
  return answer.status === 200 ? hashOf(Buffer.from(await answer.arrayBuffer())) : answer.status;
};
const hashOf = (image: Buffer) => createHash('sha256').update(image).digest('hex');
const named = async () =>
  (await app.system.log.readStream(affiliateStream(owner.id))).flatMap((e) =>
    e.type === 'CashoutProcessed' && e.data.proof ? [e.data.proof.sha256] : [],
  );
const stored = async () =>
  (await app.db.pool.query('select sha256 from affiliate.proofs where affiliate_id = $1 order by stored_at', [owner.id])).rows.map(
    (r) => r.sha256 as string,
  );
const aDayLater = async () => {
  await app.db.pool.query(`update affiliate.proofs set stored_at = stored_at - interval '25 hours' where affiliate_id = $1`, [owner.id]);
  await app.api.get(Proofs).removeUnnamed();
};

describe('a proof', () => {
  it('is stored and served by the hash of its bytes, which the event names', async () => {
    const id = await cashout();
    expect((await give('process', id, 'completed', await picture('#111111'))).status).toBe(200);
    const [sha256] = await named();
    expect(await stored()).toEqual([sha256]);
    expect(await served(id)).toBe(sha256);
  });

  it('of an approval is replaced by that of the payment, and both are kept', async () => {
    const id = await cashout();
    await give('process', id, 'approved', await picture('#222222'));
    await give('settle', id, 'completed', await picture('#333333'));
    const hashes = await named();
    expect(hashes).toHaveLength(2);
    expect(await served(id)).toBe(hashes[1]);
    await aDayLater();
    expect(await stored()).toEqual(hashes);
  });

  it('of a refused command is never shown, and deleted after a day; one that an event names is permanent', async () => {
    const id = await cashout();
    await give('process', id, 'completed', await picture('#444444'));
    const [kept] = await named();
    const refused = await give('process', id, 'completed', await picture('#555555'));
    expect([refused.status, refused.body.error]).toEqual([409, refusals.cashoutNotPending]);
    expect(await served(id)).toBe(kept);
    await app.api.get(Proofs).removeUnnamed();
    expect(await stored()).toHaveLength(2);
    await aDayLater();
    await aDayLater();
    expect(await stored()).toEqual([kept]);
    expect(await served(id)).toBe(kept);
  });

  it('that is uploaded again after a refusal counts as new', async () => {
    const [first, image] = [await cashout(), await picture('#666666')];
    await admin.put(`/api/admin/cashouts/${first}/process`, { status: 'completed' });
    expect((await give('process', first, 'completed', image)).status).toBe(409);
    await app.db.pool.query(`update affiliate.proofs set stored_at = stored_at - interval '25 hours' where affiliate_id = $1`, [owner.id]);
    const second = await cashout();
    const { sha256 } = (await app.db.pool.query('select sha256 from affiliate.proofs where affiliate_id = $1', [owner.id])).rows[0];
    // As the call does it: the image first, and the job before the command.
    await give('process', first, 'completed', image);
    await app.api.get(Proofs).removeUnnamed();
    expect(await stored()).toEqual([sha256]);
    expect((await give('process', second, 'completed', image)).status).toBe(200);
    await aDayLater();
    expect(await served(second)).toBe(sha256);
  });

  it('of an unknown cashout is not found, whatever its id', async () => {
    for (const id of ['constructor', '__proto__', `${owner.id}-9`, 'nobody-1']) expect(await served(id)).toBe(404);
  });
});
