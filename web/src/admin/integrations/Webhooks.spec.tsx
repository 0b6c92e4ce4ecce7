import { describe, expect, it } from '@jest/globals';
import { refusals } from '@framelift/contracts/refusals';
import { waitFor, within } from '@testing-library/react';
import { openAdminTab } from '../../../../test/support/admin-tab.ts';
import { integrations, webhooks } from '../../../../test/support/golden/integrations.ts';
import { type Answers, closeScreens, onItsWay, refusal } from '../../../../test/support/screen.tsx';
import { fieldsIn, optionsOf, rowsOf, seen } from '../../../../test/support/seen.ts';

closeScreens();
const list = 'GET /api/admin/webhooks' as const;
const add = 'POST /api/admin/webhooks' as const;
const change = 'PUT /api/admin/webhooks/:id' as const;
const remove = 'DELETE /api/admin/webhooks/:id' as const;
const renew = 'POST /api/admin/webhooks/:id/secret' as const;
const done = { success: true } as const;
const open = async (answers: Answers = {}) => {
  const opened = await openAdminTab('integrations', { answers: { ...integrations, ...answers } });
  await opened.screen.findByText('Webhooks', { selector: 'h2' });
  return opened;
};
/** A dialog about a webhook, opened from its menu. */
const openDialog = async (item: string, webhook: string, answers: Answers = {}) => {
  const opened = await open(answers);
  await opened.user.click(opened.screen.getByLabelText(`Actions for ${webhook}`));
  await opened.user.click(await opened.screen.findByRole('menuitem', { name: item }));
  return { ...opened, dialog: await opened.screen.findByRole('dialog') };
};
const press = (dialog: HTMLElement, name: string) => within(dialog).getByText(name, { selector: 'button' });

describe('webhooks', () => {
  it('are shown with their events, state and pending deliveries', async () => {
    await open();
    expect(rowsOf('Webhooks')).toEqual([
      ['Webhook', 'Events', 'State', 'Waiting', 'Actions'],
      ['Books w4.example', 'personal (yellow) / sale.credited (grey) / sale.reversed (grey)', 'Active (green)', '1,003', 'Deliveries'],
      ['Stock w3.example', 'all (grey)', 'Paused (yellow)', '12', 'Deliveries'],
      ['Chat w2.example', 'all (grey)', 'Failing (red) / failed for three days', '5', 'Deliveries'],
      ['Mail w1.example', 'all (grey)', 'Gone (red) / answered 410', '0', 'Deliveries'],
    ]);
  });

  it('have deliveries on their row and the rest in a menu', async () => {
    const { screen, user } = await open();
    await user.click(screen.getByLabelText('Actions for Stock'));
    const items = await screen.findAllByRole('menuitem');
    expect(items.map(({ textContent }) => textContent)).toEqual(['Test', 'Resume', 'Edit', 'Rotate secret', 'Remove']);
  });

  it('that are none say what one is for', async () => {
    const { screen } = await open({ [list]: { webhooks: [] } });
    screen.getByText('No webhooks.');
    screen.getByText('Add one to receive sales, cashouts and affiliates.');
  });

  it('say that they load, what failed, and try again', async () => {
    let answer: Response | { webhooks: typeof webhooks } = refusal(503, 'Please try again');
    const { screen, user } = await openAdminTab('integrations', { answers: { ...integrations, [list]: () => answer } });
    await screen.findByText('Please try again');
    answer = { webhooks };
    await user.click(screen.getByText('Retry'));
    await screen.findByText('Books');
  });

  it('are not there while they load', async () => {
    const { screen } = await openAdminTab('integrations', { answers: { ...integrations, [list]: onItsWay } });
    screen.getByText('Loading webhooks...');
  });
});

describe('a new webhook', () => {
  const openForm = async (answers: Answers = {}) => {
    const opened = await open(answers);
    await opened.user.click(opened.screen.getByText('Add a webhook'));
    const dialog = await opened.screen.findByRole('dialog');
    await opened.user.type(within(dialog).getByLabelText('Name'), ' Shop ');
    await opened.user.type(within(dialog).getByLabelText('Address'), ' https://shop.example/hook ');
    return { ...opened, dialog };
  };

  it('gets the chosen events, and its secret is shown once', async () => {
    const { screen, user, dialog, sentTo } = await openForm({ [add]: { id: 'w5', secret: 'whsec_new' } });
    expect(optionsOf('Events')).toEqual(['All events, including future types', 'Selected events']);
    await user.selectOptions(within(dialog).getByLabelText('Events'), 'Selected events');
    const send = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Add Webhook' });
    expect(send.disabled).toBe(true);
    await user.click(within(dialog).getByLabelText(/^cashout.requested/));
    await user.click(within(dialog).getByLabelText(/^Include personal data/));
    await user.click(send);
    expect((await screen.findByLabelText<HTMLInputElement>('Secret')).value).toBe('whsec_new');
    expect(seen(dialog)).toContain('It is shown only once. Your server uses it to verify that a message comes from here.');
    expect(sentTo(add).map(({ body }) => body)).toEqual([
      { name: 'Shop', url: 'https://shop.example/hook', types: ['cashout.requested'], personal: true },
    ]);
    await waitFor(() => expect(sentTo(list)).toHaveLength(2));
    await user.click(screen.getByText('Done'));
    expect(screen.queryByLabelText('Secret')).toBeNull();
  });

  it('gets all events without personal fields by default', async () => {
    const { screen, user, dialog, sentTo } = await openForm({ [add]: { id: 'w5', secret: 'whsec_new' } });
    await user.click(press(dialog, 'Add Webhook'));
    await screen.findByLabelText('Secret');
    expect(sentTo(add)[0]!.body).toMatchObject({ types: [], personal: false });
  });

  it('asks for the password where the session is older, and says what is refused', async () => {
    let confirmed = false;
    const { screen, user, dialog, sentTo } = await openForm({
      [add]: () => refusal(confirmed ? 409 : 403, confirmed ? 'Another webhook has this name' : refusals.confirmFirst),
      'POST /api/account/confirm': () => {
        confirmed = true;
        return done;
      },
    });
    await user.click(press(dialog, 'Add Webhook'));
    await user.type(await screen.findByLabelText('Password', { selector: 'input' }), 'the admin password');
    await user.click(screen.getByText('Confirm'));
    await screen.findByText('Another webhook has this name');
    expect(sentTo(add)).toHaveLength(2);
    expect(fieldsIn(dialog)).toMatchObject({ Name: ' Shop ', Address: 'https://shop.example/hook' });
  });

  it('needs a name and an address before it is sent', async () => {
    const { user, dialog, sentTo } = await openForm();
    await user.clear(within(dialog).getByLabelText('Address'));
    await user.click(press(dialog, 'Add Webhook'));
    expect(within(dialog).getByLabelText<HTMLInputElement>('Address').validity.valueMissing).toBe(true);
    expect(sentTo(add)).toEqual([]);
  });
});

describe('a webhook', () => {
  it('is edited as it was when the form opened, and keeps an address that is left empty', async () => {
    const { screen, user, dialog, sentTo, sent } = await openDialog('Edit', 'Stock', { [change]: done });
    expect(fieldsIn(dialog)).toMatchObject({ Name: 'Stock', Address: '', Events: 'all' });
    expect(within(dialog).getByLabelText('Address').getAttribute('placeholder')).toBe('https://w3.example/…');
    await user.clear(within(dialog).getByLabelText('Name'));
    await user.type(within(dialog).getByLabelText('Name'), 'Stores');
    await user.click(press(dialog, 'Save'));
    await screen.findByText('Stores saved');
    expect(sent.filter(({ call }) => call === change).map(({ path, body }) => [path, body])).toEqual([
      ['/api/admin/webhooks/w3', { name: 'Stores', types: [], personal: false, paused: true, editBase: 33 }],
    ]);
    await waitFor(() => expect(sentTo(list)).toHaveLength(2));
  });

  it('gets another address and other events', async () => {
    const { screen, user, dialog, sentTo } = await openDialog('Edit', 'Books', { [change]: done });
    await user.type(within(dialog).getByLabelText('Address'), 'https://new.example/');
    await user.click(within(dialog).getByLabelText(/^sale.reversed/));
    await user.click(press(dialog, 'Save'));
    await screen.findByText('Books saved');
    expect(sentTo(change)[0]!.body).toEqual({
      editBase: 34,
      name: 'Books',
      url: 'https://new.example/',
      types: ['sale.credited'],
      personal: true,
      paused: false,
    });
  });

  it('keeps its form open where an edit is refused', async () => {
    const { user, dialog } = await openDialog('Edit', 'Books', { [change]: () => refusal(409, 'Somebody changed it meanwhile') });
    await user.click(press(dialog, 'Save'));
    await within(dialog).findByText('Somebody changed it meanwhile');
  });

  it('is paused, and keeps its place', async () => {
    const { screen, user, dialog, sentTo } = await openDialog('Pause', 'Books', { [change]: done });
    expect(seen(dialog).slice(0, 2)).toEqual(['Pause Books', 'Events are kept while it is paused.']);
    await user.click(press(dialog, 'Pause'));
    await screen.findByText('Books paused');
    expect(sentTo(change).map(({ path, body }) => [path, body])).toEqual([
      ['/api/admin/webhooks/w4', { name: 'Books', types: ['sale.credited', 'sale.reversed'], personal: true, paused: true, editBase: 34 }],
    ]);
  });

  it('is resumed, also where nobody paused it', async () => {
    const { screen, user, dialog, sentTo } = await openDialog('Resume', 'Chat', { [change]: done });
    expect(seen(dialog).slice(0, 2)).toEqual(['Resume Chat', 'Resuming sends everything since then, in order.']);
    await user.click(press(dialog, 'Resume'));
    await screen.findByText('Chat resumed');
    expect(sentTo(change)[0]!.body).toMatchObject({ paused: false });
  });

  it('gets another secret, shown once', async () => {
    const { screen, user, dialog, sentTo } = await openDialog('Rotate secret', 'Books', { [renew]: { id: 'w4', secret: 'whsec_next' } });
    expect(seen(dialog)[1]).toBe('For one day, messages are signed with both secrets, so your server can switch.');
    await user.click(press(dialog, 'Rotate Secret'));
    expect((await screen.findByLabelText<HTMLInputElement>('Secret')).value).toBe('whsec_next');
    expect(sentTo(renew).map(({ path }) => path)).toEqual(['/api/admin/webhooks/w4/secret']);
  });

  it('keeps its secret where another one is refused', async () => {
    const { user, dialog } = await openDialog('Rotate secret', 'Books', { [renew]: () => refusal(503, 'Please try again') });
    await user.click(press(dialog, 'Rotate Secret'));
    await within(dialog).findByText('Please try again');
  });

  it('is removed after a question, and the outcome is said', async () => {
    let answer: Response | typeof done = refusal(503, 'Please try again');
    const { screen, user, sentTo } = await open({ [remove]: () => answer });
    const removeIt = async () => {
      await user.click(screen.getByLabelText('Actions for Mail'));
      await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
      const question = await screen.findByRole('alertdialog');
      expect(seen(question)[1]).toBe('No further events are sent, including those already queued. This cannot be undone.');
      await user.click(press(question, 'Remove'));
    };
    await removeIt();
    await screen.findByText('Please try again');
    answer = done;
    await removeIt();
    await screen.findByText('Mail removed');
    expect(sentTo(remove).map(({ path }) => path)).toEqual(['/api/admin/webhooks/w1', '/api/admin/webhooks/w1']);
  });
});
