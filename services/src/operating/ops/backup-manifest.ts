import { readFile } from 'node:fs/promises';
import type { Books } from '@framelift/contracts';
import { Refused } from '../../platform/refused.ts';

/** Files of a backup: an export of the log (operating/ops/export-file.ts) and what it must hold when it is restored. */
export const LOG_FILE = 'log.ndjson';
export const MANIFEST_FILE = 'manifest.json';

export interface Manifest {
  framelift: 'backup';
  format: 1;
  /** ISO 8601, UTC. */
  takenAt: string;
  head: { position: number; hash: string };
  /** Sums over all affiliates, in cents, read from the events while they were written. */
  books: Books;
  /** How many rows each table outside the log has. */
  rows: { [table: string]: number };
  /** The base of the archive that went on while this backup was taken; undefined: there was none. */
  follows?: string | undefined;
}

/** @throws Refused */
export async function readManifest(file: string, name: string): Promise<Manifest> {
  const manifest = JSON.parse(await readFile(file, 'utf8').catch(() => 'null')) as Partial<Manifest> | null;
  if (manifest?.framelift === 'backup' && manifest.format === 1) return manifest as Manifest;
  throw Refused.inWords(`${name} is no backup that this version of Framelift knows`);
}
