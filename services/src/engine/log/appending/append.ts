import { type Fact, refusals } from '@framelift/contracts';
import { Refused } from '../../../platform/refused.ts';
import type { Metadata } from '../event.ts';
import type { Tagging } from './tags.ts';

/** Seconds after which an append that is refused for now may be tried again. */
const RETRY_S = 30;

/** The version a stream must be at: a number (0 = must not exist), or 'any'. */
export type Expected = number | 'any';

/** One command's events for one or many streams: all of them are appended, or none. A stream without facts must be at its version. `carried`: of each fact that is recorded again, the id that it had. */
export interface Append {
  streams: { streamId: string; expected: Expected; facts: readonly Fact[]; carried?: readonly string[] }[];
  metadata: Omit<Metadata, 'id' | 'tag' | 'tags'>;
  /** Runs in the append's transaction, after the insert; throwing rolls both back. Such an append is sent alone. Repeated if the session ends before its commit. */
  inSameTransaction?: (client: import('pg').PoolClient) => Promise<void>;
  /** `Log.history` when this was decided; by default now. */
  history?: number;
}

/** An event whose data was checked and sealed; both texts are what is hashed and stored, the metadata with the event’s tag. */
export interface PreparedEvent {
  id: string;
  streamId: string;
  type: string;
  schemaVersion: number;
  partition: number;
  dataText: string;
  metadataText: string;
  /** Absent: its tag is noise. */
  tagging?: Tagging;
  /** The first event of its stream that has a tag which is none. */
  beginsTags?: true;
}

/** An append that is ready to be sent. */
export interface Prepared {
  commandId: string;
  fingerprint: string | undefined;
  streams: { streamId: string; expected: Expected; events: PreparedEvent[] }[];
  inSameTransaction: Append['inSameTransaction'];
  /** The history that the append was decided on. */
  history: number;
}

export interface Appended {
  /** Position of the last event of the append. */
  position: number;
  firstPosition: number;
}

/** A stream was not at its expected version. Nothing was appended. */
export class Conflict extends Error {
  constructor(
    readonly streamId: string,
    readonly expected: Expected,
    readonly actual: number,
  ) {
    super(`Stream ${streamId} is at version ${actual}, not ${expected}`);
  }
}

/** The command id is in the log already, its first event at `position`. Nothing was appended. */
export class CommandInLog extends Error {
  constructor(
    readonly commandId: string,
    readonly position: number,
  ) {
    super(`Command ${commandId} is in the log at ${position}`);
  }
}

/** The log no longer holds what this process has seen of it: nothing may be decided on what was read before. */
export class HistoryLost extends Error {
  constructor() {
    super('The database lost its last commits; what was known of them is dropped');
  }
}

/** This process's clock or the log's last time is more than 5 s off the database's clock. Nothing was appended. */
export class ClockApart extends Error {}

/** The log lost events that its archive has, and whose positions others would take. Nothing was appended. */
export class BehindArchive extends Refused {
  constructor() {
    super(refusals.behindArchive, 'unavailable', RETRY_S);
  }
}

/** A command that is in the log explains its own conflict, so it is named first. */
export function whyNot(
  { commandId, streams }: Prepared,
  actual: readonly number[],
  commandAt: number | null | undefined,
): Error | undefined {
  if (commandAt != null) return new CommandInLog(commandId, commandAt);
  const late = streams.findIndex(({ expected }, s) => expected !== 'any' && expected !== actual[s]);
  return late < 0 ? undefined : new Conflict(streams[late]!.streamId, streams[late]!.expected, actual[late]!);
}
