import { describe, expect, it } from '@jest/globals';
import { refusals } from '@framelift/contracts/refusals';
import { waitFor, within } from '@testing-library/react';
import { openAdminTab } from '../../../../test/support/admin-tab.ts';
import { parked, readModelAnswers } from '../../../../test/support/golden/read-models.ts';
import { type Answers, closeScreens, refusal } from '../../../../test/support/screen.tsx';
import { entriesIn, momentSeen, part, seen } from '../../../../test/support/seen.ts';

closeScreens();
const list = 'GET /api/admin/read-models/parked' as const;
const decide = 'POST /api/admin/read-models/parked' as const;
const open = async (answers: Answers = {}) => {
  const opened = await openAdminTab('read-models', { answers: { ...readModelAnswers, [list]: parked, ...answers } });
  await opened.screen.findByText('Decisions on parked events');
  return opened;
};
const openDialog = async (name: string, answers: Answers) => {
  const opened = await open(answers);
  await opened.user.click(opened.screen.getByLabelText(name));
  const dialog = await opened.screen.findByRole('dialog');
  /** Gives the reason, and sends it by the button of that name. */
  const decideBy = async (button: string) => {
    await opened.user.type(within(dialog).getByLabelText('Why'), 'It is fixed');
    await opened.user.click(within(dialog).getByText(button, { selector: 'button' }));
  };
  return { ...opened, dialog, decideBy };
};
const at = (day: number) => momentSeen(`2026-04-0${day}T12:00:00.000Z`);

describe('parked events', () => {
  it('are shown by cause, with what waits behind them and the first of them', async () => {
    const { screen } = await open();
    expect(entriesIn(part('Parked events'))).toEqual([
      [
        'Sale recorded in dashboard',
        'violates check constraint "no_more"',
        `1,600 streams, 2,300 events behind them, since ${at(1)}`,
        'Event #1,007',
        'Event #1,009',
        'Event #1,012',
        'and 1,597 more',
        'Retry',
        'Skip',
      ],
      ['Sale reversed in mails', 'no such affiliate', `1 stream, since ${at(2)}`, 'Event #88', 'Retry', 'Skip'],
    ]);
    expect(screen.getByText('Event #1,009').getAttribute('href')).toBe('/admin/dashboard/events/1009');
  });

  it('that are decided are shown with who decided, and why', async () => {
    await open();
    expect(entriesIn(part('Decisions on parked events'))).toEqual([
      ['Skipped 3 events in attribution', 'Test sales', `by ada · ${at(3)} · from event #1,005 on`],
      ['Retried 1 event in ledger', `by root · ${at(2)} · from event #17 on`],
    ]);
  });

  it('are retried together, for a reason', async () => {
    const answers = { [decide]: { decided: 1_600, parked: 0, remaining: 0 } };
    const { screen, dialog, decideBy, sentTo } = await openDialog('Retry 1,600 streams of dashboard', answers);
    expect(seen(dialog).slice(0, 2)).toEqual([
      'Retry 1,600 streams',
      'dashboard processes the events again, then those queued behind them. Events that fail again stay parked.',
    ]);
    await decideBy('Retry');
    await screen.findByText('1,600 streams folded.');
    expect(sentTo(decide).map(({ body }) => body)).toEqual([
      { fingerprint: '0123456789abcdef', streams: 1_600, decision: 'retry', reason: 'It is fixed' },
    ]);
    await waitFor(() => expect(sentTo(list)).toHaveLength(2));
  });

  it('are skipped permanently, as the question says', async () => {
    const answers = { [decide]: { decided: 1, parked: 0, remaining: 0 } };
    const { screen, dialog, decideBy, sentTo } = await openDialog('Skip in 1 stream of mails', answers);
    expect(seen(dialog).slice(0, 2)).toEqual([
      'Skip in 1 stream',
      'mails will never include the failing events, not even after a rebuild. Events queued behind them are processed. This cannot be undone.',
    ]);
    await decideBy('Skip permanently');
    await screen.findByText('1 stream folded.');
    expect(sentTo(decide)[0]!.body).toEqual({ fingerprint: 'fedcba9876543210', streams: 1, decision: 'skip', reason: 'It is fixed' });
  });

  it.each([
    [{ decided: 500, parked: 0, remaining: 1_100 }, '500 streams folded. 1,100 streams of this cause remain. Decide again.'],
    [{ decided: 1_600, parked: 3, remaining: 0 }, '3 streams of 1,600 are still parked, or parked again at a later event.'],
    [
      { decided: 500, parked: 1, remaining: 1 },
      '1 stream of 500 are still parked, or parked again at a later event. 1 stream of this cause remain. Decide again.',
    ],
  ])('say that not all were folded: %j', async (came, text) => {
    const { screen, decideBy } = await openDialog('Retry 1,600 streams of dashboard', { [decide]: came });
    await decideBy('Retry');
    expect(seen(await screen.findByRole('alert'))[0]).toBe(text);
  });

  it('are not decided without a reason', async () => {
    const { user, dialog, sentTo } = await openDialog('Retry 1,600 streams of dashboard', {});
    await user.click(within(dialog).getByText('Retry', { selector: 'button' }));
    expect(within(dialog).getByLabelText<HTMLTextAreaElement>('Why').validity.valueMissing).toBe(true);
    expect(sentTo(decide)).toEqual([]);
  });

  it('ask for the password where the session is older, and say what is refused', async () => {
    let confirmed = false;
    const { screen, user, dialog, decideBy, sentTo } = await openDialog('Retry 1,600 streams of dashboard', {
      [decide]: () => refusal(confirmed ? 409 : 403, confirmed ? 'There are more by now' : refusals.confirmFirst),
      'POST /api/account/confirm': () => {
        confirmed = true;
        return { success: true };
      },
    });
    await decideBy('Retry');
    await user.type(await screen.findByLabelText('Password', { selector: 'input' }), 'the admin password');
    await user.click(screen.getByText('Confirm'));
    await within(dialog).findByText('There are more by now');
    expect(sentTo(decide)).toHaveLength(2);
  });
});
