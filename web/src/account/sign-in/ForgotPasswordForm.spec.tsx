import { describe, expect, it } from '@jest/globals';
import { type Answers, closeScreens, openScreen, refusal } from '../../../../test/support/screen.tsx';
import { seen } from '../../../../test/support/seen.ts';
import ForgotPasswordPage from './forgotPassword.route.tsx';

closeScreens();
const call = 'POST /api/account/forgot' as const;
const open = async (answers: Answers, email = 'nina@mail.example') => {
  const opened = openScreen('/account/forgot', ForgotPasswordPage, { answers });
  await opened.user.type(opened.screen.getByLabelText('Email'), email);
  await opened.user.click(opened.screen.getByText('Send Link'));
  return opened;
};

describe('a forgotten password', () => {
  it('is asked about by e-mail, and the answer tells nobody who has an account', async () => {
    const { screen, sentTo } = await open({ [call]: { success: true, mailbox: null } });
    expect(seen(await screen.findByRole('status'))).toEqual(['If there is an account with this address, we’ve sent a link.']);
    screen.getByText('It expires in 30 minutes. Nothing there? Check your spam folder and the spelling of the address.');
    screen.getByText('Send Another Link');
    expect(sentTo(call).map(({ body }) => body)).toEqual([{ email: 'nina@mail.example' }]);
  });

  it('leads to the sandbox mailbox of a trial system', async () => {
    const { screen } = await open({ [call]: { success: true, mailbox: '/sandbox/mail' } });
    expect((await screen.findByText('sandbox mailbox')).getAttribute('href')).toBe('/sandbox/mail');
  });

  it('says why it is refused until another address is typed', async () => {
    const { screen, user } = await open({ [call]: refusal(409, 'This site sends no e-mail. Please ask an admin') });
    expect(seen(await screen.findByRole('alert'))).toEqual(['This site sends no e-mail. Please ask an admin']);
    await user.type(screen.getByLabelText('Email'), 'x');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is not asked about without an address', async () => {
    const { sent } = await open({}, 'nina');
    expect(sent).toEqual([]);
  });
});
