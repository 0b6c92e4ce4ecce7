import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import type { Readable } from 'node:stream';
import type { BackupSettings } from '../../platform/config.ts';
import { Refused } from '../../platform/refused.ts';
import { backupNamed, type BackupStore, fileNameOf, newestFirst, type StoredBackup } from './backup-store.ts';
import { inOrder, pathOf, type Segment, segmentAt, SEGMENTS, type StoredSegment } from './segment.ts';
import { entryOf } from '../../platform/entry.ts';

const CONNECT_MS = 10_000;
/** How long a transfer may go without a byte. */
const SILENCE_MS = 60_000;
const PART_BYTES = 8 * 1024 * 1024;

type Place = Extract<NonNullable<BackupSettings['to']>, { bucket: string }>;

interface File {
  path: string;
  bytes: number;
  writtenAt: Date;
}

/** Any object store that speaks S3. An object appears when its last part has arrived, so a backup is there whole or not at all. */
export class S3Store implements BackupStore {
  private readonly client: S3Client;

  constructor(
    private readonly place: Place,
    { endpoint, accessKey, secretKey }: BackupSettings['s3'],
  ) {
    this.client = new S3Client({
      // Stores other than Amazon's ignore it, and the library needs one.
      region: process.env['AWS_REGION'] ?? 'us-east-1',
      ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
      ...(accessKey && secretKey ? { credentials: { accessKeyId: accessKey, secretAccessKey: secretKey } } : {}),
      maxAttempts: 3,
      // Older stores do not know the newer checksums; every backup carries its own.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      requestHandler: { connectionTimeout: CONNECT_MS, requestTimeout: SILENCE_MS, socketTimeout: SILENCE_MS, throwOnRequestTimeout: true },
    });
  }

  async list(): Promise<StoredBackup[]> {
    // The archive is below, and has many files.
    return newestFirst(await this.named('', ({ path, bytes }) => backupNamed(path, bytes), '/'));
  }

  write(id: string, content: Readable): Promise<number> {
    return this.put(fileNameOf(id), content);
  }

  read(id: string): Promise<Readable> {
    return this.get(fileNameOf(id));
  }

  remove(id: string): Promise<void> {
    return this.delete(fileNameOf(id));
  }

  async segments(): Promise<StoredSegment[]> {
    return inOrder(await this.named(SEGMENTS, ({ path, bytes, writtenAt }) => segmentAt(path, bytes, writtenAt)));
  }

  writeSegment(segment: Segment, content: Readable): Promise<number> {
    return this.put(pathOf(segment), content);
  }

  readSegment(segment: Segment): Promise<Readable> {
    return this.get(pathOf(segment));
  }

  removeSegment(segment: Segment): Promise<void> {
    return this.delete(pathOf(segment));
  }

  private async named<T>(under: string, as: (file: File) => T | undefined, delimiter?: string): Promise<T[]> {
    const { bucket: Bucket, prefix } = this.place;
    const found: T[] = [];
    await this.asking(async () => {
      const pages = paginateListObjectsV2({ client: this.client }, { Bucket, Prefix: prefix + under, Delimiter: delimiter });
      for await (const page of pages)
        for (const { Key = '', Size = 0, LastModified = new Date(0) } of page.Contents ?? [])
          found.push(
            ...[as({ path: Key.slice(prefix.length), bytes: Size, writtenAt: LastModified })].filter((file) => file !== undefined),
          );
    });
    return found;
  }

  private async put(path: string, content: Readable): Promise<number> {
    let bytes = 0;
    const counted = content.map((chunk: Buffer) => {
      bytes += chunk.length;
      return chunk;
    });
    const upload = new Upload({ client: this.client, params: { ...this.at(path), Body: counted }, partSize: PART_BYTES, queueSize: 2 });
    // Giving up the upload may fail as well, and would hide why.
    let broke: Error | undefined;
    content.once('error', (error) => (broke = error));
    await this.asking(() => upload.done()).catch((error: unknown) => {
      throw broke ?? error;
    });
    const { ContentLength: kept } = await this.asking(() => this.client.send(new HeadObjectCommand(this.at(path))));
    if (kept === bytes) return bytes;
    await this.delete(path);
    throw Refused.inWords(`${this.name} kept ${kept} bytes of a backup of ${bytes}: it was removed there`);
  }

  private async get(path: string): Promise<Readable> {
    const { Body } = await this.asking(() => this.client.send(new GetObjectCommand(this.at(path))));
    return Body as Readable;
  }

  private async delete(path: string): Promise<void> {
    await this.asking(() => this.client.send(new DeleteObjectCommand(this.at(path))));
  }

  private get name(): string {
    return `s3://${this.place.bucket}/${this.place.prefix}`;
  }

  private at(path: string) {
    return { Bucket: this.place.bucket, Key: this.place.prefix + path };
  }

  /** @throws Refused with advice. */
  private async asking<T>(ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (cause) {
      throw Object.assign(Refused.inWords(`${this.name}: ${aboutS3(cause)}`), { cause });
    }
  }
}

const remedies: Record<string, string> = {
  NoSuchBucket: 'there is no such bucket. Create it, or correct BACKUP_TO',
  NoSuchKey: 'there is no such backup',
  NotFound: 'there is no such backup or bucket',
  InvalidAccessKeyId: 'the store does not know the key. Correct S3_ACCESS_KEY',
  SignatureDoesNotMatch: 'the store refuses the signature. Correct S3_SECRET_KEY',
  AccessDenied: 'the key may not do this. Allow it to list, read, write and delete objects there',
  Forbidden: 'the key may not do this. Allow it to list, read, write and delete objects there',
  403: 'the key may not do this. Allow it to list, read, write and delete objects there',
  CredentialsProviderError: 'there is no key. Set S3_ACCESS_KEY and S3_SECRET_KEY',
  ECONNREFUSED: 'nothing answers at S3_ENDPOINT. Correct it, or start the store',
  ENOTFOUND: 'the host of S3_ENDPOINT is not known. Correct it',
  TimeoutError: 'the store does not answer. Try again later',
  RequestTimeTooSkewed: 'the clocks of this machine and of the store differ. Correct them',
};

function aboutS3(error: unknown): string {
  const { name = '', code = '', message = '' } = error as { name?: string; code?: string; message?: string };
  if (!(error instanceof S3ServiceException)) return entryOf(remedies, name) ?? entryOf(remedies, code) ?? message;
  // Some stores send a status alone.
  const { httpStatusCode: status = 0 } = error.$metadata;
  return entryOf(remedies, name) ?? entryOf(remedies, String(status)) ?? `the store answered ${status} ${name}: ${message}`;
}
