import { describe, expect, it, jest } from '@jest/globals';
import type { DashboardView } from '@framelift/contracts';
import { waitFor, within } from '@testing-library/react';
import { openDashboard } from '../../../test/support/dashboard-screen.ts';
import { dashboard } from '../../../test/support/golden/affiliate.ts';
import { type Answers, closeScreens, refusal } from '../../../test/support/screen.tsx';
import { entriesIn, fieldsIn, optionsOf, part, seen } from '../../../test/support/seen.ts';

closeScreens();
const open = (answers: Answers = {}, view: Partial<DashboardView> = {}) => openDashboard('settings', { answers, view });
const add = 'POST /api/affiliate/payment-methods' as const;
const update = 'PUT /api/affiliate/payment-methods/:id' as const;
const remove = 'DELETE /api/affiliate/payment-methods/:id' as const;
const done = { success: true } as const;

describe('the settings tab', () => {
  it('shows payment methods, the primary and the verified one marked', async () => {
    await open();
    expect(entriesIn(part('Payment Methods'))).toEqual([
      ['PayPal', 'own@pay.example', 'Verified (green)', 'Edit', 'Delete'],
      ['Solana', '77777777...77777777', 'Primary (accent)', 'Edit', 'Delete'],
    ]);
  });

  it('says that there is no payment method', async () => {
    await open({}, { paymentMethods: [] });
    expect(seen(part('Payment Methods'))).toEqual([
      'Payment Methods',
      'Add',
      'No payment methods added.',
      'Add a payment method to receive cashouts.',
    ]);
  });

  it('shows the terms as they are for the affiliate', async () => {
    await open();
    expect(seen(part('Your Terms'))).toEqual([
      'Your Terms',
      'Commission Rate',
      '23.25%',
      'Minimum Cashout',
      '€75.50',
      'Holding Period',
      '14 days',
      'Attribution Window',
      '60 days',
      'Accepted Policies',
      'Version 2026-01',
    ]);
  });

  it('shows terms without a holding period and without texts', async () => {
    await open({}, { terms: { ...dashboard.terms, holdDays: 0, windowDays: 1, textsVersion: null } });
    expect(seen(part('Your Terms')).slice(5)).toEqual(['Holding Period', 'None', 'Attribution Window', '1 day']);
  });

  it('shows the account and leads to its page', async () => {
    const { screen } = await open();
    expect(seen(part('Account Information'))).toEqual([
      'Account Information',
      'Username',
      'nina',
      'Email',
      'nina@mail.example',
      'Commission Rate',
      '23.25%',
      'Status',
      'Suspended (yellow)',
      'Password and two-factor sign-in',
    ]);
    expect(screen.getByText('Password and two-factor sign-in').getAttribute('href')).toBe('/account');
  });
});

describe('what is printed on statements', () => {
  const save = 'PUT /api/affiliate/billing' as const;
  it('is filled in as it is, and saved as a whole', async () => {
    const { screen, user, sentTo } = await open({ [save]: done });
    await screen.findByLabelText('Name or company');
    const card = part('Billing Details');
    expect(fieldsIn(card)).toEqual({
      'Name or company': 'Nina GmbH',
      Address: '1 Main Street\nBerlin',
      Country: 'Germany',
      'Tax number': 'DE 123',
    });
    await user.type(within(card).getByLabelText('Tax number'), '45');
    await user.clear(within(card).getByLabelText('Country'));
    await user.click(within(card).getByText('Save'));
    await screen.findByText('Saved. Shown on your statements from now on.');
    expect(sentTo(save).map(({ body }) => body)).toEqual([
      { name: 'Nina GmbH', address: '1 Main Street\nBerlin', country: '', taxNumber: 'DE 12345' },
    ]);
  });

  it('says why it is refused', async () => {
    const { screen, user } = await open({ [save]: refusal(400, 'One of these texts is too long') });
    await user.click(await screen.findByText('Save'));
    expect(seen(await screen.findByRole('alert'))).toEqual(['One of these texts is too long']);
  });
});

describe('a payment method', () => {
  it('is added with the details of its type alone', async () => {
    const { screen, user, sentTo } = await open({ [add]: done });
    await user.click(screen.getByText('Add'));
    await screen.findByRole('dialog');
    expect(optionsOf('Payment Type')).toEqual(['PayPal', 'Solana']);
    await user.type(screen.getByLabelText('PayPal Email'), 'new@pay.example');
    await user.selectOptions(screen.getByLabelText('Payment Type'), 'Solana');
    await user.type(screen.getByLabelText('Solana Address'), '8'.repeat(44));
    await user.click(screen.getByText('Add Payment Method', { selector: 'button' }));
    await screen.findByText('Payment method added successfully!');
    expect(sentTo(add).map(({ body }) => body)).toEqual([{ paymentType: 'solana', paymentDetails: { address: '8'.repeat(44) } }]);
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(sentTo('GET /api/affiliate/stats')).toHaveLength(2));
  });

  it('is not added with an address that is none', async () => {
    const { screen, user, sentTo } = await open();
    await user.click(screen.getByText('Add'));
    await screen.findByRole('dialog');
    await user.selectOptions(screen.getByLabelText('Payment Type'), 'Solana');
    await user.type(screen.getByLabelText('Solana Address'), 'z'.repeat(44));
    await user.click(screen.getByText('Add Payment Method', { selector: 'button' }));
    expect(seen(await screen.findByRole('alert'))).toEqual(['Please enter valid payment details']);
    expect(sentTo(add)).toEqual([]);
  });

  it('is a bank account, by its holder’s name and a checked IBAN', async () => {
    const { screen, user, sentTo } = await open({ [add]: done }, { terms: { ...dashboard.terms, paymentTypes: ['bank'] } });
    await user.click(screen.getByText('Add'));
    await screen.findByRole('dialog');
    expect(optionsOf('Payment Type')).toEqual(['Bank account']);
    await user.type(screen.getByLabelText('IBAN'), 'DE88 3704 0044 0532 0130 00');
    await user.type(screen.getByLabelText('Account Holder'), 'Anna Ark');
    await user.click(screen.getByText('Add Payment Method', { selector: 'button' }));
    expect(seen(await screen.findByRole('alert'))).toEqual(['Please enter the IBAN of an account in the SEPA area']);
    expect(sentTo(add)).toEqual([]);
    await user.clear(screen.getByLabelText('IBAN'));
    await user.type(screen.getByLabelText('IBAN'), 'DE89 3704 0044 0532 0130 00');
    await user.click(screen.getByText('Add Payment Method', { selector: 'button' }));
    await screen.findByText('Payment method added successfully!');
    expect(sentTo(add).map(({ body }) => body)).toEqual([
      { paymentType: 'bank', paymentDetails: { iban: 'DE89 3704 0044 0532 0130 00', name: 'Anna Ark' } },
    ]);
  });

  it('is offered in the types of the programme', async () => {
    const { screen, user } = await open({}, { terms: { ...dashboard.terms, paymentTypes: ['solana'] } });
    await user.click(screen.getByText('Add'));
    await screen.findByRole('dialog');
    expect(optionsOf('Payment Type')).toEqual(['Solana']);
    await user.click(screen.getByText('Cancel'));
    await user.click(screen.getByLabelText('Edit PayPal own@pay.example'));
    await screen.findByRole('dialog');
    expect(optionsOf('Payment Type')).toEqual(['PayPal', 'Solana']);
  });

  it('is edited from what it is', async () => {
    const { screen, user, sentTo } = await open({ [update]: done });
    await user.click(screen.getByLabelText('Edit PayPal own@pay.example'));
    await screen.findByRole('dialog');
    expect(fieldsIn(part('Edit Payment Method'))).toEqual({ 'Payment Type': 'paypal', 'PayPal Email': 'own@pay.example' });
    await user.type(screen.getByLabelText('PayPal Email'), '.org');
    await user.click(screen.getByText('Update Payment Method'));
    await screen.findByText('Payment method updated successfully!');
    expect(sentTo(update).map(({ path, body }) => [path, body])).toEqual([
      ['/api/affiliate/payment-methods/m1', { paymentType: 'paypal', paymentDetails: { email: 'own@pay.example.org' } }],
    ]);
  });

  it('says why it is not taken, or that it failed', async () => {
    let answer = refusal(400, 'Not today');
    const { screen, user } = await open({ [update]: () => answer });
    await user.click(screen.getByLabelText('Edit PayPal own@pay.example'));
    await screen.findByRole('dialog');
    await user.click(screen.getByText('Update Payment Method'));
    expect(seen(await screen.findByRole('alert'))).toEqual(['Not today']);
    answer = new Response('', { status: 502 });
    await user.click(screen.getByText('Update Payment Method'));
    await screen.findByText('Failed to update payment method');
  });

  it('is deleted once that is confirmed', async () => {
    const { screen, user, sentTo } = await open({ [remove]: done });
    await user.click(screen.getByLabelText('Delete Solana 77777777...77777777'));
    expect(seen(part('Delete Payment Method'))).toEqual([
      'Delete Payment Method',
      'Are you sure you want to delete this payment method?',
      'Cancel',
      'Delete',
    ]);
    await user.click(screen.getByText('Cancel'));
    expect(sentTo(remove)).toEqual([]);
    await user.click(screen.getByLabelText('Delete Solana 77777777...77777777'));
    await user.click(within(part('Delete Payment Method')).getByText('Delete'));
    await screen.findByText('Payment method deleted successfully!');
    expect(sentTo(remove).map(({ path }) => path)).toEqual(['/api/affiliate/payment-methods/m2']);
  });

  it('that could not be deleted is reported until that is dismissed', async () => {
    jest.useFakeTimers();
    const { screen, user, pass } = await openDashboard('settings', {
      answers: { [remove]: new Response('', { status: 502 }) },
      fakeClock: true,
    });
    await user.click(screen.getByLabelText('Delete PayPal own@pay.example'));
    await user.click(within(part('Delete Payment Method')).getByText('Delete'));
    await screen.findByText('Failed to delete payment method');
    await pass(60_000);
    await user.click(screen.getByLabelText('Dismiss'));
    expect(screen.queryByText('Failed to delete payment method')).toBeNull();
  });
});

describe('the password that a payment method needs', () => {
  const confirm = 'POST /api/account/confirm' as const;
  const first = 'Please confirm your password first';
  const asking = async (confirmed: () => Response | typeof done) => {
    let right = false;
    const opened = await open({
      [add]: () => (right ? done : refusal(403, first)),
      [confirm]: () => {
        const answer = confirmed();
        right = !(answer instanceof Response);
        return answer;
      },
    });
    await opened.user.click(opened.screen.getByText('Add'));
    await opened.user.type(opened.screen.getByLabelText('PayPal Email'), 'new@pay.example');
    await opened.user.click(opened.screen.getByText('Add Payment Method', { selector: 'button' }));
    const dialog = within(await opened.screen.findByRole('dialog', { name: 'Confirm Your Password' }));
    return { ...opened, dialog };
  };

  it('is asked for, and what was asked is then done again', async () => {
    const { screen, user, dialog, sentTo } = await asking(() => done);
    await user.type(dialog.getByLabelText('Password'), 'secret!');
    await user.click(dialog.getByText('Confirm'));
    await screen.findByText('Payment method added successfully!');
    const body = { paymentType: 'paypal', paymentDetails: { email: 'new@pay.example' } };
    expect([sentTo(confirm), sentTo(add)].map((all) => all.map((one) => one.body))).toEqual([[{ password: 'secret!' }], [body, body]]);
  });

  it('is asked for again where it is wrong, and the refusal is said where it is not given', async () => {
    const { user, dialog, screen, sentTo } = await asking(() => refusal(403, 'The password is not correct'));
    await user.type(dialog.getByLabelText('Password'), 'wrong!');
    await user.click(dialog.getByText('Confirm'));
    expect(seen(await dialog.findByRole('alert'))).toEqual(['The password is not correct']);
    await user.click(dialog.getByText('Cancel'));
    await within(part('Add Payment Method')).findByText(first);
    expect([sentTo(add).length, screen.queryByText('Confirm Your Password')]).toEqual([1, null]);
  });
});
