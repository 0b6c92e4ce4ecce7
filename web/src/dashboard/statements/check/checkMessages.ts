import type { State } from '../../../../../deploy/framelift-verify.mjs';

/** What the next check of an account is compared with. */
export interface Save {
  /** The signed checkpoint. */
  note: string;
  size: number;
  /** When it was checked, ISO 8601. */
  at: string;
  /** The key of the log that this browser saw first. */
  key: string;
  /** What was read of the log up to the checkpoint; null: the next check reads the log from its beginning. */
  state: State | null;
}

/** What the page asks the worker. */
export interface CheckRequest {
  token: string;
  /** The id of the affiliate. */
  account: string;
  save: Save | null;
  /** How problems name the save: 'your check of Nov 28, 2026'. */
  saveName: string;
}

/** How far a check is: it reads the account first, then the log. */
export type CheckProgress = { reading: 'account' } | { reading: 'log'; done: number; total: number };

/** What the verifier found, and what the next check needs. */
export interface Found {
  count: number;
  cents: number;
  size: number;
  problems: string[];
  unchecked: string[];
  /** The sentence of the worst cheat; null: no cheat was found. */
  verdict: string | null;
  note: string;
  key: string;
  state: State | null;
}

/** Why nothing was checked. `unanswered`: an error as RTK Query has it; `unable`: this browser has no Ed25519; `older`: the page is. */
export type NotChecked =
  | { kind: 'unanswered'; error: { status: number | 'FETCH_ERROR'; data?: unknown } }
  | { kind: 'refused'; text: string }
  | { kind: 'unable' | 'older' | 'broken' };

/** What the worker posts: any number of the first, then one of the others. */
export type CheckMessage = { kind: 'progress'; progress: CheckProgress } | { kind: 'found'; found: Found } | NotChecked;
