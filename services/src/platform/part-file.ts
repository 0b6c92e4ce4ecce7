import { hash, randomBytes } from 'node:crypto';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { DAY_MS } from '@framelift/contracts';

const host = hash('sha256', hostname()).slice(0, 8);
const PART = /^(.+?)(?:\.(\d+)-([0-9a-f]{8})-[0-9a-f]{8})?\.part$/;
/** Those that this process is writing. */
const underWay = new Set<string>();

/** Writes a file under another name beside it, which no other writer has, and removes what is left of it. `work` renames it. */
export async function throughPart<T>(file: string, work: (part: string) => Promise<T>): Promise<T> {
  const part = begun(file);
  try {
    return await work(part);
  } finally {
    ended(part);
  }
}

/** The same for work that waits for nothing. */
export function throughPartSync(file: string, work: (part: string) => void): void {
  const part = begun(file);
  try {
    work(part);
  } finally {
    ended(part);
  }
}

function begun(file: string): string {
  const part = `${file}.${process.pid}-${host}-${randomBytes(4).toString('hex')}.part`;
  underWay.add(basename(part));
  return part;
}

function ended(part: string): void {
  rmSync(part, { force: true });
  underWay.delete(basename(part));
}

/** Removes parts of processes that were killed: of those on this host now, of others once nothing was written for a day. */
export function removeLeftParts(folder: string, isOurs: (file: string) => boolean): void {
  for (const name of readdirSync(folder)) {
    const [, file, pid, where] = PART.exec(name) ?? [];
    if (file === undefined || !isOurs(file) || underWay.has(name)) continue;
    const part = join(folder, name);
    if ((where === host && !isAlive(Number(pid))) || ageOf(part) > DAY_MS) rmSync(part, { force: true });
  }
}

/** ms; 0 for one that is gone. */
const ageOf = (path: string): number => Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());

function isAlive(pid: number): boolean {
  // A container that was started again has the process ids of the one before.
  if (pid === process.pid) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
