import { stored } from '../../../session/stored.ts';
import type { Found, Save } from './checkMessages.ts';

/** What a check found, as the screen shows it later too. */
export interface Checked extends Pick<Found, 'count' | 'cents' | 'size' | 'problems' | 'unchecked' | 'verdict'> {
  /** ISO 8601. */
  at: string;
  /** When the check was made that it was compared with; null: it was the first. */
  comparedWith: string | null;
}

/** What this browser keeps of an account’s checks. */
export interface KeptChecks {
  last: Checked;
  /** The last check without a problem. */
  save: Save | null;
}

/** A larger state would fill the browser’s storage: the next check then reads the whole log. */
const MOST_STATE = 1_000_000;

export const keptChecks = (account: string) => stored<KeptChecks>(`checks ${account}`);

/** What is kept after a check: one with a problem is not what the next one is compared with. */
export function afterCheck(before: KeptChecks | null, found: Found, at: string): KeptChecks {
  const { count, cents, size, problems, unchecked, verdict, note, key, state } = found;
  const save = before?.save ?? null;
  const last = { at, count, cents, size, problems, unchecked, verdict, comparedWith: save?.at ?? null };
  if (problems.length) return { last, save };
  const isSmall = JSON.stringify(state).length <= MOST_STATE;
  return { last, save: { note, size, at, key: save?.key ?? key, state: isSmall ? state : null } };
}
