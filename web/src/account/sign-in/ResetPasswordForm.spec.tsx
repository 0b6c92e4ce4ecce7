import { describe, expect, it } from '@jest/globals';
import { fireEvent } from '@testing-library/react';
import { type Answers, closeScreens, openScreen, refusal } from '../../../../test/support/screen.tsx';
import { seen } from '../../../../test/support/seen.ts';
import ResetPasswordPage from './resetPassword.route.tsx';

closeScreens();
const call = 'POST /api/account/reset' as const;
const open = (answers: Answers = {}, hash = '#token=t-1') => {
  const opened = openScreen(`/account/reset${hash}`, ResetPasswordPage, { answers });
  const { screen, user } = opened;
  const enter = (password: string, confirmation = password) => {
    fireEvent.change(screen.getByLabelText('New Password'), { target: { value: password } });
    fireEvent.change(screen.getByLabelText('Confirm New Password'), { target: { value: confirmation } });
    return user.click(screen.getByText('Set New Password'));
  };
  return { ...opened, enter };
};

describe('a new password by a link', () => {
  it('is sent with the token of the link, and leads to the login', async () => {
    const { screen, enter, sentTo } = open({ [call]: { success: true } });
    await enter('secret!');
    await screen.findByText('Your new password is set. All other sessions were signed out.');
    expect(screen.getByText('Log in with your new password').getAttribute('href')).toBe('/affiliate/login');
    expect(sentTo(call).map(({ body }) => body)).toEqual([{ token: 't-1', password: 'secret!' }]);
    expect(screen.queryByText('Login here')).toBeNull();
  });

  it('is not sent while something is wrong with it', async () => {
    const { screen, enter, sent } = open();
    for (const [password, confirmation, problem] of [
      ['short', 'short', 'Password must be at least 6 characters long'],
      ['x'.repeat(129), 'x', 'Password must be at most 128 characters long'],
      ['secret!', 'secret?', 'Passwords do not match'],
    ] as const) {
      await enter(password, confirmation);
      expect(seen(screen.getByRole('alert'))).toEqual([problem]);
    }
    expect(sent).toEqual([]);
  });

  it('is not sent without a token', async () => {
    const { screen, enter, sent } = open({}, '');
    await enter('secret!');
    expect([seen(screen.getByRole('alert')), sent]).toEqual([['This link is no longer valid. Please request a new one'], []]);
    expect(screen.getByText('Request a new link').getAttribute('href')).toBe('/account/forgot');
  });

  it('says why it is refused', async () => {
    const { screen, enter } = open({ [call]: refusal(400, 'This password is too common. Please choose another one') });
    await enter('123456');
    expect(seen(await screen.findByRole('alert'))).toEqual(['This password is too common. Please choose another one']);
  });
});
