import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { affiliateStream } from '@framelift/contracts';
import { cashoutProcessed, cashoutRequested, saleRecorded } from '../support/facts.ts';
import { append } from '../support/history.ts';
import { ref } from '../support/invoices.ts';
import { signedInAs } from '../support/sessions.ts';
import { openSite, type Site } from '../support/web-site.ts';

let site: Site;
beforeAll(async () => void (site = await openSite({ silent: true })));
afterAll(() => site.stop());

/** An affiliate who was paid 40 euros, two days after they asked. */
async function paidAffiliate() {
  const affiliate = await site.app.affiliate();
  const stream = affiliateStream(affiliate.id);
  const cashout = { cashoutId: `${affiliate.id}-1`, amountCents: 40_00 };
  const sale = saleRecorded({ ...ref(affiliate.id), amountCents: 300_00, paidCents: 300_00, commissionCents: 60_00 });
  await append(site.app.system, stream, [sale, cashoutRequested(cashout)], { at: '2025-03-02T12:00:00.000Z' });
  const paid = [
    cashoutProcessed({ ...cashout, from: 'pending', status: 'approved' }),
    cashoutProcessed({ ...cashout, from: 'approved', status: 'completed' }),
  ];
  await append(site.app.system, stream, paid, { at: '2025-03-04T09:00:00.000Z' });
  return affiliate;
}
const share = async (who: Awaited<ReturnType<typeof paidAffiliate>>, name = 'Mia') => {
  const { body } = await who.post('/api/affiliate/receipts', { figure: 'paid', of: `${who.id}-1`, name });
  return body.id as string;
};
const answer = async (path: string) => {
  const response = await fetch(site.app.url + path);
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
};

describe('a receipt', () => {
  it('is shared from its number, and checked by the browser of someone who is not signed in', async () => {
    const affiliate = await paidAffiliate();
    const page = await site.visit('/affiliate/dashboard/settings', { before: signedInAs(affiliate.token) });
    await page.getByRole('button', { name: 'Paid out so far' }).click();
    await page.getByRole('button', { name: 'Share this number' }).click();
    await page.getByLabel('Name on the page').fill('Mia <3');
    await page.getByRole('button', { name: 'Create page' }).click();
    const link = new URL(await page.getByRole('textbox', { name: 'Link' }).inputValue());

    const visitor = await site.visit(link.pathname);
    await visitor.getByRole('heading', { name: '€40.00' }).waitFor();
    await visitor.getByText('Mia <3').waitFor();
    await visitor.getByText('Checked in your browser').waitFor();
    await visitor.getByText(/^The event behind it is in the published log/).waitFor();
    await visitor.close();

    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: /^Withdraw €40/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click();
    await page.getByText('Receipt withdrawn.').waitFor();
    expect((await answer(`${link.pathname}/`)).status).toBe(404);
    await page.close();
  });

  it('says what is wrong with a proof that was changed', async () => {
    const id = await share(await paidAffiliate());
    const page = await site.visit('/');
    await page.route(/\/proof\?size=/, async (route) => {
      const response = await route.fetch();
      const proof = (await response.json()) as { receipt: string };
      await route.fulfill({ response, json: { ...proof, receipt: proof.receipt.replace('cents 4000', 'cents 9000') } });
    });
    await page.goto(`${site.app.url}/receipt/${id}/`);
    await page.getByText('The check failed').waitFor();
    await page.getByText('The receipt is not signed with the key of the log.').waitFor();
    await page.close();
  });

  it('is served whole, with its picture, and names no account', async () => {
    const affiliate = await paidAffiliate();
    const id = await share(affiliate);
    const { status, text } = await answer(`/receipt/${id}/`);
    expect([status, text.includes('€40.00'), text.includes('Cashout paid within 2 days')]).toEqual([200, true, true]);
    expect(text).toContain('<meta name="robots" content="noindex"/>');
    expect(text).toContain(`/social/receipt-${id}.jpg"`);
    for (const secret of [affiliate.id, affiliate.username]) expect(text).not.toContain(secret);
    expect(await answer(`/social/receipt-${id}.jpg`)).toMatchObject({ status: 200, type: 'image/jpeg' });
  });

  it.each([
    ['banned', async (id: string) => (await site.app.admin()).put(`/api/admin/affiliates/${id}`, { status: 'banned' })],
    ['erased', async (id: string) => (await site.app.admin()).send('DELETE', `/api/admin/affiliates/${id}`, { forfeits: 20 })],
  ])('is gone once its account is %s: page and picture', async (_how, close) => {
    const affiliate = await paidAffiliate();
    const id = await share(affiliate);
    expect((await answer(`/receipt/${id}/`)).status).toBe(200);
    expect((await close(affiliate.id)).status).toBe(200);
    expect((await answer(`/receipt/${id}/`)).status).toBe(404);
    expect((await answer(`/social/receipt-${id}.jpg`)).status).toBe(404);
  });
});
