import type { Readable } from 'node:stream';
import type { Segment, StoredSegment } from './segment.ts';

export interface StoredBackup {
  /** UTC, to the second, and the position of the last event in it: `20261127T081500Z-4711`. */
  id: string;
  takenAt: Date;
  position: number;
  bytes: number;
}

/** Where backups and the archive are. A file in it is complete: what was interrupted is never listed. */
export interface BackupStore {
  /** Newest first. */
  list(): Promise<StoredBackup[]>;
  /** @returns bytes written. @throws Refused */
  write(id: string, content: Readable): Promise<number>;
  /** @throws Refused */
  read(id: string): Promise<Readable>;
  remove(id: string): Promise<void>;
  /** The segments of the archive, in order. */
  segments(): Promise<StoredSegment[]>;
  /** Replaces one of the same name. @throws Refused */
  writeSegment(segment: Segment, content: Readable): Promise<number>;
  /** @throws Refused */
  readSegment(segment: Segment): Promise<Readable>;
  removeSegment(segment: Segment): Promise<void>;
}

const NAME = /^backup-((\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-(\d{1,15}))\.tar\.zst\.age$/;

export const idFor = (at: number, position: number): string =>
  `${new Date(at)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(/[-:]/g, '')}-${position}`;

export const fileNameOf = (id: string): string => `backup-${id}.tar.zst.age`;

/** @returns undefined: the file is no backup. */
export function backupNamed(name: string, bytes: number): StoredBackup | undefined {
  const [, id, ...parts] = NAME.exec(name) ?? [];
  if (!id) return undefined;
  const [year, month, day, hour, minute, second, position] = parts.map(Number) as [number, number, number, number, number, number, number];
  return { id, takenAt: new Date(Date.UTC(year, month - 1, day, hour, minute, second)), position, bytes };
}

export const newestFirst = (backups: readonly StoredBackup[]): StoredBackup[] =>
  backups.toSorted((a, b) => b.takenAt.getTime() - a.takenAt.getTime() || b.position - a.position);
