import { access, constants } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { aboutFullDisk } from './full-disk.ts';
import { WrongSettings } from './settings.ts';

interface FileFailure {
  code?: string;
  path?: string;
  syscall?: string;
  cause?: unknown;
}

const OTHER_PLACE = 'set DATA_DIR to another folder';

/** Advice about an unusable file, by Node's code. */
const remedies: Record<string, (path: string) => string> = {
  EACCES: (path) => `This user may not use ${path}: give them the right to, or ${OTHER_PLACE}`,
  EPERM: (path) => remedies['EACCES']!(path),
  EROFS: (path) => `${path} is on a file system that only reads: ${OTHER_PLACE}`,
  ENOENT: (path) =>
    `${path} does not exist: build with \`npm run build\` if it is part of Framelift, else correct the setting that names it`,
  EEXIST: (path) => `${path} is in the way, where a folder should be: move it, or ${OTHER_PLACE}`,
  ENOTDIR: (path) => `${path} leads through a file, where a folder should be: ${OTHER_PLACE}`,
  EISDIR: (path) => `${path} is a folder, where a file should be: move it, or ${OTHER_PLACE}`,
  EMFILE: (path) => `This process may not open more files, as ${path}: raise its limit (ulimit -n)`,
};

const nearestFolder = (path: string): string => (existsSync(path) ? path : nearestFolder(dirname(path)));

/** On a read-only file system, Node reports a folder that cannot be created as missing. */
const codeOf = async ({ code = '', path = '', syscall }: FileFailure): Promise<string> =>
  code === 'ENOENT' && syscall === 'mkdir'
    ? access(nearestFolder(path), constants.W_OK).then(
        () => code,
        (refused: FileFailure) => refused.code!,
      )
    : code;

async function aboutFile(failure: FileFailure): Promise<string | undefined> {
  const { path, syscall = '', cause } = failure;
  const code = await codeOf(failure);
  if (syscall.startsWith('spawn') && code === 'ENOENT') return `${path} is not installed here`;
  if (path && remedies[code]) return remedies[code](path);
  return cause ? aboutFile(cause as FileFailure) : undefined;
}

/** A sentence about a failure that an operator can fix; undefined: show the whole error. */
export async function aboutFailure(error: unknown, dataDir: string): Promise<string | undefined> {
  if (error instanceof WrongSettings) return error.cause ? ((await aboutFullDisk(error, dataDir)) ?? error.message) : error.message;
  return (error instanceof Error ? await aboutFile(error) : undefined) ?? aboutFullDisk(error, dataDir);
}
