import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

const synced = (path: string) => {
  const opened = openSync(path, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
};

/** Writes a file of secrets (mode 0600) so that a power cut leaves the earlier one or this one, whole. The caller may rely on it at once. */
export function keepFile(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  const part = `${file}.part`;
  // A part that a crash left behind may have another mode.
  rmSync(part, { force: true });
  writeFileSync(part, text, { mode: 0o600, flush: true });
  renameSync(part, file);
  // The folder's entry is what names it after a power cut.
  synced(dirname(file));
}
