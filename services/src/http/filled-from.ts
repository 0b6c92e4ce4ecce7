import { refusals } from '@framelift/contracts';
import { Refused } from '../platform/refused.ts';

/** The position that a form was filled from, as `Edit-Base` says it. @throws Refused */
export function filledFrom(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const base = Number(header);
  if (!Number.isSafeInteger(base)) throw new Refused(refusals.badRequest);
  return base;
}
