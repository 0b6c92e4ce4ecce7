import { refusals } from '@framelift/contracts';
import { Refused, refuseIf } from '../platform/refused.ts';

/** The position that a form was filled from, in `Edit-Base`. @throws Refused */
export function filledFrom(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  const base = Number(header);
  if (!Number.isSafeInteger(base) || header.trim() === '') throw new Refused(refusals.badRequest);
  return base;
}

/** The same for a call that requires it (`editBase` in the table of calls). @throws Refused */
export function requiredBase(header: string | undefined): number {
  const base = filledFrom(header);
  refuseIf(base === undefined, refusals.editBaseMissing);
  return base!;
}
