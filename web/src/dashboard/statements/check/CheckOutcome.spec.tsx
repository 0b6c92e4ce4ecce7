import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act } from '@testing-library/react';
import { openDashboard } from '../../../../../test/support/dashboard-screen.ts';
import { closeScreens } from '../../../../../test/support/screen.tsx';
import { momentSeen, seen } from '../../../../../test/support/seen.ts';
import type { CheckMessage, CheckRequest, Found, Save } from './checkMessages.ts';

closeScreens();

/** A worker that the spec speaks for. */
class GivenWorker extends EventTarget {
  isEnded = false;
  requests: CheckRequest[] = [];
  constructor() {
    super();
    workers.push(this);
  }
  postMessage(request: CheckRequest) {
    this.requests.push(request);
  }
  terminate() {
    this.isEnded = true;
  }
}
let workers: GivenWorker[] = [];
beforeEach(() => {
  workers = [];
  localStorage.clear();
  Object.assign(globalThis, { Worker: GivenWorker });
});
afterEach(() => void Reflect.deleteProperty(globalThis, 'Worker'));

const found: Found = {
  count: 306,
  cents: 445_81,
  size: 44_522,
  problems: [],
  unchecked: [],
  verdict: null,
  note: 'framelift.example/log\n44522\n…',
  key: 'framelift.example/log+1a2b3c4d+AddZ',
  state: { size: 44_522 },
};
const save: Save = { ...found, at: '2026-11-28T20:15:00.000Z' };
const keep = (kept: object) => localStorage.setItem('checks a1', JSON.stringify(kept));
const kept = () => JSON.parse(localStorage.getItem('checks a1')!) as { last: Found; save: Save | null };

const open = async () => {
  const opened = await openDashboard('ledger?tab=proof');
  const check = async () => {
    await opened.user.click(opened.screen.getByText('Check now'));
    return workers.at(-1)!;
  };
  const post = (data: CheckMessage) => act(async () => workers.at(-1)!.dispatchEvent(new MessageEvent('message', { data })));
  /** What the live region says. */
  const outcome = () => seen(opened.screen.getByText('Check now').closest('section')!.querySelector('[aria-live]')!);
  return { ...opened, check, post, outcome };
};
const checkedNow = () => `Checked 306 events on ${momentSeen(new Date().toISOString()).split(/:\d\d:\d\d/)[0]}`;

describe('a check of the account in the browser', () => {
  it('is offered, and says nothing before the first one', async () => {
    const { outcome, screen } = await open();
    expect(outcome()).toEqual([]);
    expect(screen.getByText<HTMLButtonElement>('Check now').disabled).toBe(false);
  });

  it('shows how far it is, without a second one beside it', async () => {
    const { check, post, outcome, screen } = await open();
    const { requests } = await check();
    expect(requests).toEqual([{ token: 'head.eyJzdWIiOiJhMSJ9.tail', account: 'a1', save: null, saveName: expect.any(String) }]);
    expect(outcome()).toEqual(['0 of 100', 'Reading your records…']);
    expect(screen.getByText<HTMLButtonElement>('Check now').disabled).toBe(true);
    await post({ kind: 'progress', progress: { reading: 'log', done: 20_035, total: 44_522 } });
    expect(outcome()).toEqual(['45 of 100', 'Reading the log… 45%']);
    expect(screen.getByText('45%').getAttribute('aria-hidden')).toBe('true');
  });

  it('ends with the screen', async () => {
    const { check, user, screen } = await open();
    const worker = await check();
    await user.click(screen.getByText('Statements'));
    expect(worker.isEnded).toBe(true);
  });

  it('says that nothing is wrong only where everything was checked', async () => {
    const { check, post, outcome, screen } = await open();
    const worker = await check();
    await post({ kind: 'found', found });
    expect(outcome()).toEqual(['Nothing is wrong', expect.stringContaining(checkedNow())]);
    expect(outcome()[1]).toMatch(/, against checkpoint 44,522\. They add up to €445\.81\.$/);
    expect(worker.isEnded).toBe(true);
    expect(screen.getByText<HTMLButtonElement>('Check now').disabled).toBe(false);
  });

  it('says what was not checked', async () => {
    const { check, post, outcome } = await open();
    await check();
    const ofKey = 'the key. The export names it itself. Give the one that you know with --key';
    const ofRates = 'the rates of 3 sales of products with their own rates';
    await post({ kind: 'found', found: { ...found, count: 1, unchecked: ['witnesses, none named', ofKey, ofRates] } });
    expect(outcome()).toEqual([
      'No problem found in what was checked',
      expect.stringMatching(/^Checked 1 event on /),
      'Not checked',
      'Signatures of witnesses. The program checks those whose keys you give it.',
      'The key of the log. This browser saw it for the first time and compares it from now on.',
      'The rates of 3 sales of products with their own rates',
    ]);
  });

  it.each([
    ['a cheat', 'The past was changed or cut off after it was recorded', 'The past was changed or cut off after it was recorded'],
    ['no cheat', null, '1 problem found'],
  ])('says what is wrong: %s', async (_, verdict, headline) => {
    const { check, post, outcome } = await open();
    await check();
    await post({ kind: 'found', found: { ...found, problems: ['Position 9: the event is another one'], verdict } });
    expect(outcome()).toEqual([
      headline,
      'Position 9: the event is another one',
      expect.stringContaining(checkedNow()),
      'Download the proof now and keep it as evidence.',
    ]);
  });

  it.each<[CheckMessage, string]>([
    [{ kind: 'unable' }, 'This browser cannot check signatures. Check the file with the program instead.'],
    [{ kind: 'older' }, 'This page is older than your records. Reload the page and check again.'],
    [{ kind: 'broken' }, 'The check did not finish. Reload the page and check again.'],
    [{ kind: 'refused', text: 'The export is incomplete' }, 'The export is incomplete'],
    [{ kind: 'unanswered', error: { status: 503, data: { error: 'Busy' } } }, 'Busy'],
    [{ kind: 'unanswered', error: { status: 'FETCH_ERROR' } }, 'Failed to read your records. Check again.'],
  ])('says why it was not made: %j', async (message, text) => {
    const { check, post, outcome, screen } = await open();
    await check();
    await post(message);
    expect(outcome()).toEqual([text]);
    expect(seen(screen.getByRole('alert'))).toEqual([text]);
    await check();
    expect(outcome()).toEqual(['0 of 100', 'Reading your records…']);
  });

  it('says so if its code does not load', async () => {
    const { check, outcome } = await open();
    const worker = await check();
    await act(async () => worker.dispatchEvent(new Event('error')));
    expect(outcome()).toEqual(['The check did not finish. Reload the page and check again.']);
  });

  it('ends the session that the server no longer knows', async () => {
    const { check, post, address } = await open();
    await check();
    await post({ kind: 'unanswered', error: { status: 401 } });
    expect(address()).toMatch(/^\/affiliate\/login/);
  });
});

describe('the checks that a browser keeps', () => {
  const compared = `Compared with your check of ${momentSeen(save.at)}.`;

  it('are per account; the last one is shown, and the next one is compared with it', async () => {
    keep({ last: { ...found, at: save.at, comparedWith: null }, save });
    const { check, post, outcome } = await open();
    expect(outcome()[1]).toBe(`Checked 306 events on ${momentSeen(save.at)}, against checkpoint 44,522. They add up to €445.81.`);
    const { requests } = await check();
    expect(requests).toEqual([expect.objectContaining({ account: 'a1', save, saveName: 'your check of Nov 28, 2026' })]);
    await post({ kind: 'found', found: { ...found, size: 44_600, note: 'newer', key: 'rotated', state: { size: 44_600 } } });
    expect(outcome()[1]!.endsWith(compared)).toBe(true);
    expect(kept().save).toEqual({ note: 'newer', size: 44_600, key: save.key, state: { size: 44_600 }, at: expect.any(String) });
  });

  it('are not replaced by one with a problem, and are forgotten on request', async () => {
    keep({ last: { ...found, at: save.at, comparedWith: null }, save });
    const { check, post, outcome, screen, user } = await open();
    await check();
    await post({ kind: 'found', found: { ...found, problems: ['One', 'Two'], verdict: null } });
    expect(outcome()).toEqual([
      '2 problems found',
      'One',
      'Two',
      expect.stringContaining(compared),
      'Download the proof now and keep it as evidence.',
      'Forget earlier checks',
    ]);
    expect(kept()).toMatchObject({ save, last: { problems: ['One', 'Two'] } });
    await user.click(screen.getByText('Forget earlier checks'));
    expect([outcome(), localStorage.getItem('checks a1')]).toEqual([[], null]);
    expect((await check()).requests[0]!.save).toBeNull();
  });

  it('leave out what was read of the log where that would fill the storage', async () => {
    const { check, post } = await open();
    await check();
    await post({ kind: 'found', found: { ...found, state: { found: 'x'.repeat(1_000_001) } } });
    expect(kept().save).toMatchObject({ size: 44_522, state: null });
  });
});
