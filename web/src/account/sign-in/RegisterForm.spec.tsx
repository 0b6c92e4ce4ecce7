import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent } from '@testing-library/react';
import { session } from '../../../../test/support/golden/affiliate.ts';
import { type Answers, closeScreens, openScreen, refusal } from '../../../../test/support/screen.tsx';
import { seen } from '../../../../test/support/seen.ts';
import RegisterPage from './register.route.tsx';

closeScreens();
const call = 'POST /api/affiliate/register' as const;
const open = (answers: Answers = {}) => {
  jest.useFakeTimers();
  const opened = openScreen('/affiliate/register', RegisterPage, { answers, fakeClock: true });
  const { screen, user } = opened;
  const enter = (form: Record<string, string>) => {
    for (const [label, value] of Object.entries(form)) fireEvent.change(screen.getByLabelText(label), { target: { value } });
    return user.click(screen.getByText('Create Account'));
  };
  return { ...opened, enter };
};
const form = { Username: 'nina', Email: 'nina@mail.example', Password: 'secret!', 'Confirm Password': 'secret!' };

describe('the registration', () => {
  it('sends username, e-mail and password, says so for two seconds, and opens the dashboard', async () => {
    const { screen, enter, sentTo, pass, address } = open({ [call]: session });
    await enter(form);
    await screen.findByText('Account created successfully! Taking you to your dashboard...');
    expect(screen.getByText<HTMLButtonElement>('Create Account').disabled).toBe(true);
    expect(sentTo(call).map(({ body }) => body)).toEqual([{ username: 'nina', email: 'nina@mail.example', password: 'secret!' }]);
    await pass(1_800);
    expect(address()).toBe('/affiliate/register');
    await pass(300);
    expect(address()).toBe('/affiliate/dashboard');
  });

  it('sends nothing while something is wrong, and says the first of it', async () => {
    const { screen, enter, sent } = open();
    for (const [wrong, problem] of [
      [{ Username: 'ni', Email: 'nina', Password: 'short', 'Confirm Password': 'shirt' }, 'Password must be at least 6 characters long'],
      [{ ...form, 'Confirm Password': 'secret?' }, 'Passwords do not match'],
      [{ ...form, Email: 'nina' }, 'Please enter a valid email address'],
      [{ ...form, Username: 'ni' }, 'Username must be at least 3 characters long'],
    ] as const) {
      await enter(wrong);
      expect(seen(screen.getByRole('alert'))).toEqual([problem]);
    }
    fireEvent.change(screen.getByLabelText('Username'), { target: { value: 'nina' } });
    expect([screen.queryByRole('alert'), sent]).toEqual([null, []]);
  });

  it('says why it is refused, or that it failed', async () => {
    let answer = refusal(409, 'This username is already taken');
    const { screen, enter } = open({ [call]: () => answer });
    await enter(form);
    expect(seen(await screen.findByRole('alert'))).toEqual(['This username is already taken']);
    answer = new Response('', { status: 502 });
    await enter({});
    await screen.findByText('Registration failed');
  });

  it('says what is agreed to, and where that is', () => {
    const { screen } = open();
    expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['terms and policies', '/tos'],
      ['affiliate program', '/affiliate'],
      ['Login here', '/affiliate/login'],
      ['Back to Affiliate Program', '/affiliate'],
    ]);
  });
});
