import { describe, expect, it } from '@jest/globals';
import { waitFor, within } from '@testing-library/react';
import { openAdminTab } from '../../../../test/support/admin-tab.ts';
import { review } from '../../../../test/support/golden/review.ts';
import { type Answers, closeScreens, refusal } from '../../../../test/support/screen.tsx';
import { rowsOf, seen } from '../../../../test/support/seen.ts';

closeScreens();
const list = 'GET /api/admin/review' as const;
const decide = 'POST /api/admin/review/:id' as const;
const panel = () => document.querySelector('[role=tabpanel]:not([hidden])')!;
const open = (answers: Answers = {}) => openAdminTab('review', { answers: { [list]: review, ...answers } });

describe('what looks wrong', () => {
  it('is shown with what was seen of it and what was decided', async () => {
    const { screen } = await open();
    await screen.findByText('nina');
    screen.getByText('1,301 alarms, 14 to check');
    expect(rowsOf('To review')).toEqual([
      ['Select', 'Affiliate', 'About', 'At stake', 'Seen', 'Decide'],
      [
        '',
        'nina',
        'Cashout',
        '€60.10',
        'Shared address (yellow) / Evidence 1. +2 / Shared address (yellow) / Evidence 2. / Sales within seconds (yellow) / Evidence 3.',
        'Fine / Hold / Suspend',
      ],
      [
        '',
        'omar',
        'Sale',
        '€7.50',
        'Held (red) / Held by ada on May 6, 2026: We check this sale · Internal note: One network +1 / Faster than a person (yellow) / Evidence 4.',
        'Fine / Reverse / Suspend',
      ],
      ['', 'zoe & co', 'Affiliate', '–', 'First cashout (grey) / Evidence 5.', 'Fine / Hold / Suspend'],
      [
        '',
        'kim',
        'Affiliate',
        '–',
        'Marked as fine by root on May 7, 2026 +1 / Balance jumped (grey) / Evidence 6.',
        'Fine / Hold / Suspend',
      ],
    ]);
    expect([...panel().querySelectorAll('td a')].map((link) => link.getAttribute('href'))).toEqual([
      '/admin/dashboard/affiliates/a-nina',
      '/admin/dashboard/cashouts/c1',
      '/admin/dashboard/affiliates/a-omar',
      '/admin/dashboard/sales?invoice=sellauth-1',
      '/admin/dashboard/affiliates/a-zoe%20%26%20co',
      '/admin/dashboard/affiliates/a-zoe%20%26%20co',
      '/admin/dashboard/affiliates/a-kim',
      '/admin/dashboard/affiliates/a-kim',
    ]);
  });

  it.each([
    ['Open', undefined, 'Nothing to review.'],
    ['Held', 'held', 'Nothing on hold.'],
    ['Decided', 'decided', 'No decisions yet.'],
  ])('%s: is asked for, and says that there is nothing', async (name, status, text) => {
    const none = { items: [], open: { alarms: 1, notes: 0 }, next: null };
    const { screen, user, sentTo } = await open({ [list]: none });
    await screen.findByText('1 alarm, 0 to check');
    await user.click(screen.getByRole('button', { name }));
    await screen.findByText(text);
    await waitFor(() => expect(sentTo(list).at(-1)!.query).toEqual({ limit: '50', ...(status ? { status } : {}) }));
  });

  it('says why it did not load', async () => {
    const { screen } = await open({ [list]: refusal(503, 'Too busy') });
    await screen.findByText('Too busy');
  });
});

describe('a decision', () => {
  const press = async (name: string, answers: Answers = {}) => {
    const opened = await open(answers);
    await opened.user.click(await opened.screen.findByRole('button', { name }));
    return opened;
  };
  const ask = async (name: string, answers: Answers = {}) => {
    const opened = await press(name, answers);
    const dialog = await opened.screen.findByRole('dialog');
    const because = async (reason: string, submit: string) => {
      if (reason) await opened.user.type(within(dialog).getByLabelText('Reason (the affiliate sees this)'), reason);
      await opened.user.click(within(dialog).getByRole('button', { name: submit }));
    };
    return { ...opened, dialog, because };
  };
  const done: Answers = { [decide]: { success: true } };

  it('that nothing is wrong takes one click, and is sent with each rule once, up to what was looked at', async () => {
    const { screen, sentTo } = await press('Mark as fine: cashout of nina', done);
    await screen.findByText('Marked as fine.');
    expect(sentTo(decide).map(({ path, body }) => [path, body])).toEqual([
      ['/api/admin/review/cashout-c1', { decision: 'fine', upTo: 21, rules: ['sharedAddress', 'burst'] }],
    ]);
  });

  it.each([
    ['Mark as fine: sale of omar', 'Sale, omar', 'Releases what is on hold.'],
    [
      'Put on hold: cashout of nina',
      'Cashout, nina',
      'It is not paid until an admin decides again. The affiliate sees that it is under review.',
    ],
    [
      'Put on hold: affiliate of kim',
      'Affiliate, kim',
      'Nothing is paid to them until an admin decides again. They see that the account is under review.',
    ],
    ['Reverse the sale: sale of omar', 'Sale, omar', 'The full commission is reversed. This cannot be undone.'],
    ['Suspend the affiliate: affiliate of kim', 'Affiliate, kim', 'They earn nothing on new sales and cannot request cashouts.'],
  ])('%s: says what follows, and asks why', async (name, about, follows) => {
    const { dialog, sentTo } = await ask(name, done);
    within(dialog).getByText(about);
    within(dialog).getByText(follows);
    within(dialog).getByLabelText('Internal note (optional)');
    expect(within(dialog).queryByLabelText('Reason (the affiliate sees this)') === null).toBe(name.startsWith('Mark as fine'));
    expect(sentTo(decide)).toEqual([]);
  });

  it('is sent with its reason, and not without', async () => {
    const { screen, user, dialog, because, sentTo } = await ask('Put on hold: cashout of nina', done);
    await because('', 'Put on hold');
    expect(sentTo(decide)).toEqual([]);
    await user.type(within(dialog).getByLabelText('Internal note (optional)'), 'Two people?');
    await because('We check this first', 'Put on hold');
    await screen.findByText('Held.');
    expect(sentTo(decide).map(({ body }) => body)).toEqual([
      { decision: 'hold', reason: 'We check this first', internalNote: 'Two people?', upTo: 21, rules: ['sharedAddress', 'burst'] },
    ]);
  });

  it('that is refused says why, in its dialog or above the list', async () => {
    const refused = { [decide]: refusal(409, 'Somebody decided it already') };
    const { dialog, because } = await ask('Put on hold: affiliate of kim', refused);
    await because('Hm', 'Put on hold');
    expect(seen(await within(dialog).findByRole('alert'))).toContain('Somebody decided it already');
  });

  it('in one click that is refused says why above the list', async () => {
    const { screen } = await press('Mark as fine: affiliate of kim', { [decide]: refusal(409, 'Somebody decided it already') });
    await screen.findByText('Somebody decided it already');
  });

  it('is made about several at once, where it fits all of them', async () => {
    const { screen, user, sentTo } = await open(done);
    await user.click(await screen.findByLabelText('Select cashout of nina'));
    await user.click(screen.getByLabelText('Select affiliate of kim'));
    screen.getByText('2 selected · €60.10');
    screen.getByRole('button', { name: 'Put on hold' });
    await user.click(screen.getByLabelText('Select sale of omar'));
    screen.getByText('3 selected · €67.60');
    expect(screen.queryByRole('button', { name: 'Put on hold' })).toBeNull();
    await user.click(screen.getByLabelText('Select sale of omar'));
    await user.click(screen.getByRole('button', { name: 'Mark as fine' }));
    await screen.findByText('Marked as fine: 2 items.');
    expect(sentTo(decide).map(({ path }) => path)).toEqual(['/api/admin/review/cashout-c1', '/api/admin/review/affiliate-a4']);
    expect(screen.queryByText(/selected/)).toBeNull();
  });

  it('is made by keys: j and k move, f marks as fine, h puts on hold what can be', async () => {
    const { screen, user, sentTo } = await open(done);
    const box = await screen.findByLabelText('Select cashout of nina');
    await user.keyboard('f');
    await user.keyboard('jj');
    expect(document.activeElement).toBe(screen.getByLabelText('Select sale of omar'));
    await user.keyboard('h');
    expect(screen.queryByRole('dialog')).toBeNull();
    await user.keyboard('k');
    expect(document.activeElement).toBe(box);
    await user.keyboard('f');
    await screen.findByText('Marked as fine.');
    expect(sentTo(decide).map(({ path }) => path)).toEqual(['/api/admin/review/cashout-c1']);
    await user.keyboard('h');
    const dialog = await screen.findByRole('dialog');
    within(dialog).getByText('Cashout, nina');
    await user.type(within(dialog).getByLabelText('Reason (the affiliate sees this)'), 'fjh');
    expect(sentTo(decide)).toHaveLength(1);
  });
});
