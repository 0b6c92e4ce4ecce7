import type { BackupSettings } from '../../platform/config.ts';
import { Refused } from '../../platform/refused.ts';
import type { BackupStore } from './backup-store.ts';
import { FolderStore } from './folder-store.ts';

/** @throws Refused where backups are off. */
export async function openStore({ to, s3 }: BackupSettings): Promise<BackupStore> {
  if (!to) throw Refused.inWords('Backups are off: set BACKUP_TO to a folder or to s3://bucket/prefix');
  if ('folder' in to) return new FolderStore(to.folder);
  // A large library that only shops with an object store need.
  const { S3Store } = await import('./s3-store.ts');
  return new S3Store(to, s3);
}
