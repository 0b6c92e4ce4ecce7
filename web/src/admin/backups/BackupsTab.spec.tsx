import { describe, expect, it, jest } from '@jest/globals';
import { refusals } from '@framelift/contracts';
import { BACKUP_PART_BYTES } from '@framelift/contracts/backups';
import { fireEvent, waitFor, within } from '@testing-library/react';
import { openAdminTab } from '../../../../test/support/admin-tab.ts';
import { backupAnswers, type Backups, backups, goingBack } from '../../../../test/support/golden/backups.ts';
import { closeScreens, onItsWay, refusal } from '../../../../test/support/screen.tsx';
import { momentSeen, rowsOf, seen } from '../../../../test/support/seen.ts';

closeScreens();
const list = 'GET /api/admin/backups' as const;
const start = 'POST /api/admin/backups' as const;
const open = async (view: Partial<Backups> = {}, answers = {}) => {
  const opened = await openAdminTab('backups', { answers: { ...backupAnswers, [list]: { ...backups, ...view }, ...answers } });
  await opened.screen.findByText('Backups', { selector: 'h2' });
  return opened;
};

describe('backups', () => {
  it('are shown with their size, and whether each was restored on trial', async () => {
    const { screen } = await open();
    screen.getByText('Every day to /srv/data/backups, each restored on trial.');
    expect(rowsOf('Backups')).toEqual([
      ['Taken', 'Events', 'Size', 'Trial restore', 'Name', 'Action'],
      [momentSeen('2026-04-23T03:00:00.000Z'), '2,300', '26.4 MB', 'Not yet (grey)', '20260423T030000Z-2300', 'Restore'],
      [
        momentSeen('2026-04-22T03:00:00.000Z'),
        '2,200',
        '25.3 MB',
        `Proved (green) / ${momentSeen('2026-04-22T03:04:00.000Z')}`,
        '20260422T030000Z-2200',
        'Restore',
      ],
      [momentSeen('2026-04-21T03:00:00.000Z'), '2,100', '24.1 MB', 'Failed (red)', '20260421T030000Z-2100', 'Restore'],
    ]);
    expect(screen.getByText('Failed').parentElement!.title).toMatch(/is damaged/);
  });

  it.each([
    [3_000, '3 s ago'],
    [-2_000, '0 s ago'],
    [59_010, '59 s ago'],
    [3 * 60_000, '3 min ago'],
  ])('say up to which event everything is safe, and since when: %s ms', async (age, words) => {
    const now = Date.now();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(now);
    const safeUpTo = { position: 44_522, at: new Date(now - age).toISOString() };
    const { screen } = await open({ safeUpTo });
    screen.getByText(`Safe up to event 44,522, ${words}.`);
    clock.mockRestore();
  });

  it('without an archive do not say that anything is safe', async () => {
    const { screen } = await open();
    expect(screen.queryByText(/Safe up to/)).toBeNull();
  });

  it('say that what leaves waits for an archive that cannot be written, and send it after a question and the password', async () => {
    const bypass = 'POST /api/admin/archive/bypass' as const;
    const failing = { failedAt: '2026-11-29T14:02:00.000Z', failure: 's3://b/: nothing answers', bypassedAt: null };
    let archive: Backups['archive'] = failing;
    let answer: () => Response | { success: true } = () => refusal(403, refusals.confirmFirst);
    const { screen, user, sentTo } = await open(
      {},
      {
        [list]: () => ({ ...backups, archive, problem: failing.failure }),
        [bypass]: () => answer(),
        'POST /api/account/confirm': { success: true },
      },
    );
    const since = momentSeen(failing.failedAt);
    const waits = `Files, mails, webhooks and payments at PayPal wait for the archive. The store has not answered since ${since}: s3://b/: nothing answers`;
    expect(screen.getByRole('alert').textContent).toContain(waits);
    await user.click(screen.getByRole('button', { name: 'Send without it' }));
    const dialog = await screen.findByRole('dialog', { name: 'Send without the archive?' });
    await user.click(within(dialog).getByRole('button', { name: 'Send without it' }));
    await user.type(await screen.findByLabelText('Password'), 'the password');
    answer = () => {
      archive = { ...failing, bypassedAt: '2026-11-29T14:10:00.000Z' };
      return { success: true };
    };
    await user.keyboard('{Enter}');
    await screen.findByText(`Files, mails and webhooks have not waited for the archive since ${momentSeen('2026-11-29T14:10:00.000Z')}.`, {
      exact: false,
    });
    expect(sentTo(bypass)).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Send without it' })).toBeNull();
  });

  it('say nothing of an archive that is written', async () => {
    const { screen } = await open({ archive: { failedAt: null, failure: null, bypassedAt: null } });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    [1, 'Every hour to '],
    [6, 'Every 6 hours to '],
  ])('name how often they are taken: %s', async (everyHours, words) => {
    const { screen } = await open({ everyHours });
    screen.getByText(words, { exact: false });
  });

  it('say that there is none yet', async () => {
    const { screen } = await open({ backups: [] });
    screen.getByText('No backup yet');
  });

  it('say that they are off', async () => {
    const { screen } = await open({ place: null, backups: [] });
    screen.getByText('Backups are off.');
    screen.getByText(/Set BACKUP_TO/);
    expect(screen.queryByText('Back up now')).toBeNull();
  });

  it('say that their place does not answer', async () => {
    const { screen } = await open({ problem: 's3://b/: nothing answers at S3_ENDPOINT', backups: [] });
    screen.getByText('s3://b/: nothing answers at S3_ENDPOINT');
    expect(screen.queryByText('No backup yet')).toBeNull();
  });

  it.each([
    ['backup', 'The last backup failed'],
    ['proof', 'The last trial restore failed'],
    ['restore', 'The last restore failed and changed nothing'],
  ] as const)('say why the last step failed: %s', async (step, words) => {
    const lastFailure = { step, failedAt: '2026-04-24T03:00:00.000Z', error: 'The disk of /srv is full' };
    const { screen } = await open({ lastFailure });
    screen.getByText(`${words} (${momentSeen(lastFailure.failedAt)}): The disk of /srv is full`);
  });

  it('are taken at the press of a button, and looked at until they end', async () => {
    let view: Backups = backups;
    const { screen, user, sentTo } = await open({}, { [list]: () => view, [start]: () => (view = { ...backups, isRunning: true }) });
    await user.click(screen.getByText('Back up now'));
    await screen.findByText('Backing up...');
    expect(sentTo(start)).toHaveLength(1);
    expect(screen.getByText('Backing up...').closest('button')!.disabled).toBe(true);
    view = backups;
    await screen.findByText('Back up now');
  });

  it('are restored after a question and the password, and then nothing else is started', async () => {
    const restore = 'POST /api/admin/backups/:id/restore' as const;
    let view: Backups = backups;
    let answer: () => Response | Backups = () => refusal(403, refusals.confirmFirst);
    const { screen, user, sentTo } = await open(
      {},
      { [list]: () => view, [restore]: () => answer(), 'POST /api/account/confirm': { success: true } },
    );
    await user.click(screen.getByRole('button', { name: 'Restore 20260422T030000Z-2200' }));
    const dialog = await screen.findByRole('dialog', { name: 'Restore backup' });
    expect(dialog.textContent).toContain(`Everything goes back to ${momentSeen('2026-04-22T03:00:00.000Z')}.`);
    expect(dialog.textContent).not.toContain('failed');
    await within(dialog).findByText('1,045 events since then will be withdrawn.');
    expect([...dialog.querySelectorAll('dl')].map(seen)).toEqual([
      ['Completed cashouts', '3 · €180.00', 'Payment files and batches', '1 · €120.00'],
      ['Mails sent', '17', 'Sales', '9 · €450.50'],
    ]);
    await user.type(within(dialog).getByLabelText('Reason'), ' A wrong import ');
    await user.click(within(dialog).getByRole('button', { name: 'Go back' }));
    await user.type(await screen.findByLabelText('Password'), 'the password');
    answer = () => (view = { ...backups, isRunning: true, isRestoring: true });
    await user.keyboard('{Enter}');
    await screen.findByText('Restoring...');
    expect(sentTo(restore).map(({ body }) => body)).toEqual([{ reason: 'A wrong import' }, { reason: 'A wrong import' }]);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Restore 20260422T030000Z-2200' }).disabled).toBe(true);
  });

  it('go back to any moment that the archive reaches', async () => {
    const back = 'POST /api/admin/history/back' as const;
    const price = 'GET /api/admin/history/back' as const;
    let reached = goingBack;
    const safeUpTo = { position: 44_522, at: new Date().toISOString() };
    const { screen, user, sentTo } = await open({ safeUpTo }, { [price]: () => reached, [back]: backups });
    await user.click(screen.getByRole('button', { name: 'Go back to a moment' }));
    const dialog = await screen.findByRole('dialog', { name: 'Go back to a moment' });
    const press = () => user.click(within(dialog).getByRole('button', { name: 'Go back' }));
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Go back' }).disabled).toBe(true);
    reached = { ...goingBack, backupId: null };
    fireEvent.change(within(dialog).getByLabelText('Moment'), { target: { value: '2026-04-20T02:00:00' } });
    await within(dialog).findByText('No backup reaches this moment. Choose a later one, or restore a backup.');
    expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Go back' }).disabled).toBe(true);
    reached = goingBack;
    fireEvent.change(within(dialog).getByLabelText('Moment'), { target: { value: '2026-04-22T03:00:00' } });
    await within(dialog).findByText(`After event 2,200, recorded ${momentSeen(goingBack.recordedAt)}.`);
    await user.type(within(dialog).getByLabelText('Reason'), 'A wrong import');
    await press();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sentTo(back).map(({ body }) => body)).toEqual([{ position: 2_200, reason: 'A wrong import' }]);
  });

  it('of a history that the system went back from say so', async () => {
    const [newest, ...others] = backups.backups;
    await open({ backups: [{ ...newest!, keeps: 2_250 }, ...others] });
    expect(rowsOf('Backups')[1]![0]).toBe(`${momentSeen(newest!.takenAt)} / before the system went back`);
  });

  it('that failed a trial are restored with a warning', async () => {
    const { screen, user } = await open();
    await user.click(screen.getByRole('button', { name: 'Restore 20260421T030000Z-2100' }));
    await screen.findByText(/^Its last trial restore failed: .*is damaged/);
  });

  it('name the last restore and how to undo it', async () => {
    const lastRestore = {
      backupId: '20260422T030000Z-2200',
      restoredAt: '2026-04-24T03:00:00.000Z',
      restorePoint: '20260424T025900Z-2400',
    };
    const { screen } = await open({ lastRestore });
    screen.getByText(`Restored 20260422T030000Z-2200 on ${momentSeen(lastRestore.restoredAt)}. To undo it, restore 20260424T025900Z-2400.`);
  });

  it('say why one cannot be started', async () => {
    const { screen, user } = await open({}, { [start]: refusal(409, 'A backup is already running. Please wait for it') });
    await user.click(screen.getByText('Back up now'));
    await screen.findByText('A backup is already running. Please wait for it');
  });

  it('say what failed, and try again', async () => {
    let answer: Response | Backups = refusal(503, 'Please try again');
    const { screen, user } = await openAdminTab('backups', { answers: { [list]: () => answer } });
    await screen.findByText('Please try again');
    answer = backups;
    await user.click(screen.getByText('Retry'));
    await screen.findByText('Backups', { selector: 'h2' });
  });

  it('are not there while they load', async () => {
    const { screen } = await openAdminTab('backups', { answers: { [list]: onItsWay } });
    screen.getByText('Loading backups...');
  });

  it('are added from a file, in parts', async () => {
    const upload = 'POST /api/admin/backups/upload' as const;
    const size = BACKUP_PART_BYTES + 5;
    const answers = {
      [upload]: ({ body }: { body: { offset: number; part: string } }) => ({
        received: Math.min(size, body.offset + BACKUP_PART_BYTES),
        id: body.offset ? 'x' : null,
      }),
    };
    const { screen, user, sentTo } = await open({}, answers);
    const name = 'backup-20260420T030000Z-2000.tar.zst.age';
    await user.upload(screen.getByLabelText('Add a backup from a file'), new File([new Uint8Array(size)], name));
    await screen.findByText('The backup is in the list. You can restore it now.');
    expect(sentTo(upload).map(({ body }) => ({ ...(body as object), part: atob((body as { part: string }).part).length }))).toEqual([
      { name, size, offset: 0, part: BACKUP_PART_BYTES },
      { name, size, offset: BACKUP_PART_BYTES, part: 5 },
    ]);
  });

  it('say why a file was not added', async () => {
    const { screen, user, sentTo } = await open({}, { 'POST /api/admin/backups/upload': refusal(409, refusals.backupHere) });
    await user.upload(screen.getByLabelText('Add a backup from a file'), new File(['x'], 'backup-20260420T030000Z-2000.tar.zst.age'));
    await screen.findByText(refusals.backupHere);
    expect(sentTo('POST /api/admin/backups/upload')).toHaveLength(1);
  });
});
