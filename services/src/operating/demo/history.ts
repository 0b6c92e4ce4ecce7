import { MINUTE_MS } from '@framelift/contracts';
import { Refused } from '../../platform/refused.ts';
import type { DemoAction } from './happenings.ts';
import type { Play } from './stage.ts';

/** The clock of the demo: the time of the actions, never going back. */
export class FakeClock {
  constructor(private ms: number) {}
  readonly now = (): number => this.ms;
  to(ms: number): void {
    this.ms = Math.max(this.ms, ms);
  }
}

/** What runs in parallel is recorded at the time of the last of it, so this is how late a record can be. */
const TOGETHER_MS = 5 * MINUTE_MS;
const MOST = 96;

/** Actions in order of time, those within five minutes together. */
export function handfulsOf<Action extends Pick<DemoAction, 'at'>>(happenings: readonly Action[]): Action[][] {
  const handfuls: Action[][] = [];
  for (const happening of happenings) {
    const last = handfuls.at(-1);
    if (last && last.length < MOST && happening.at - last[0]!.at <= TOGETHER_MS) last.push(happening);
    else handfuls.push([happening]);
  }
  return handfuls;
}

/** Actions that must happen in order have the same chain. A recalculation concerns all. */
const chainOf = (handful: readonly DemoAction[]) => (h: DemoAction) => {
  if (handful.some(({ kind }) => kind === 'recalculates')) return handful;
  if (h.kind === 'visits') return h;
  return h.who ?? ('sale' in h.what ? h.what.sale : h);
};

/** Plays actions in order of time; those of one affiliate keep their order, others run in parallel. A refused action is skipped. */
export async function play(
  stage: Play,
  happenings: readonly DemoAction[],
  clock: FakeClock,
  onProgress: (done: number) => void,
): Promise<{ refused: number; events: Record<string, number> }> {
  const events: Record<string, number> = {};
  let refused = 0;
  const one = async (happening: DemoAction) => {
    clock.to(happening.at);
    try {
      const outcome = (await stage[happening.kind](happening as never)) as {
        events?: readonly { type: string }[];
        visitId?: string | null;
      };
      for (const { type } of outcome?.events ?? []) events[type] = (events[type] ?? 0) + 1;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refused++;
    }
  };
  let done = 0;
  for (const handful of handfulsOf(happenings)) {
    const chains = [...Map.groupBy(handful, chainOf(handful)).values()];
    await Promise.all(
      chains.map(async (chain) => {
        for (const happening of chain) await one(happening);
      }),
    );
    onProgress((done += handful.length));
  }
  return { refused, events };
}
