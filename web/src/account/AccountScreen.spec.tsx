import { describe, expect, it, jest } from '@jest/globals';
import type { AccountView, MailsView } from '@framelift/contracts';
import { within } from '@testing-library/react';
import { account, mails, session } from '../../../test/support/golden/affiliate.ts';
import { type Answers, closeScreens, openScreen, refusal } from '../../../test/support/screen.tsx';
import { part, seen } from '../../../test/support/seen.ts';
import { keptSession } from '../session/session.ts';
import AccountPage from './account.route.tsx';

closeScreens();
interface Given {
  account?: Partial<AccountView>;
  mails?: Partial<MailsView>;
  answers?: Answers;
}
const open = async (given: Given = {}) => {
  const answers: Answers = {
    'GET /api/account': { ...account, ...given.account },
    'GET /api/account/mails': { ...mails, ...given.mails },
    ...given.answers,
  };
  const opened = openScreen('/account', AccountPage, { answers, session });
  await opened.screen.findByText('Change Password');
  return opened;
};
const done = { success: true } as const;

describe('the account', () => {
  it('says whose it is and leads back to the dashboard', async () => {
    const { screen } = await open();
    expect(seen(document.querySelector('header')!)).toEqual(['Framelift', 'Account', 'Dashboard', 'nina']);
    expect(screen.getByText('Dashboard').getAttribute('href')).toBe('/affiliate/dashboard');
    expect(screen.queryByText(/^Admins here/)).toBeNull();
  });

  it('leads an admin back to theirs, and says that two factors are required', async () => {
    const { screen } = await open({ account: { isAdmin: true, totpRequired: true } });
    expect(screen.getByText('Dashboard').getAttribute('href')).toBe('/admin/dashboard');
    expect(seen(screen.getByRole('alert'))).toEqual(['Admins must use two-factor sign-in here. Turn it on below to open the dashboard.']);
  });

  it('says that it loads, what failed, and tries again', async () => {
    let answer: Response | AccountView = refusal(503, 'Please try again');
    const answers: Answers = { 'GET /api/account': () => answer, 'GET /api/account/mails': mails };
    const { screen, user } = openScreen('/account', AccountPage, { answers, session });
    screen.getByText('Loading account...');
    expect(seen(await screen.findByRole('alert'))).toEqual(['Please try again']);
    answer = account;
    await user.click(screen.getByText('Retry'));
    await screen.findByText('Change Password');
  });
});

describe('a session that is over', () => {
  it('leads from the account to the login', async () => {
    const answers: Answers = { 'GET /api/account': refusal(401, 'Please log in'), 'GET /api/account/mails': refusal(401, 'Please log in') };
    const { screen, address } = openScreen('/account', AccountPage, { answers, session });
    await screen.findByText('Elsewhere');
    expect([address(), keptSession.read().token]).toEqual(['/affiliate/login', null]);
  });
});

describe('the password section', () => {
  const call = 'POST /api/account/password' as const;
  const change = async (answers: Answers, current: string, password: string, confirmation = password) => {
    const opened = await open({ answers });
    const fields = ['Current Password', 'New Password', 'Confirm New Password'].map((label) =>
      opened.screen.getByLabelText<HTMLInputElement>(label),
    ) as [HTMLInputElement, HTMLInputElement, HTMLInputElement];
    const enter = async (texts: string[]) => {
      for (const [i, text] of texts.entries()) if (text) await opened.user.type(fields[i]!, text);
      await opened.user.click(opened.screen.getByText('Change Password'));
    };
    await enter([current, password, confirmation]);
    return { ...opened, entered: () => fields.map(({ value }) => value) };
  };

  it('says when the password was changed, and what a new one is like', async () => {
    await open();
    expect(seen(part('Password'))).toEqual([
      'Password',
      'Last changed Jan 15, 2026. Changing it signs out every other device.',
      'Current Password',
      'New Password',
      '6 to 128 characters of any kind. Longer is stronger.',
      'Confirm New Password',
      'Change Password',
    ]);
  });

  it('sends the present and the new password, goes on with the new session, and is empty again', async () => {
    const renewed = { ...session, token: 'head.eyJzdWIiOiJhMSJ9.other' };
    const { screen, sentTo, entered } = await change({ [call]: renewed }, 'secret!', 'better!');
    await screen.findByText('Password changed. All other sessions were signed out.');
    expect(sentTo(call).map(({ body }) => body)).toEqual([{ currentPassword: 'secret!', newPassword: 'better!' }]);
    expect([entered(), keptSession.read().token]).toEqual([['', '', ''], renewed.token]);
  });

  it.each([
    ['', 'better!', 'better!', 'Please fill in all required fields'],
    ['secret!', 'short', 'short', 'Password must be at least 6 characters long'],
    ['secret!', 'better!', 'bitter!', 'Passwords do not match'],
  ])('sends nothing for %j, %j and %j', async (current, password, confirmation, problem) => {
    const { screen, sentTo } = await change({}, current, password, confirmation);
    expect([seen(screen.getByRole('alert')), sentTo(call)]).toEqual([[problem], []]);
  });

  it('says why it is refused, and keeps what was entered', async () => {
    const { screen, entered } = await change({ [call]: refusal(400, 'The password is not correct') }, 'wrong!', 'better!');
    expect(seen(await screen.findByRole('alert'))).toEqual(['The password is not correct']);
    expect(entered()).toEqual(['wrong!', 'better!', 'better!']);
  });
});

describe('two-factor sign-in', () => {
  const begin = 'POST /api/account/totp' as const;
  const turnOn = 'PUT /api/account/totp' as const;
  const turnOff = 'DELETE /api/account/totp' as const;
  const renew = 'POST /api/account/recovery-codes' as const;
  const recoveryCodes = ['aaaa-1111', 'bbbb-2222'];
  const title = 'Two-factor sign-in';

  it('is off, and set up by a code from the app, which answers recovery codes', async () => {
    const answers = { [begin]: { secret: 'ABCDEFGHIJ', uri: 'otpauth://totp/nina' }, [turnOn]: { recoveryCodes } };
    const { screen, user, sentTo, kept } = await open({ answers });
    expect(seen(part(title))).toEqual([
      'Two-factor sign-in',
      'Off (grey)',
      'Add a code from an authenticator app, so a stolen password isn’t enough to sign in.',
      'Set Up',
    ]);
    await user.click(screen.getByText('Set Up'));
    await screen.findByText('Set Up Two-Factor Sign-In');
    const dialog = within(part('Set Up Two-Factor Sign-In'));
    dialog.getByText('ABCD EFGH IJ');
    await user.type(dialog.getByLabelText('Code'), '123456');
    await user.click(dialog.getByText('Turn On'));
    const codes = await screen.findByLabelText('Recovery codes');
    expect(seen(codes)).toEqual(recoveryCodes);
    expect(sentTo(turnOn).map(({ body }) => body)).toEqual([{ code: '123456' }]);
    await user.click(screen.getByText('Download'));
    expect(await kept()).toEqual([['framelift-recovery-codes.txt', 'Framelift recovery codes\n\naaaa-1111\nbbbb-2222\n']]);
    await user.click(screen.getByText('I’ve Saved Them'));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('says that a code is wrong, and sends nothing that is none', async () => {
    const answers = {
      [begin]: { secret: 'ABCD', uri: 'otpauth://totp/nina' },
      [turnOn]: refusal(400, 'The code is not correct or was used before'),
    };
    const { screen, user, sentTo } = await open({ answers });
    await user.click(screen.getByText('Set Up'));
    await user.type(await screen.findByLabelText('Code'), '12');
    await user.click(screen.getByText('Turn On'));
    expect(sentTo(turnOn)).toEqual([]);
    await user.type(screen.getByLabelText('Code'), '3456');
    await user.click(screen.getByText('Turn On'));
    expect(seen(await screen.findByRole('alert'))).toEqual(['The code is not correct or was used before']);
  });

  it('is on, and turned off once that is confirmed', async () => {
    const { screen, user, sentTo } = await open({ account: { totp: true, recoveryCodesLeft: 8 }, answers: { [turnOff]: done } });
    expect(seen(part(title))).toEqual([
      'Two-factor sign-in',
      'On (green)',
      'You sign in with your password and a code from your authenticator app.',
      '8 recovery codes are left.',
      'New Recovery Codes',
      'Turn Off',
    ]);
    await user.click(screen.getByText('Turn Off'));
    expect(sentTo(turnOff)).toEqual([]);
    await user.click(within(part('Turn Off Two-Factor Sign-In')).getByText('Turn Off'));
    await screen.findByText('Two-factor sign-in is off.');
    expect(sentTo(turnOff)).toHaveLength(1);
  });

  it.each([
    [4, '4 recovery codes are left.', 'left'],
    [3, '3 recovery codes are left. Create new ones before you need them.', 'few'],
    [1, '1 recovery code is left. Create new ones before you need them.', 'few'],
    [0, 'No recovery codes left. Create new ones before you need them.', 'few'],
  ])('says that %i codes are left', async (recoveryCodesLeft, text, look) => {
    const { screen } = await open({ account: { totp: true, recoveryCodesLeft } });
    expect(screen.getByText(text).className).toBe(look);
  });

  it('gives new recovery codes, or says why not', async () => {
    let answer: Response | { recoveryCodes: string[] } = refusal(503, 'Please try again');
    const { screen, user } = await open({ account: { totp: true, recoveryCodesLeft: 2 }, answers: { [renew]: () => answer } });
    await user.click(screen.getByText('New Recovery Codes'));
    expect(seen(await screen.findByRole('alert'))).toEqual(['Please try again']);
    answer = { recoveryCodes };
    await user.click(screen.getByText('New Recovery Codes'));
    expect(seen(await screen.findByLabelText('Recovery codes'))).toEqual(recoveryCodes);
  });
});

it('a notice on the account goes after three seconds where it tells of a success', async () => {
  jest.useFakeTimers();
  const answers: Answers = { 'GET /api/account': account, 'GET /api/account/mails': mails, 'PUT /api/account/mails': done };
  const { screen, user, pass } = openScreen('/account', AccountPage, { answers, session, fakeClock: true });
  await screen.findByText('Change Password');
  await user.click(within(screen.getByText('Sales', { selector: 'legend' }).parentElement!).getByText('Off'));
  await screen.findByText('Saved.');
  await pass(3_100);
  expect(screen.queryByText('Saved.')).toBeNull();
});
