import { describe, expect, it } from '@jest/globals';
import { refusals } from '@framelift/contracts/refusals';
import { waitFor, within } from '@testing-library/react';
import { openAdminTab } from '../../../../test/support/admin-tab.ts';
import { affiliateAnswers, terms } from '../../../../test/support/golden/affiliates.ts';
import { affiliates } from '../../../../test/support/golden/admin.ts';
import { type Answers, closeScreens, onItsWay, refusal } from '../../../../test/support/screen.tsx';
import { fieldsIn, seen } from '../../../../test/support/seen.ts';

closeScreens();
const list = 'GET /api/admin/affiliates' as const;
const create = 'POST /api/admin/affiliates' as const;
const edit = 'PUT /api/admin/affiliates/:id' as const;
const link = 'POST /api/admin/affiliates/:id/password-link' as const;
const done = { success: true } as const;
/** A dialog of the list, by its button or, for one affiliate, by an item of their menu. */
const openDialog = async (name: string, answers: Answers = {}, of?: string) => {
  const opened = await openAdminTab('affiliates', { answers: { ...affiliateAnswers, ...answers } });
  if (of) await opened.user.click(opened.screen.getByRole('button', { name: `Actions for ${of}` }));
  await opened.user.click(await opened.screen.findByRole(of ? 'menuitem' : 'button', { name }));
  const dialog = await opened.screen.findByRole('dialog');
  const enter = async (label: string, text: string) => {
    const field = within(dialog).getByLabelText(label, { selector: 'input, textarea' });
    await opened.user.clear(field);
    if (text) await opened.user.type(field, text);
  };
  return { ...opened, dialog, enter, press: (text: string) => opened.user.click(within(dialog).getByText(text, { selector: 'button' })) };
};

describe('a new affiliate', () => {
  const openForm = async (answers: Answers = {}) => {
    const opened = await openDialog('Add Affiliate', answers);
    await within(opened.dialog).findByLabelText('Username');
    await opened.enter('Username', 'vera');
    await opened.enter('Email', 'vera@mail.example');
    await opened.enter('Password', 'a long password');
    return opened;
  };

  it('is created with a username, an address, a password and the programme’s rate', async () => {
    const { screen, press, sentTo } = await openForm({ [create]: done });
    await press('Create Affiliate');
    await screen.findByText('Affiliate created successfully!');
    expect(sentTo(create).map(({ body }) => body)).toEqual([
      { username: 'vera', email: 'vera@mail.example', password: 'a long password', commissionRate: 19.75 },
    ]);
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(sentTo(list)).toHaveLength(2));
  });

  it('has a rate from 0 to 100 percent', async () => {
    const { dialog, enter, press, sentTo } = await openForm();
    const rate = within(dialog).getByLabelText<HTMLInputElement>('Commission Rate (%)');
    expect([rate.min, rate.max, rate.step]).toEqual(['0', '100', '0.01']);
    await enter('Commission Rate (%)', '100.5');
    await press('Create Affiliate');
    expect(sentTo(create)).toEqual([]);
  });

  it('needs every field before it is sent', async () => {
    const { enter, press, sentTo, dialog } = await openForm();
    for (const label of ['Username', 'Email', 'Password', 'Commission Rate (%)']) {
      const before = within(dialog).getByLabelText<HTMLInputElement>(label, { selector: 'input' }).value;
      await enter(label, '');
      await press('Create Affiliate');
      await enter(label, before);
    }
    expect(sentTo(create)).toEqual([]);
  });

  it('that is refused leaves the form as it was', async () => {
    const { dialog, press } = await openForm({ [create]: () => refusal(409, 'This username is taken') });
    await press('Create Affiliate');
    await within(dialog).findByText('This username is taken');
    expect(fieldsIn(dialog)).toMatchObject({ Username: 'vera', Email: 'vera@mail.example', 'Commission Rate (%)': '19.75' });
  });

  it('waits for the terms, which are asked for again where they failed', async () => {
    let answer: Response | typeof terms = refusal(503, 'Please try again');
    const { screen, press } = await openDialog('Add Affiliate', { 'GET /api/admin/terms': () => answer });
    await screen.findByText('Please try again');
    answer = terms;
    await press('Retry');
    await screen.findByLabelText('Username');
  });

  it('says that the terms load', async () => {
    const { dialog } = await openDialog('Add Affiliate', { 'GET /api/admin/terms': onItsWay });
    within(dialog).getByText('Loading terms...');
  });
});

describe('an affiliate who is edited', () => {
  const openForm = async (name: string, answers: Answers = {}) => {
    const opened = await openDialog(`Edit ${name}`, answers);
    await within(opened.dialog).findByLabelText('Username');
    return opened;
  };

  it('is shown as they are, own numbers and the programme’s told apart', async () => {
    const { dialog } = await openForm('nina');
    expect(fieldsIn(dialog)).toEqual({
      Username: 'nina',
      Email: 'nina@mail.example',
      'Commission Rate (%)': '21.5',
      Status: 'active',
      Tier: 'silver',
      'Minimum Cashout (€)': '80',
      'Holding Period (days)': '21',
      Reason: '',
    });
    const optionsIn = (label: string) =>
      [...within(dialog).getByLabelText<HTMLSelectElement>(label, { selector: 'select' }).options].map(({ text }) => text);
    expect(optionsIn('Status')).toEqual(['Active', 'Suspended', 'Banned']);
    expect(optionsIn('Tier')).toEqual(['Bronze', 'Silver', 'Diamond']);
    within(dialog).getByText('No agreement to the texts is recorded.');
  });

  it('without own numbers shows the programme’s in their place, and the texts that they agreed to', async () => {
    const agreed = affiliates.map((one) => ({ ...one, textsVersion: '2026-02' }));
    const { dialog } = await openForm('zoe', { [list]: { affiliates: agreed, total: 3, next: null } });
    const shown = ['Minimum Cashout (€)', 'Holding Period (days)'].map((label) => {
      const { value, placeholder } = within(dialog).getByLabelText<HTMLInputElement>(label);
      return [value, placeholder];
    });
    expect(shown).toEqual([
      ['', '55.5'],
      ['', '14'],
    ]);
    within(dialog).getByText('Agreed to version 2026-02 of the texts.');
  });

  it('is sent whole, with the position that the form was filled from', async () => {
    const { screen, user, dialog, enter, press, sentTo } = await openForm('nina', { [edit]: done });
    await enter('Username', 'nina2');
    await enter('Email', 'nina2@mail.example');
    await enter('Commission Rate (%)', '44.25');
    await user.selectOptions(within(dialog).getByLabelText('Status'), 'Suspended');
    await user.selectOptions(within(dialog).getByLabelText('Tier'), 'Diamond');
    await enter('Minimum Cashout (€)', '');
    await enter('Holding Period (days)', '30');
    await enter('Reason', 'Agreed by phone');
    await press('Save Changes');
    await screen.findByText('Affiliate updated successfully!');
    expect(sentTo(edit).map(({ path, body }) => [path, body])).toEqual([
      [
        '/api/admin/affiliates/a3',
        {
          editBase: 1,
          username: 'nina2',
          email: 'nina2@mail.example',
          commissionRate: 44.25,
          status: 'suspended',
          tier: 'diamond',
          minimumCashout: null,
          holdDays: 30,
          reason: 'Agreed by phone',
        },
      ],
    ]);
    await waitFor(() => expect(sentTo(list)).toHaveLength(2));
  });

  it('keeps what was typed where the change is refused', async () => {
    const meanwhile = 'Someone changed the commission rate meanwhile. Please reload';
    const { dialog, enter, press } = await openForm('nina', { [edit]: () => refusal(409, meanwhile) });
    await enter('Commission Rate (%)', '44');
    await press('Save Changes');
    await within(dialog).findByText(meanwhile);
    expect(fieldsIn(dialog)).toMatchObject({ 'Commission Rate (%)': '44' });
  });
});

describe('a password link', () => {
  const made = { link: 'https://framelift.example/account/reset#token=t', expiresAt: '2026-05-01T12:30:00.000Z' };

  it('is made when it is asked for, and shown once with its end', async () => {
    const { screen, dialog, press, sentTo } = await openDialog('Password link', { [link]: made }, 'nina');
    expect(seen(dialog)[0]).toBe('Password link for nina');
    expect(seen(dialog)[1]).toMatch(/^This link sets a new password\. It works once, for 30 minutes, and ends every session/);
    expect(sentTo(link)).toEqual([]);
    await press('Create link');
    expect((await screen.findByLabelText<HTMLInputElement>('Password link')).value).toBe(made.link);
    const until = new Date(made.expiresAt).toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' }).replaceAll(/\s/g, ' ');
    expect(seen(dialog)).toContain(`Good until ${until}. It is shown only once: send it to nina over a channel you know is theirs.`);
    expect(sentTo(link).map(({ path }) => path)).toEqual(['/api/admin/affiliates/a3/password-link']);
    expect(screen.queryByText('Create link')).toBeNull();
    await press('Done');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('asks for the password where the session is older, and says what is refused', async () => {
    let confirmed = false;
    const { screen, user, dialog, press } = await openDialog(
      'Password link',
      {
        [link]: () => refusal(confirmed ? 503 : 403, confirmed ? 'Please try again' : refusals.confirmFirst),
        'POST /api/account/confirm': () => {
          confirmed = true;
          return done;
        },
      },
      'nina',
    );
    await press('Create link');
    await user.type(await screen.findByLabelText('Password', { selector: 'input' }), 'the admin password');
    await user.click(screen.getByText('Confirm'));
    await within(dialog).findByText('Please try again');
  });
});

describe('an affiliate who is to be deleted', () => {
  const openQuestion = async (name: string, answers: Answers = {}) => {
    const opened = await openAdminTab('affiliates', { answers });
    await opened.user.click(opened.screen.getByRole('button', { name: `Delete ${name}` }));
    return { ...opened, question: await opened.screen.findByRole('alertdialog') };
  };
  const sure = 'Are you sure you want to delete this affiliate? This action cannot be undone.';

  it('forfeits the balance, which the question names', async () => {
    const { question } = await openQuestion('nina');
    expect(seen(question)).toEqual(['Delete nina', `${sure} Their balance of €412.34 is forfeited.`, 'Cancel', 'Delete']);
  });

  it('with nothing to forfeit is asked about without it, and stays where it is refused', async () => {
    const { screen, user, question } = await openQuestion('omar', {
      'DELETE /api/admin/affiliates/:id': () => refusal(409, 'A cashout is under way'),
    });
    expect(seen(question)[1]).toBe(sure);
    await user.click(within(question).getByText('Delete'));
    await screen.findByText('A cashout is under way');
    screen.getByText('omar');
  });

  it('stays where the question is answered with Cancel', async () => {
    const { screen, user, question, sent } = await openQuestion('zoe');
    await user.click(within(question).getByText('Cancel'));
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(sent.some(({ call }) => call.startsWith('DELETE'))).toBe(false);
  });
});
