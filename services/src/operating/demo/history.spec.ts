import { describe, expect, it } from '@jest/globals';
import { MINUTE_MS } from '@framelift/contracts';
import { FakeClock, handfulsOf, play } from './history.ts';
import type { DemoAction } from './happenings.ts';
import { schedule } from './schedule.ts';
import type { Play } from './stage.ts';

const YEAR = { begins: Date.UTC(2025, 0, 1), ends: Date.UTC(2026, 0, 1) };
const { happenings } = schedule({ affiliates: 40, sales: 1_200, seed: 1, frauds: 1, year: YEAR });

describe('the demo', () => {
  it('runs only actions of five minutes in parallel, and each once', () => {
    const handfuls = handfulsOf(happenings);
    expect(handfuls.flat()).toEqual(happenings);
    expect(Math.max(...handfuls.map((all) => all.at(-1)!.at - all[0]!.at))).toBeLessThanOrEqual(5 * MINUTE_MS);
    // Rounds of visits keep it quick.
    expect(happenings.length / handfuls.length).toBeGreaterThan(1.5);
  });

  it('records each event minutes after it happened at most, and never before one that is recorded already', async () => {
    const clock = new FakeClock(YEAR.begins);
    const recorded: { at: number; recordedAt: number }[] = [];
    const act = async ({ at, n }: DemoAction) => {
      // Some take longer than others.
      for (let turn = 0; turn < n % 5; turn++) await Promise.resolve();
      recorded.push({ at, recordedAt: clock.now() });
    };
    const stage = new Proxy({}, { get: () => act }) as Play;
    await play(stage, happenings, clock, () => {});
    expect(recorded).toHaveLength(happenings.length);
    const late = recorded.map(({ at, recordedAt }) => recordedAt - at);
    expect([Math.min(...late) >= 0, Math.max(...late) <= 5 * MINUTE_MS]).toEqual([true, true]);
    expect(recorded.every(({ recordedAt }, i) => i === 0 || recordedAt >= recorded[i - 1]!.recordedAt)).toBe(true);
  });
});
