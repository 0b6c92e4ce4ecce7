import { describe, expect, it } from '@jest/globals';
import { waitFor, within } from '@testing-library/react';
import { openAdminTab } from '../../../../test/support/admin-tab.ts';
import { readModelAnswers, readModels, run, status } from '../../../../test/support/golden/read-models.ts';
import { checkpoint } from '../../../../test/support/golden/affiliate.ts';
import { type Answers, closeScreens, onItsWay, refusal } from '../../../../test/support/screen.tsx';
import { entriesIn, fieldsIn, momentSeen, optionsOf, part, rowsOf, seen } from '../../../../test/support/seen.ts';

closeScreens();
const list = 'GET /api/admin/read-models' as const;
const tasks = 'POST /api/admin/read-models/tasks' as const;
const done = { success: true } as const;
const open = async (answers: Answers = {}) => {
  const opened = await openAdminTab('read-models', { answers: { ...readModelAnswers, ...answers } });
  await opened.screen.findByText('Read models', { selector: 'h2' });
  return opened;
};
const at = (day: number) => momentSeen(`2026-04-0${day}T12:00:00.000Z`);

describe('read models', () => {
  it('are shown with their version, checkpoint, lag, last rebuild and state', async () => {
    const { screen } = await open();
    await screen.findByText(/^The log ends at position 6,300\. Witnessed by 2 of 3, \d+ days ago\.$/);
    const acts = 'Verify / Replay';
    expect(rowsOf('Read models')).toEqual([
      ['Read model', 'Version', 'Checkpoint', 'Lag', 'Parked', 'Last rebuild', 'State', 'Actions'],
      ['dashboard What dashboard answers.', '7', '5,000', '0', '0', `1,204 rows changed, €42.05 Apr 1, 2026`, 'Up to date (green)', acts],
      ['accounts What accounts answers.', '4', '4,990', '1,310', '0', `No changes Apr 2, 2026`, '1,310 behind, 41 s (yellow)', acts],
      ['ledger What ledger answers.', '4', '4,991', '0', '2,020', `1 row changed, €0.99 Apr 3, 2026`, '2,020 parked (red)', acts],
      ['sales What sales answers.', '5', '4,992', '0', '0', 'Never', 'Version 5, 6 known (yellow)', acts],
      ['trends What trends answers.', '0', '0', '0', '0', 'Never', 'Missing (red)', acts],
    ]);
  });

  it('say nothing of witnesses where there are none', async () => {
    const { screen } = await open({ 'GET /api/account/checkpoint': { ...checkpoint, witnesses: [] } });
    await screen.findByText('The log ends at position 6,300.');
  });

  it('say that they load, what failed, and try again', async () => {
    let answer: Response | typeof status = refusal(503, 'Please try again');
    const { screen, user } = await openAdminTab('read-models', { answers: { ...readModelAnswers, [list]: () => answer } });
    await screen.findByText('Please try again');
    answer = status;
    await user.click(screen.getByText('Retry'));
    await screen.findByText('Read models', { selector: 'h2' });
  });

  it('are not there while they load', async () => {
    const { screen } = await openAdminTab('read-models', { answers: { ...readModelAnswers, [list]: onItsWay } });
    screen.getByText('Loading read models...');
  });

  it('are verified, one or all', async () => {
    const { screen, user, sentTo } = await open({ [tasks]: done });
    await user.click(screen.getByLabelText('Verify accounts'));
    await waitFor(() => expect(sentTo(list)).toHaveLength(2));
    await user.click(screen.getByText('Verify all'));
    await waitFor(() => expect(sentTo(list)).toHaveLength(3));
    expect(sentTo(tasks).map(({ body }) => body)).toEqual([
      { task: 'verify', readModels: ['accounts'] },
      { task: 'verify', readModels: readModels.map(({ name }) => name) },
    ]);
  });

  it('are replayed after a question, one or all', async () => {
    const { screen, user, sentTo } = await open({ [tasks]: done });
    await user.click(screen.getByLabelText('Replay ledger'));
    let question = await screen.findByRole('alertdialog');
    expect(seen(question).slice(0, 2)).toEqual([
      'Replay ledger',
      'A new copy is built from the log and replaces the current one when it is ready. Users are not affected; expect database load.',
    ]);
    expect(sentTo(tasks)).toEqual([]);
    await user.click(within(question).getByText('Replay'));
    await waitFor(() => expect(sentTo(list)).toHaveLength(2));
    await user.click(screen.getByText('Replay all'));
    question = await screen.findByRole('alertdialog');
    expect(seen(question)[0]).toBe('Replay all read models');
    await user.click(within(question).getByText('Replay'));
    await waitFor(() =>
      expect(sentTo(tasks).map(({ body }) => body)).toEqual([
        { task: 'replay', readModels: ['ledger'] },
        { task: 'replay', readModels: readModels.map(({ name }) => name) },
      ]),
    );
  });

  it('say why nothing can be started now', async () => {
    const busy = 'Another verification or replay is running. Please wait for it';
    const { screen, user } = await open({ [tasks]: () => refusal(409, busy) });
    await user.click(screen.getByLabelText('Verify accounts'));
    expect(seen(await screen.findByRole('alert'))).toContain(busy);
  });
});

describe('verifications and replays', () => {
  it('are shown with who started them and what came of them', async () => {
    await open();
    expect(entriesIn(part('Verifications and replays'))).toEqual([
      ['Verification of dashboard', '120 rows equal their replay', `by root · ${at(5)}`, 'Fine (green)'],
      ['Verification of dashboard', 'Rows that differ', `by ada · ${at(4)}`, 'Differs (red)'],
      ['Replay of accounts, ledger', 'Out of disk', `by root · ${at(3)}`, 'Failed (red)'],
      ['Replay of dashboard', `by root · ${at(2)}`, 'Interrupted (yellow)'],
    ]);
  });

  it('that run say how far they are, and nothing else can be started', async () => {
    const running = { ...status, runs: [run({ task: 'replay', state: 'running', endedAt: null, done: 1_230, total: 4_100 })] };
    const { screen } = await open({ [list]: running });
    expect(entriesIn(part('Under way'))).toEqual([
      ['Replay of dashboard', '30 of 1001,230 of 4,100 events', `by root · ${at(1)}`, 'Running (accent)'],
    ]);
    expect(screen.queryByText('Verifications and replays')).toBeNull();
    // What runs is above the table, in sight of the button that started it.
    const table = screen.getByText('Read models', { selector: 'caption' });
    expect(part('Under way').compareDocumentPosition(table) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    for (const name of ['Verify all', 'Replay all', 'Verify dashboard', 'Replay sales'])
      expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true);
  });

  it('that just began say so', async () => {
    const { screen } = await open({ [list]: { ...status, runs: [run({ state: 'running', endedAt: null, done: 0, total: 0 })] } });
    screen.getByText('Starting...');
  });
});

describe('a row of a read model', () => {
  it('is asked for by its table and key', async () => {
    const steps = 'GET /api/admin/read-models/:name/:table/steps' as const;
    const { screen, user, sentTo, address } = await open({ [steps]: () => refusal(404, 'Not found') });
    expect(optionsOf('Table')).toEqual(['dashboard.totals', 'dashboard.days']);
    expect(fieldsIn(part('Explain a row'))).toEqual({ Table: '0', affiliate_id: '' });
    await user.selectOptions(screen.getByLabelText('Table'), 'dashboard.days');
    await user.type(screen.getByLabelText('affiliate_id'), ' a3 ');
    await user.type(screen.getByLabelText('day'), '2026-04-01');
    await user.click(screen.getByText('Show steps'));
    await screen.findByText('Not found');
    expect(sentTo(steps).map(({ path, query }) => [path, query])).toEqual([
      ['/api/admin/read-models/dashboard/days/steps', { limit: '25', key: '["a3","2026-04-01"]' }],
    ]);
    expect(address()).toContain('model=dashboard&table=days');
  });
});
