import { describe, expect, it, jest } from '@jest/globals';
import { refusals } from '@framelift/contracts/refusals';
import { waitFor, within } from '@testing-library/react';
import { openAdminTab } from '../../../../test/support/admin-tab.ts';
import { integrations, keys } from '../../../../test/support/golden/integrations.ts';
import { type Answers, closeScreens, onItsWay, refusal } from '../../../../test/support/screen.tsx';
import { fieldsIn, momentSeen, optionsOf, rowsOf, seen } from '../../../../test/support/seen.ts';

closeScreens();
const list = 'GET /api/admin/keys' as const;
const make = 'POST /api/admin/keys' as const;
const revoke = 'DELETE /api/admin/keys/:id' as const;
const made = { id: 'd4', key: 'flk_d4_secret' };
const open = async (answers: Answers = {}) => {
  const opened = await openAdminTab('integrations', { answers: { ...integrations, ...answers } });
  await opened.screen.findByText('API keys', { selector: 'h2' });
  return opened;
};
const openForm = async (answers: Answers = {}) => {
  const opened = await open(answers);
  await opened.user.click(opened.screen.getByText('Create API key'));
  return { ...opened, dialog: await opened.screen.findByRole('dialog') };
};

describe('API keys', () => {
  it('are shown with their scopes, their use and who made them', async () => {
    await open();
    expect(rowsOf('API keys')).toEqual([
      ['Key', 'Scopes', 'A minute', 'Last used', 'Expires', 'Made', 'Actions'],
      [
        'Warehouse flk_c3d4e5f6…',
        'read:personal (yellow) / write:sales (yellow) / read:programme (grey)',
        '1,200',
        momentSeen('2026-04-04T12:30:00.000Z'),
        'Jul 2, 2099',
        'Apr 3, 2026 by root',
        'Revoke',
      ],
      ['Reports flk_b2c3d4e5…', 'read:events (grey)', '60', 'Never', 'Never', 'Apr 2, 2026 by ada', 'Revoke'],
      ['Old shop flk_a1b2c3d4…', 'read:affiliates (grey)', '7', 'Never', 'Expired (red)', 'Apr 1, 2026 by bo', 'Revoke'],
    ]);
  });

  it('that are none say what to do', async () => {
    const { screen } = await open({ [list]: { keys: [] } });
    screen.getByText('No API keys.');
    screen.getByText('Create one for each program, so you can revoke it on its own.');
  });

  it('say that they load, what failed, and try again', async () => {
    let answer: Response | typeof keys = refusal(503, 'Please try again');
    const { screen, user } = await openAdminTab('integrations', { answers: { ...integrations, [list]: () => answer } });
    await screen.findByText('Please try again');
    answer = keys;
    await user.click(screen.getByText('Retry'));
    await screen.findByText('Warehouse');
    screen.getByText(`${window.location.origin}/api/feed/events?after=0&wait=20`, { exact: false });
  });

  it('are not there while they load', async () => {
    const { screen } = await openAdminTab('integrations', { answers: { ...integrations, [list]: onItsWay } });
    screen.getByText('Loading API keys...');
  });
});

describe('a new key', () => {
  it('is made with a name, scopes, an expiry and a limit, and shown once', async () => {
    jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-05-01T12:00:00.000Z'));
    const { screen, user, dialog, sentTo } = await openForm({ [make]: made });
    expect(optionsOf('Expires')).toEqual(['30 days', '90 days', 'One year', 'Never']);
    // Where the name ends is said before typing does.
    expect([dialog.querySelector('input')!.maxLength, seen(dialog)]).toEqual([
      40,
      expect.arrayContaining([expect.stringMatching(/^Up to 40 char/)]),
    ]);
    expect(fieldsIn(dialog)).toMatchObject({ Name: '', Expires: '90', 'Requests per minute': '600' });
    await user.type(within(dialog).getByLabelText('Name'), ' Shop ');
    await user.click(within(dialog).getByLabelText(/^read:events/));
    await user.click(within(dialog).getByLabelText(/^write:sales/));
    await user.selectOptions(within(dialog).getByLabelText('Expires'), '30 days');
    await user.clear(within(dialog).getByLabelText('Requests per minute'));
    await user.type(within(dialog).getByLabelText('Requests per minute'), '61');
    await user.click(screen.getByText('Create Key'));
    expect((await screen.findByLabelText<HTMLInputElement>('API key')).value).toBe('flk_d4_secret');
    expect(seen(dialog)).toContain('It is shown only once. Store it as a secret: it grants everything that its scopes allow.');
    expect(sentTo(make).map(({ body }) => body)).toEqual([
      { name: 'Shop', scopes: ['read:events', 'write:sales'], perMinute: 61, expiresAt: '2026-05-31T12:00:00.000Z' },
    ]);
    await waitFor(() => expect(sentTo(list)).toHaveLength(2));
    await user.click(screen.getByText('Done'));
    expect(screen.queryByLabelText('API key')).toBeNull();
  });

  it('may last until it is revoked', async () => {
    const { screen, user, dialog, sentTo } = await openForm({ [make]: made });
    await user.type(within(dialog).getByLabelText('Name'), 'Shop');
    await user.click(within(dialog).getByLabelText(/^read:events/));
    await user.selectOptions(within(dialog).getByLabelText('Expires'), 'Never');
    await user.click(screen.getByText('Create Key'));
    await screen.findByLabelText('API key');
    expect(sentTo(make)[0]!.body).toMatchObject({ expiresAt: null });
  });

  it('needs a name and a scope before it is sent', async () => {
    const { screen, user, dialog, sentTo } = await openForm();
    const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Create Key' });
    expect(send.disabled).toBe(true);
    await user.click(within(dialog).getByLabelText(/^read:events/));
    expect(send.disabled).toBe(false);
    await user.click(send);
    expect(within(dialog).getByLabelText<HTMLInputElement>('Name').validity.valueMissing).toBe(true);
    expect(sentTo(make)).toEqual([]);
  });

  it('asks for the password where the session is older, and says what is refused', async () => {
    let confirmed = false;
    const { screen, user, dialog, sentTo } = await openForm({
      [make]: () => refusal(confirmed ? 409 : 403, confirmed ? 'Another key has this name' : refusals.confirmFirst),
      'POST /api/account/confirm': () => {
        confirmed = true;
        return { success: true };
      },
    });
    await user.type(within(dialog).getByLabelText('Name'), 'Reports');
    await user.click(within(dialog).getByLabelText(/^read:events/));
    await user.click(screen.getByText('Create Key'));
    await user.type(await screen.findByLabelText('Password', { selector: 'input' }), 'the admin password');
    await user.click(screen.getByText('Confirm'));
    await screen.findByText('Another key has this name');
    expect(sentTo('POST /api/account/confirm').map(({ body }) => body)).toEqual([{ password: 'the admin password' }]);
    expect(within(dialog).getByLabelText<HTMLInputElement>('Name').value).toBe('Reports');
    expect(sentTo(make)).toHaveLength(2);
  });
});

describe('a key is revoked', () => {
  it('after a question, and the outcome is said', async () => {
    const { screen, user, sentTo } = await open({ [revoke]: { success: true } });
    await user.click(screen.getByLabelText('Revoke Reports'));
    const question = await screen.findByRole('alertdialog');
    expect(seen(question)).toEqual([
      'Revoke Reports',
      'Programs that use this key are refused from their next request on. This cannot be undone.',
      'Cancel',
      'Revoke',
    ]);
    expect(sentTo(revoke)).toEqual([]);
    await user.click(within(question).getByText('Revoke'));
    await screen.findByText('Reports revoked');
    expect(sentTo(revoke).map(({ path }) => path)).toEqual(['/api/admin/keys/b2c3d4e5f6a7']);
    await waitFor(() => expect(sentTo(list)).toHaveLength(2));
  });

  it('unless the server refuses, which is said', async () => {
    const { screen, user } = await open({ [revoke]: () => refusal(503, 'Please try again') });
    await user.click(screen.getByLabelText('Revoke Reports'));
    await user.click(within(await screen.findByRole('alertdialog')).getByText('Revoke'));
    expect(seen(await screen.findByRole('alert'))).toContain('Please try again');
  });
});
