import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { removeLeftParts, throughPartSync } from './part-file.ts';

const synced = (path: string) => {
  const opened = openSync(path, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
};

/** Writes a file of secrets (mode 0600) so that after a power cut either the old or the new one is complete. Durable on return. */
export function keepFile(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  // What a crash left has secrets in it.
  removeLeftParts(dirname(file), (name) => name === basename(file));
  throughPartSync(file, (part) => {
    writeFileSync(part, text, { mode: 0o600, flush: true });
    renameSync(part, file);
  });
  // After a power cut, the file is found through the folder's entry.
  synced(dirname(file));
}

/** A change takes milliseconds: who holds the lock for longer was killed. */
const STALE_MS = 10_000;
const LOOK_MS = 10;

/** Changes a kept file while no other process does. `change` gets its text, undefined where there is none. */
export function changeFile(file: string, change: (text: string | undefined) => string): void {
  const lock = `${file}.lock`;
  mkdirSync(dirname(file), { recursive: true });
  while (!isTaken(lock)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, LOOK_MS);
  try {
    const before = existsSync(file) ? readFileSync(file, 'utf8') : undefined;
    const after = change(before);
    if (after !== before) keepFile(file, after);
  } finally {
    rmSync(lock, { recursive: true, force: true });
  }
}

function isTaken(lock: string): boolean {
  try {
    mkdirSync(lock);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const since = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
    if (since !== undefined && Date.now() - since > STALE_MS) rmSync(lock, { recursive: true, force: true });
    return false;
  }
}
