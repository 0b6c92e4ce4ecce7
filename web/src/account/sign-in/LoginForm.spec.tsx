import { describe, expect, it } from '@jest/globals';
import { session } from '../../../../test/support/golden/affiliate.ts';
import { type Answers, closeScreens, openScreen, refusal } from '../../../../test/support/screen.tsx';
import { seen } from '../../../../test/support/seen.ts';
import { keptSession } from '../../session/session.ts';
import LoginPage from './login.route.tsx';

closeScreens();
const call = 'POST /api/affiliate/login' as const;
const open = (answers: Answers = {}) => {
  const opened = openScreen('/affiliate/login', LoginPage, { answers });
  const { screen, user } = opened;
  const enter = async (username: string, password: string) => {
    await user.type(screen.getByLabelText('Username or Email'), username);
    await user.type(screen.getByLabelText('Password'), password);
    await user.click(screen.getByText('Login'));
  };
  return { ...opened, enter };
};

describe('the login', () => {
  it.each([
    [false, '/affiliate/dashboard'],
    [true, '/admin/dashboard'],
  ])('leads a person on who is signed in (admin: %s)', async (isAdmin, dashboard) => {
    const { screen, address } = openScreen('/affiliate/login', LoginPage, {
      answers: {},
      session: { ...session, affiliate: { ...session.affiliate, isAdmin } },
    });
    await screen.findByText('Elsewhere');
    expect(address()).toBe(dashboard);
  });

  it('sends name and password, keeps the session, and opens the dashboard', async () => {
    const { screen, enter, sentTo, address } = open({ [call]: session });
    await enter('nina', 'secret!');
    await screen.findByText('Elsewhere');
    expect(address()).toBe('/affiliate/dashboard');
    expect(sentTo(call).map(({ body }) => body)).toEqual([{ username: 'nina', password: 'secret!' }]);
    expect(keptSession.read()).toEqual(session);
  });

  it('opens the admin dashboard for an admin', async () => {
    const { screen, enter, address } = open({ [call]: { ...session, affiliate: { ...session.affiliate, isAdmin: true } } });
    await enter('ada', 'secret!');
    await screen.findByText('Elsewhere');
    expect(address()).toBe('/admin/dashboard');
  });

  it('says why it is refused, or that it failed', async () => {
    let answer = refusal(401, 'Invalid username or password');
    const { screen, user, enter } = open({ [call]: () => answer });
    await enter('nina', 'wrong!');
    expect(seen(await screen.findByRole('alert'))).toEqual(['Invalid username or password']);
    answer = new Response('', { status: 502 });
    await user.click(screen.getByText('Login'));
    await screen.findByText('Login failed');
  });

  it('sends nothing while a field is empty', async () => {
    const { user, screen, sent } = open();
    await user.type(screen.getByLabelText('Username or Email'), 'nina');
    await user.click(screen.getByText('Login'));
    expect(sent).toEqual([]);
  });

  it('asks for a code where the account has two factors, and sends all three', async () => {
    const { screen, user, enter, sentTo } = open({
      [call]: ({ body }) =>
        (body as { code?: string }).code ? session : refusal(401, 'Please enter the code from your authenticator app'),
    });
    await enter('nina', 'secret!');
    const code = await screen.findByLabelText('Authentication Code');
    expect([document.activeElement, screen.queryByRole('alert')]).toEqual([code, null]);
    screen.getByText('From your authenticator app, or one of your recovery codes.');
    await user.type(code, '123456');
    await user.click(screen.getByText('Login'));
    await screen.findByText('Elsewhere');
    expect(sentTo(call)[1]!.body).toEqual({ username: 'nina', password: 'secret!', code: '123456' });
  });

  it('goes back from the code to what was entered', async () => {
    const { screen, user, enter } = open({ [call]: refusal(401, 'Please enter the code from your authenticator app') });
    await enter('nina', 'secret!');
    await user.click(await screen.findByText('Back'));
    expect([screen.queryByLabelText('Authentication Code'), screen.getByLabelText<HTMLInputElement>('Password').value]).toEqual([
      null,
      'secret!',
    ]);
    expect(screen.getByLabelText('Password').closest('[hidden]')).toBeNull();
  });

  it('shows the password on demand', async () => {
    const { screen, user } = open();
    const password = screen.getByLabelText<HTMLInputElement>('Password');
    expect(password.type).toBe('password');
    await user.click(screen.getByLabelText('Show characters'));
    expect(password.type).toBe('text');
    await user.click(screen.getByLabelText('Hide characters'));
    expect(password.type).toBe('password');
  });

  it('leads to a forgotten password and to the registration', () => {
    const { screen } = open();
    expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Forgot your password?', '/account/forgot'],
      ['Register here', '/affiliate/register'],
    ]);
  });
});
