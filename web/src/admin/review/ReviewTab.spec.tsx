import { describe, expect, it } from '@jest/globals';
import { waitFor, within } from '@testing-library/react';
import { openAdminTab } from '../../../../test/support/admin-tab.ts';
import { review } from '../../../../test/support/golden/review.ts';
import { type Answers, closeScreens, refusal } from '../../../../test/support/screen.tsx';
import { seen } from '../../../../test/support/seen.ts';

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
    const items = [...panel().querySelectorAll('ul:not(ul ul) > li')];
    expect(items.map(seen)).toEqual([
      [
        'nina',
        'Cashout · €60.10',
        'Shared address',
        'Evidence 1.',
        'May 1, 2026',
        'Shared address',
        'Evidence 2.',
        'May 2, 2026',
        'Sales within seconds',
        'Evidence 3.',
        'May 3, 2026',
        'Look at the cashout',
        'Decide',
      ],
      [
        'omar',
        'Sale commission · €7.50',
        'Held (red)',
        'Faster than a person',
        'Evidence 4.',
        'May 4, 2026',
        'Held by ada on May 6, 2026: One network',
        'Look at the sale',
        'Decide',
      ],
      ['zoe & co', 'Affiliate', 'Warnings (grey)', 'First cashout', 'Evidence 5.', 'May 5, 2026', 'Look at the affiliate', 'Decide'],
      [
        'kim',
        'Affiliate',
        'Balance jumped',
        'Evidence 6.',
        'May 6, 2026',
        'Marked as fine by root on May 7, 2026',
        'Look at the affiliate',
        'Decide',
      ],
    ]);
    expect(screen.getAllByText(/^Look at/).map((link) => link.getAttribute('href'))).toEqual([
      '/admin/dashboard/cashouts?search=c1&status=all',
      '/admin/dashboard/sales?invoice=sellauth-1',
      '/admin/dashboard/affiliates/a-zoe%20%26%20co',
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
  const openDialog = async (about: string, answers: Answers = {}) => {
    const opened = await open(answers);
    await opened.user.click(await opened.screen.findByRole('button', { name: `Decide on ${about}` }));
    const dialog = await opened.screen.findByRole('dialog');
    return { ...opened, dialog, choices: within(dialog).getByLabelText<HTMLSelectElement>('Decision') };
  };

  it.each([
    ['nina', ['Mark as fine', 'Put on hold', 'Suspend the affiliate']],
    ['omar', ['Mark as fine', 'Reverse the sale', 'Suspend the affiliate']],
    ['kim', ['Mark as fine', 'Put on hold', 'Suspend the affiliate']],
  ])('about %s is one of those that fit', async (about, expected) => {
    const { choices } = await openDialog(about);
    expect([...choices.options].map(({ text }) => text)).toEqual(expected);
  });

  it.each([
    ['nina', 'Mark as fine', 'Removes it from the list. Nothing else changes.'],
    ['omar', 'Mark as fine', 'Releases what is on hold.'],
    ['nina', 'Put on hold', 'It is not paid until an admin decides again. The affiliate sees that it is under review.'],
    ['kim', 'Put on hold', 'Nothing is paid to them until an admin decides again. They see that the account is under review.'],
    ['omar', 'Reverse the sale', 'The full commission is reversed. This cannot be undone.'],
    ['kim', 'Suspend the affiliate', 'They earn nothing on new sales and cannot request cashouts.'],
  ])('about %s says what follows: %s', async (about, choice, follows) => {
    const { user, dialog, choices } = await openDialog(about);
    await user.selectOptions(choices, choice);
    within(dialog).getByText(follows);
  });

  it('is sent with its reason, each rule once, and up to what was looked at', async () => {
    const { screen, user, dialog, choices, sentTo } = await openDialog('nina', { [decide]: { success: true } });
    await user.selectOptions(choices, 'Put on hold');
    const press = () => user.click(within(dialog).getByRole('button', { name: 'Decide' }));
    await press();
    expect(sentTo(decide)).toEqual([]);
    await user.type(within(dialog).getByLabelText('Reason'), ' Two people? ');
    await press();
    await screen.findByText('Held.');
    expect(sentTo(decide).map(({ path, body }) => [path, body])).toEqual([
      ['/api/admin/review/cashout-c1', { decision: 'hold', reason: 'Two people?', upTo: 21, rules: ['sharedAddress', 'burst'] }],
    ]);
  });

  it('that is refused says why', async () => {
    const { user, dialog } = await openDialog('kim', { [decide]: refusal(409, 'Somebody decided it already') });
    await user.type(within(dialog).getByLabelText('Reason'), 'Fine');
    await user.click(within(dialog).getByRole('button', { name: 'Decide' }));
    expect(seen(await within(dialog).findByRole('alert'))).toContain('Somebody decided it already');
  });
});
