import { describe, expect, it } from '@jest/globals';
import { waitFor, within } from '@testing-library/react';
import { openAdminTab } from '../../../../test/support/admin-tab.ts';
import { credited, type Evidence, evidence, sales, uncreditedEvidence } from '../../../../test/support/golden/evidence.ts';
import { type Answers, closeScreens, onItsWay, refusal } from '../../../../test/support/screen.tsx';
import { entriesIn, fieldsIn, rowsOf, seen } from '../../../../test/support/seen.ts';

closeScreens();
const call = 'GET /api/admin/sales/:invoice' as const;
const by = <Name extends string>(hand: Name) => `POST /api/admin/sales/:invoice/${hand}` as const;
const done = { success: true } as const;

async function open(shown: Evidence, answers: Answers = {}) {
  const opened = await openAdminTab(`sales?invoice=${shown.sale.transactionId}`, {
    answers: { 'GET /api/admin/sales': { sales, next: null }, [call]: shown, ...answers },
  });
  const dialog = await opened.screen.findByRole('dialog');
  await within(dialog).findByText('In the event history');
  const press = (name: string) => opened.user.click(within(dialog).getByRole('button', { name }));
  const because = (reason: string) => opened.user.type(within(dialog).getByLabelText('Reason (the affiliate sees this)'), reason);
  const facts = () => Object.fromEntries([...dialog.querySelectorAll('dl > div')].map((fact) => seen(fact) as [string, string]));
  return { ...opened, dialog, press, because, facts };
}
const ofSale = (fields: Partial<typeof credited>): Evidence => ({ ...evidence, sale: { ...credited, ...fields } });

describe('the evidence of a sale', () => {
  it('says whose it is, by what, and what it came to', async () => {
    const { facts } = await open(evidence);
    expect(facts()).toEqual({
      Affiliate: 'nina',
      'Found by': 'link',
      Buyer: 'buyer@mail.example',
      Amount: '€90.09',
      Commission: '€19.19',
      'On hold until': 'Mar 4, 2099',
    });
  });

  it('says what is not known of a sale that earned nothing', async () => {
    const { facts } = await open(uncreditedEvidence);
    expect(facts()).toEqual({ Affiliate: 'none', 'Found by': 'nothing', Buyer: 'not known', Amount: '€40.04', Commission: 'none' });
  });

  it.each([
    [{ attributedBy: 'coupon' as const }, 'NINA10', 'code NINA10'],
    [{ attributedBy: 'coupon' as const }, null, 'code (erased)'],
    [{ attributedBy: 'hand' as const }, null, 'an admin, by hand'],
  ])('says which rule found the affiliate: %j, %s', async (fields, code, found) => {
    const { facts } = await open({ ...ofSale(fields), code });
    expect(facts()).toMatchObject({ 'Found by': found });
  });

  it('goes step by step, each with its event', async () => {
    const { screen } = await open(evidence);
    const steps = entriesIn(screen.getByLabelText('Timeline'));
    expect(steps.map(([title]) => title)).toEqual([
      'Visit',
      'Checkout',
      'Invoice',
      'Sale',
      'Sale',
      'Hold released',
      'Dispute',
      'Partial refund',
      'Reversal',
      'Sale restored',
    ]);
    expect(steps.slice(0, 2)).toEqual([
      ['Visit', 'What happened 0', 'May 19, 2026, 12:00:00 PM'],
      ['Checkout', 'What happened 1', 'May 19, 2026, 12:00:01 PM ·', 'Event #1,001'],
    ]);
    expect(screen.getByText('Event #1,001').getAttribute('href')).toBe('/admin/dashboard/events/1001');
  });

  it('shows checkouts that were asked for near a sale that none announced', async () => {
    await open(uncreditedEvidence);
    expect(rowsOf('Checkouts near this sale')).toEqual([
      ['Requested', 'Affiliate', 'Referred', 'Visit'],
      ['May 14, 2026, 11:40:00 AM', 'nina', 'May 13, 2026, 10:30:00 AM', 'v-22'],
      ['May 14, 2026, 11:20:00 AM', '–', '–', '–'],
    ]);
  });

  it.each([
    ['on hold', {}, ['Release the hold', 'Reverse']],
    ['past its hold', { availableAt: '2020-01-01T00:00:00.000Z' }, ['Reverse']],
    ['not credited', { outcome: 'notCredited' as const }, ['Credit by hand']],
    ['not paid', { outcome: 'open' as const }, ['Credit by hand']],
    ['reversed', { outcome: 'reversed' as const }, []],
  ])('offers what can be decided about one that is %s', async (_, fields, expected) => {
    const { dialog } = await open(ofSale(fields));
    const names = [...dialog.querySelectorAll('button')].map(({ textContent }) => textContent).filter(Boolean);
    expect(names).toEqual(expected);
  });

  it('leads to the event history and to how it was decided', async () => {
    const { screen } = await open(evidence);
    const href = (text: string) => screen.getByText(text).getAttribute('href');
    expect(href('In the event history')).toBe('/admin/dashboard/events?stream=checkout-sellauth-9');
    expect(href('Step by step')).toMatch('/admin/dashboard/read-models?');
  });

  it('says that it loads', async () => {
    const answers = { 'GET /api/admin/sales': { sales, next: null }, [call]: onItsWay };
    const { screen } = await openAdminTab('sales?invoice=sellauth-9', { answers });
    await screen.findByText('Loading evidence...');
  });

  it('says that there is no such sale', async () => {
    const answers = { 'GET /api/admin/sales': { sales, next: null }, [call]: refusal(404, 'Sale not found') };
    const { screen } = await openAdminTab('sales?invoice=none', { answers });
    await screen.findByText('Sale not found');
  });
});

describe('a decision by hand', () => {
  it('credits a sale to an affiliate with a reason', async () => {
    const { screen, user, dialog, press, because, sentTo } = await open(uncreditedEvidence, { [by('credit')]: done });
    await press('Credit by hand');
    expect(fieldsIn(dialog)).toEqual({ Affiliate: '', 'Reason (the affiliate sees this)': '' });
    await press('Credit sale');
    expect(sentTo(by('credit'))).toEqual([]);
    await user.type(within(dialog).getByLabelText('Affiliate'), 'omar');
    await because('By mistake');
    await press('Credit sale');
    await screen.findByText('Sale credited successfully!');
    expect(sentTo(by('credit')).map(({ path, body }) => [path, body])).toEqual([
      ['/api/admin/sales/sellauth-4/credit', { username: 'omar', reason: 'By mistake' }],
    ]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('proposes the affiliate of the checkout, says why it is refused, and can be left', async () => {
    const shown = ofSale({ outcome: 'open' });
    const { dialog, press, because } = await open(shown, { [by('credit')]: refusal(404, 'Affiliate not found') });
    await press('Credit by hand');
    expect(fieldsIn(dialog)).toEqual({ Affiliate: 'nina', 'Reason (the affiliate sees this)': '' });
    await because('By mistake');
    await press('Credit sale');
    expect(seen(await within(dialog).findByRole('alert'))).toContain('Affiliate not found');
    await press('Cancel');
    within(dialog).getByText('Credit by hand');
  });

  it.each([
    ['Reverse', 'Reverse sale', 'reverse', '€19.19 is taken back from nina. This cannot be undone.', 'Sale reversed successfully!', ''],
    ['Release the hold', 'Release hold', 'release', '€19.19 is available to nina at once.', 'Hold released successfully!', undefined],
  ] as const)('%s: says what it does, and sends the reason', async (button, submit, hand, says, outcome, internalNote) => {
    const { screen, dialog, press, because, sentTo } = await open(evidence, { [by(hand)]: done });
    await press(button);
    expect(seen(dialog)).toContain(says);
    await press(submit);
    expect(sentTo(by(hand))).toEqual([]);
    await because('It was right');
    await press(submit);
    await screen.findByText(outcome);
    expect(sentTo(by(hand)).map(({ path, body }) => [path, body])).toEqual([
      [`/api/admin/sales/sellauth-9/${hand}`, { reason: 'It was right', ...(internalNote === undefined ? {} : { internalNote }) }],
    ]);
  });

  it('reverses with a note that only admins see', async () => {
    const { screen, user, dialog, press, because, sentTo } = await open(evidence, { [by('reverse')]: done });
    await press('Reverse');
    await because('The card was stolen');
    await user.type(within(dialog).getByLabelText('Internal note (optional)'), 'The third');
    await press('Reverse sale');
    await screen.findByText('Sale reversed successfully!');
    expect(sentTo(by('reverse'))[0]!.body).toEqual({ reason: 'The card was stolen', internalNote: 'The third' });
  });

  it.each([
    ['Reverse', 'Reverse sale', 'reverse'],
    ['Release the hold', 'Release hold', 'release'],
  ] as const)('%s: says why it is refused', async (button, submit, hand) => {
    const { dialog, press, because } = await open(evidence, { [by(hand)]: refusal(409, 'It is reversed already') });
    await press(button);
    await because('It was right');
    await press(submit);
    expect(seen(await within(dialog).findByRole('alert'))).toContain('It is reversed already');
  });
});
