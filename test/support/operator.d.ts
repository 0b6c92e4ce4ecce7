import { type Projection } from '../../services/src/engine/projecting/projection.ts';
import type { System } from './system.ts';
export interface Said {
  code: number;
  out: string;
  err: string;
  /** What `--json` answered. */
  json: any;
}
/** The operator's command line on the database of an open system, in this process. */
export declare const operatorOf: (
  system: System,
  ownerUrl: string,
  projections?: readonly Projection[],
) => (...argv: string[]) => Promise<Said>;
/** A program of ours as an operator runs it: `ops.js`, `demo.js`, or a file of deploy/. */
export declare function ran(file: string, env: Record<string, string>, ...args: string[]): Promise<Said>;
/** Settings of a process of ours on this database, with this log's keys. */
export declare const settingsOf: (db: { appUrl: string; ownerUrl: string; masterKey: Buffer }, folder: string) => Record<string, string>;
