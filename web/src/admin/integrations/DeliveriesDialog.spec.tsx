import { describe, expect, it } from '@jest/globals';
import { waitFor, within } from '@testing-library/react';
import { openAdminTab } from '../../../../test/support/admin-tab.ts';
import { deliveries, integrations } from '../../../../test/support/golden/integrations.ts';
import { type Answers, closeScreens, refusal } from '../../../../test/support/screen.tsx';
import { momentSeen, rowsOf, seen } from '../../../../test/support/seen.ts';

closeScreens();
const list = 'GET /api/admin/webhooks/:id/deliveries' as const;
const again = 'POST /api/admin/webhooks/:id/deliveries/:position/again' as const;
const test = 'POST /api/admin/webhooks/:id/test' as const;
const open = async (name: string, answers: Answers = {}) => {
  const opened = await openAdminTab('integrations', { answers: { ...integrations, [list]: deliveries, ...answers } });
  await opened.user.click(await opened.screen.findByLabelText(name));
  if (name.startsWith('Actions')) await opened.user.click(await opened.screen.findByRole('menuitem', { name: 'Test' }));
  return { ...opened, dialog: await opened.screen.findByRole('dialog') };
};

describe('the deliveries of a webhook', () => {
  it('are shown with their outcome, their attempts and the last answer', async () => {
    const { screen, sentTo } = await open('Deliveries of Books');
    await screen.findByText('out of paper', { exact: false });
    const at = (time: string) => momentSeen(`2026-04-${time}:00.000Z`);
    expect(rowsOf('Deliveries')).toEqual([
      ['Event', 'Outcome', 'Attempts', 'Last answer', 'Actions'],
      [`sale.reversed ${at('03T12:00')}`, 'Waiting (yellow)', '2', `out of paper next attempt ${at('03T12:05')}`, ''],
      [`sale.credited ${at('02T12:00')}`, 'Sent (green)', '1', `200 OK ${at('02T12:01')}`, 'Send again'],
      [`sale.credited ${at('01T12:00')}`, 'Dropped (grey)', '9', 'No answer yet', 'Send again'],
    ]);
    expect(sentTo(list).map(({ path, query }) => [path, query])).toEqual([['/api/admin/webhooks/w4/deliveries', { limit: '20' }]]);
  });

  it('are sent again, one by one, and a refusal is said', async () => {
    let refused = false;
    const answers = { [again]: () => (refused ? refusal(404, 'There is no delivery at this position') : { success: true as const }) };
    const { screen, user, sentTo, dialog } = await open('Deliveries of Books', answers);
    await user.click(await screen.findByLabelText('Send again: sale.credited, event 901'));
    await waitFor(() => expect(sentTo(list).length).toBeGreaterThan(1));
    expect(sentTo(again).map(({ path }) => path)).toEqual(['/api/admin/webhooks/w4/deliveries/901/again']);
    refused = true;
    await user.click(screen.getByLabelText('Send again: sale.credited, event 902'));
    await within(dialog).findByText('There is no delivery at this position');
  });

  it('are turned by pages', async () => {
    const { screen, user, sentTo } = await open('Deliveries of Books', { [list]: { ...deliveries, next: '901' } });
    await user.click(await screen.findByText('Next'));
    await screen.findByText(/^21–2\d$/);
    await waitFor(() => expect(sentTo(list).at(-1)!.query).toEqual({ limit: '20', after: '901' }));
  });

  it('that are none say when there will be some, in a dialog no wider than that', async () => {
    const { screen, dialog } = await open('Deliveries of Books', { [list]: { deliveries: [], next: null } });
    await screen.findByText('No deliveries yet.');
    screen.getByText('Events from the moment it was added are delivered here.');
    expect([...dialog.classList]).not.toContain('full');
  });

  it('say what failed and try again', async () => {
    let answer: Response | typeof deliveries = refusal(503, 'Please try again');
    const { screen, user } = await open('Deliveries of Books', { [list]: () => answer });
    await screen.findByText('Please try again');
    answer = deliveries;
    await user.click(screen.getByText('Retry'));
    await screen.findByText('Dropped');
  });
});

describe('a test of a webhook', () => {
  const facts = (dialog: HTMLElement) => seen(dialog.querySelector('[aria-live]')!);

  it('shows what came back, and how long it took', async () => {
    let answer = { status: 418 as number | null, tookMs: 23, response: 'teapot' };
    const { screen, user, dialog, sentTo } = await open('Actions for Books', { [test]: () => answer });
    expect(seen(dialog).slice(0, 2)).toEqual(['Test Books', 'Sends one signed event of type webhook.test to w4.example.']);
    expect(facts(dialog)).toEqual([]);
    await user.click(screen.getByText('Send a test event'));
    await screen.findByText('teapot');
    expect(facts(dialog)).toEqual(['Status', '418 (red)', 'Took', '23 ms', 'Answer', 'teapot']);
    answer = { status: 204, tookMs: 7, response: '' };
    await user.click(screen.getByText('Send a test event'));
    await screen.findByText('204');
    expect(facts(dialog)).toEqual(['Status', '204 (green)', 'Took', '7 ms', 'Answer', 'Nothing']);
    answer = { status: null, tookMs: 10_000, response: 'It took too long' };
    await user.click(screen.getByText('Send a test event'));
    await screen.findByText('No answer');
    expect(facts(dialog)).toEqual(['Status', 'No answer (red)', 'Took', '10000 ms', 'Answer', 'It took too long']);
    expect(sentTo(test).map(({ path }) => path)).toEqual(Array(3).fill('/api/admin/webhooks/w4/test'));
  });

  it('says where the server cannot send', async () => {
    const { screen, user, dialog } = await open('Actions for Books', { [test]: () => refusal(503, 'Please try again') });
    await user.click(screen.getByText('Send a test event'));
    await within(dialog).findByText('Please try again');
  });
});
