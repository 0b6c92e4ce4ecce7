import { describe, expect, it } from '@jest/globals';
import { inTurn } from './inTurn.ts';

describe('admin calls', () => {
  it('go one after another, a gap apart, also after one that failed', async () => {
    const log: [string, number][] = [];
    const call = (name: string, fails = false) =>
      inTurn(async () => {
        log.push([name, performance.now()]);
        await new Promise((resolve) => setTimeout(resolve, 20));
        if (fails) throw new Error(name);
      });
    await Promise.allSettled([call('a'), call('b', true), call('c')]);
    expect(log.map(([name]) => name)).toEqual(['a', 'b', 'c']);
    for (const [index, [, at]] of log.entries()) if (index) expect(at - log[index - 1]![1]).toBeGreaterThanOrEqual(115);
  });
});
