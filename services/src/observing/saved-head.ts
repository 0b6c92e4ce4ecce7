import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { throughPart } from '../platform/part-file.ts';

/** The furthest event a process saw, in a file outside the database. */
export interface SavedHead {
  position: number;
  hash: Buffer;
}

/** @returns undefined if there is none, or it cannot be read. */
export async function readSavedHead(file: string): Promise<SavedHead | undefined> {
  const text = await readFile(file, 'utf8').catch(() => '');
  const [, position, hash] = /^(\d{1,15}) ([0-9a-f]{64})\n$/.exec(text) ?? [];
  return position && hash ? { position: Number(position), hash: Buffer.from(hash, 'hex') } : undefined;
}

/** Writes it completely or not at all. */
export async function writeSavedHead(file: string, { position, hash }: SavedHead): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await throughPart(file, async (part) => {
    await writeFile(part, `${position} ${hash.toString('hex')}\n`, { mode: 0o600 });
    await rename(part, file);
  });
}
