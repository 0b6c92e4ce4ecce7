import { expect, it } from '@jest/globals';
import { refusals } from '@framelift/contracts';
import { within } from '@testing-library/react';
import { openAdminTab } from '../../../../test/support/admin-tab.ts';
import { backupAnswers, withdrawnEvents } from '../../../../test/support/golden/backups.ts';
import { closeScreens, refusal } from '../../../../test/support/screen.tsx';
import { rowsOf } from '../../../../test/support/seen.ts';

closeScreens();
const list = 'GET /api/admin/withdrawn-events' as const;
const record = 'POST /api/admin/withdrawn-events/:id/record' as const;
const leaveOut = 'POST /api/admin/withdrawn-events/:id/leave-out' as const;
const done = { success: true } as const;
const open = async (answers = {}) => {
  const opened = await openAdminTab('backups', { answers: { ...backupAnswers, [list]: withdrawnEvents, ...answers } });
  await opened.screen.findByText('Withdrawn events', { selector: 'h2' });
  return opened;
};

it('withdrawn events are listed with what can be done about each', async () => {
  const { screen } = await open();
  screen.getByText('2 open');
  expect(rowsOf('Withdrawn events').slice(1)).toEqual([
    ['Cashout requested', 'nina', '€60.10', 'May 3, 2026', 'Open (yellow)', 'Record again / Leave out'],
    ['Account opened', 'Withdrawn too', '–', 'May 2, 2026', 'Ask them to register again.', 'Leave out'],
    ['Sale credited', 'nina', '€6.00', 'May 1, 2026', 'Recorded (green) / as event 1,234', ''],
    ['Hold released', 'nina', '€7.00', 'May 1, 2026', 'Left out (grey) / It was the mistake', ''],
  ]);
});

it('one is recorded again after the password, and a refusal is said', async () => {
  let answer: () => Response | typeof done = () => refusal(400, refusals.noPaymentMethod);
  const { screen, user, sentTo } = await open({ [record]: () => answer(), 'POST /api/account/confirm': done });
  const press = () => user.click(screen.getByRole('button', { name: 'Record again: Cashout requested · nina' }));
  await press();
  await screen.findByText(refusals.noPaymentMethod);
  answer = () => refusal(403, refusals.confirmFirst);
  await press();
  await user.type(await screen.findByLabelText('Password'), 'the password');
  answer = () => done;
  await user.keyboard('{Enter}');
  await screen.findByText('Recorded again.');
  expect(sentTo(record).at(-1)!.path).toBe('/api/admin/withdrawn-events/a1-31/record');
});

it('one is left out with a reason', async () => {
  let answer: () => Response | typeof done = () => refusal(409, 'It has been decided');
  const { screen, user, sentTo } = await open({ [leaveOut]: () => answer() });
  await user.click(screen.getByRole('button', { name: 'Leave out: Account opened' }));
  const dialog = await screen.findByRole('dialog');
  await user.type(within(dialog).getByLabelText('Reason'), ' They registered again ');
  await user.click(within(dialog).getByRole('button', { name: 'Leave out' }));
  await screen.findByText('It has been decided');
  answer = () => done;
  await user.click(within(dialog).getByRole('button', { name: 'Leave out' }));
  expect(sentTo(leaveOut).map(({ path, body }) => [path, body])).toContainEqual([
    '/api/admin/withdrawn-events/a2-30/leave-out',
    { reason: 'They registered again' },
  ]);
});
