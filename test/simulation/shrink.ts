import type { Backends } from './backends.ts';
import type { Plan } from './plan.ts';
import { type Ran, simulate } from './simulation.ts';

/** Limit of runs for finding a shorter plan. */
const MAX_TRIES = 80;

/** The kind of a problem, without its numbers. */
const kindOf = (problem: string | undefined): string | undefined =>
  problem
    ?.split('\n')[0]!
    .replaceAll(/[0-9a-f]{8,}|\d+/g, 'n')
    .slice(0, 80);

/** Removes the unnecessary parts of a failing plan: halves, quarters, single moments. */
export async function shortened(plan: Plan, failed: Ran, backends: Backends): Promise<{ plan: Plan; ran: Ran }> {
  let shortest = { plan, ran: failed };
  let tries = 0;
  for (let size = plan.moments.length >> 1; size >= 1; size >>= 1) {
    for (let from = 0; from < shortest.plan.moments.length && tries < MAX_TRIES;) {
      const shorter = { ...plan, moments: shortest.plan.moments.toSpliced(from, size) };
      tries++;
      const ran = await simulate(shorter, backends);
      if (kindOf(ran.problem) === kindOf(failed.problem)) shortest = { plan: shorter, ran };
      else from += size;
    }
  }
  return shortest;
}
