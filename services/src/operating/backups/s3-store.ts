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
import { entryOf } from '../../platform/entry.ts';

const CONNECT_MS = 10_000;
/** How long a transfer may go without a byte. */
const SILENCE_MS = 60_000;
const PART_BYTES = 8 * 1024 * 1024;

type Place = Extract<NonNullable<BackupSettings['to']>, { bucket: string }>;

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
    const found: StoredBackup[] = [];
    await this.asking(async () => {
      for await (const page of paginateListObjectsV2({ client: this.client }, { Bucket: this.place.bucket, Prefix: this.place.prefix }))
        for (const { Key = '', Size = 0 } of page.Contents ?? [])
          found.push(...[backupNamed(Key.slice(this.place.prefix.length), Size)].filter((b) => b !== undefined));
    });
    return newestFirst(found);
  }

  async write(id: string, content: Readable): Promise<number> {
    let bytes = 0;
    const counted = content.map((chunk: Buffer) => {
      bytes += chunk.length;
      return chunk;
    });
    const upload = new Upload({ client: this.client, params: { ...this.at(id), Body: counted }, partSize: PART_BYTES, queueSize: 2 });
    // Giving up the upload may fail as well, and would hide why.
    let broke: Error | undefined;
    content.once('error', (error) => (broke = error));
    await this.asking(() => upload.done()).catch((error: unknown) => {
      throw broke ?? error;
    });
    const { ContentLength: kept } = await this.asking(() => this.client.send(new HeadObjectCommand(this.at(id))));
    if (kept === bytes) return bytes;
    await this.remove(id);
    throw Refused.inWords(`${this.name} kept ${kept} bytes of a backup of ${bytes}: it was removed there`);
  }

  async read(id: string): Promise<Readable> {
    const { Body } = await this.asking(() => this.client.send(new GetObjectCommand(this.at(id))));
    return Body as Readable;
  }

  async remove(id: string): Promise<void> {
    await this.asking(() => this.client.send(new DeleteObjectCommand(this.at(id))));
  }

  private get name(): string {
    return `s3://${this.place.bucket}/${this.place.prefix}`;
  }

  private at(id: string) {
    return { Bucket: this.place.bucket, Key: this.place.prefix + fileNameOf(id) };
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
