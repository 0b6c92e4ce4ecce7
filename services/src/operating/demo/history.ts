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

/** How many run in parallel. recordedAt is that of the last one, so it may be hours late in a short history, minutes in a long one. */
const atOnce = (happenings: number): number => Math.max(4, Math.min(96, Math.floor(happenings / 1_000)));

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
  const size = atOnce(happenings.length);
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
  for (let i = 0; i < happenings.length; i += size) {
    const handful = happenings.slice(i, i + size);
    const chains = [...Map.groupBy(handful, chainOf(handful)).values()];
    await Promise.all(
      chains.map(async (chain) => {
        for (const happening of chain) await one(happening);
      }),
    );
    onProgress(Math.min(i + size, happenings.length));
  }
  return { refused, events };
}
