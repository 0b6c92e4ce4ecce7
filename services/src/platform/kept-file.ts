import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeFileSync } from 'node:fs';
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
