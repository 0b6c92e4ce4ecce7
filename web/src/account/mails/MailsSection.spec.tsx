import { describe, expect, it } from '@jest/globals';
import type { AccountView, MailsView } from '@framelift/contracts';
import { waitFor, within } from '@testing-library/react';
import { account, mails, session } from '../../../../test/support/golden/affiliate.ts';
import { type Answers, closeScreens, openScreen, refusal } from '../../../../test/support/screen.tsx';
import { entriesIn, part, seen } from '../../../../test/support/seen.ts';
import AccountPage from '../account.route.tsx';

closeScreens();
const done = { success: true } as const;
const open = async (view: Partial<MailsView> = {}, answers: Answers = {}, own: Partial<AccountView> = {}) => {
  const given: Answers = { 'GET /api/account': { ...account, ...own }, 'GET /api/account/mails': { ...mails, ...view }, ...answers };
  const opened = openScreen('/account', AccountPage, { answers: given, session });
  await opened.screen.findByText('Change Password');
  return opened;
};

describe('the address of an account', () => {
  const call = 'POST /api/account/email' as const;

  it('is shown as confirmed', async () => {
    await open();
    expect(seen(part('E-mail')).slice(0, 3)).toEqual(['E-mail', 'Confirmed (green)', 'E-mails go to nina@mail.example.']);
  });

  it('is shown as not confirmed, and its link sent again', async () => {
    const { screen, user, sentTo } = await open({ confirmed: false }, { [call]: done });
    expect(seen(part('E-mail')).slice(1, 5)).toEqual([
      'Not confirmed (yellow)',
      'E-mails go to nina@mail.example.',
      'Open the link we sent there. E-mails about your sales start once the address is confirmed.',
      'Resend Link',
    ]);
    await user.click(screen.getByText('Resend Link'));
    await screen.findByText('We’ve sent a link to nina@mail.example.');
    expect(sentTo(call).map(({ body }) => body)).toEqual([{ email: 'nina@mail.example' }]);
  });

  it('names the one that waits for its link, to which it is sent again', async () => {
    const { screen, user, sentTo } = await open({ pendingEmail: 'new@mail.example' }, { [call]: done });
    expect(seen(part('E-mail'))[3]).toBe('new@mail.example takes effect once you open the link we sent there.');
    await user.click(screen.getByText('Resend Link'));
    await screen.findByText('We’ve sent a link to new@mail.example.');
    expect(sentTo(call).map(({ body }) => body)).toEqual([{ email: 'new@mail.example' }]);
  });

  it('is changed to another one, and the field is empty again', async () => {
    const { screen, user, sentTo } = await open({}, { [call]: done });
    const field = screen.getByLabelText<HTMLInputElement>('New Address');
    await user.type(field, 'other@mail.example');
    await user.click(screen.getByText('Change Address'));
    await screen.findByText('We’ve sent a link to other@mail.example.');
    expect([sentTo(call).map(({ body }) => body), field.value]).toEqual([[{ email: 'other@mail.example' }], '']);
  });

  it('says why another one is refused until something else is typed', async () => {
    const { screen, user } = await open({}, { [call]: refusal(409, 'This email address is already registered') });
    const field = screen.getByLabelText<HTMLInputElement>('New Address');
    await user.type(field, 'other@mail.example');
    await user.click(screen.getByText('Change Address'));
    expect(seen(await screen.findByRole('alert'))).toEqual(['This email address is already registered']);
    await user.type(field, 'x');
    expect([screen.queryByRole('alert'), field.value]).toEqual([null, 'other@mail.examplex']);
  });
});

describe('what an account is written to about', () => {
  const call = 'PUT /api/account/mails' as const;
  const title = 'E-mail notifications';
  const chosen = () =>
    [...part(title).querySelectorAll('fieldset')].map((choice) => [
      choice.querySelector('legend')!.textContent,
      choice.querySelector('[aria-pressed=true]')!.textContent,
    ]);
  const group = (legend: string) => within(within(part(title)).getByText(legend, { selector: 'legend' }).parentElement!);

  it('is shown as it was chosen', async () => {
    const { screen } = await open();
    expect(chosen()).toEqual([
      ['Sales', 'Daily summary'],
      ['Cashouts', 'On'],
      ['Tiers', 'Off'],
    ]);
    expect(entriesIn(part(title))).toEqual([
      ['Sales', 'Sales credited to you and sales reversed.', 'At once', 'Daily summary', 'Off'],
      ['Cashouts', 'Updates on your cashout requests.', 'On', 'Off'],
      ['Tiers', 'When you reach a new tier.', 'On', 'Off'],
    ]);
    screen.getByText(/^Always sent, because they protect your account: changes of your password, two-factor sign-in, payout details/);
  });

  it('offers an admin missing sales and cashouts only', async () => {
    await open({ sales: 'off' }, {}, { isAdmin: true });
    expect(entriesIn(part(title))).toEqual([
      ['Missing sales', 'When an affiliate reports one.', 'On', 'Off'],
      ['Cashouts', 'When one needs a decision.', 'On', 'Off'],
    ]);
    expect(chosen()[0]).toEqual(['Missing sales', 'Off']);
  });

  it('says that sales wait for the address to be confirmed', async () => {
    const { screen } = await open({ confirmed: false });
    screen.getByText('Sales credited to you and sales reversed, once your address is confirmed.');
  });

  it('is sent whole as soon as one is pressed, and shown at once', async () => {
    const { screen, user, sentTo } = await open({}, { [call]: done });
    await user.click(group('Tiers').getByText('On'));
    await screen.findByText('Saved.');
    expect(sentTo(call).map(({ body }) => body)).toEqual([{ sales: 'daily', cashouts: true, tiers: true }]);
    await waitFor(() => expect(chosen()[2]).toEqual(['Tiers', 'On']));
    await user.click(group('Sales').getByText('At once'));
    await waitFor(() => expect(chosen()[0]).toEqual(['Sales', 'At once']));
    await user.click(group('Cashouts').getByText('Off'));
    expect(sentTo(call).at(-1)!.body).toEqual({ sales: 'instant', cashouts: false, tiers: true });
  });

  it('goes back to what it was where that is refused', async () => {
    let refuse!: (answer: Response) => void;
    const answer = new Promise<Response>((answered) => (refuse = answered));
    const { screen, user } = await open({}, { [call]: () => answer });
    await user.click(group('Tiers').getByText('On'));
    await waitFor(() => expect(chosen()[2]).toEqual(['Tiers', 'On']));
    refuse(refusal(503, 'Please try again'));
    expect(seen(await screen.findByRole('alert'))).toEqual(['Please try again']);
    await waitFor(() => expect(chosen()[2]).toEqual(['Tiers', 'Off']));
  });

  it('asks an admin about missing sales at once or not at all', async () => {
    const { screen, user, sentTo } = await open({ sales: 'off' }, { [call]: done }, { isAdmin: true });
    await user.click(group('Missing sales').getByText('On'));
    await screen.findByText('Saved.');
    expect(sentTo(call)[0]!.body).toEqual({ sales: 'instant', cashouts: true, tiers: false });
  });
});
