import { bech32 } from '@scure/base';
import { Decrypter, Encrypter, identityToRecipient } from 'age-encryption';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { create, extract } from 'tar';
import { Refused } from '../../platform/refused.ts';

/** Left over for the database that may be on the same disk as a backup. */
export const SPARE_BYTES = 256 * 1024 * 1024;

/**
 * The key of backups as the program age writes it: `age -d -i KEYFILE backup | zstd -d | tar -x` opens a backup without Framelift.
 * @param key 32 bytes
 */
export const ageIdentity = (key: Buffer): string => bech32.encodeFromBytes('age-secret-key-', key).toUpperCase();

/** The named files of a folder as a stream: archived, compressed, encrypted. */
export const packed = (folder: string, files: readonly string[], key: Buffer): Promise<Readable> =>
  sealed(() => Readable.from(create({ cwd: folder, portable: true }, [...files])), key);

/** A stream, compressed and encrypted. `open` begins it. */
export async function sealed(open: () => Readable, key: Buffer): Promise<Readable> {
  const encrypter = new Encrypter();
  encrypter.addRecipient(await identityToRecipient(ageIdentity(key)));
  const compress = createZstdCompress();
  // Its failure arrives at the reader through the compressor.
  void pipeline(open(), compress).catch(() => {});
  return Readable.fromWeb((await encrypter.encrypt(Readable.toWeb(compress) as ReadableStream<Uint8Array>)) as never);
}

/** Extracts into a folder that exists. `name`: of the backup, for messages. @throws Refused if the key is another one, or the file was changed. */
export async function unpack(content: Readable, key: Buffer, folder: string, name: string): Promise<void> {
  await pipeline(await decrypted(content, key, name), createZstdDecompress(), extract({ cwd: folder, strict: true }) as never).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOSPC') throw error;
      throw damaged(name, error);
    },
  );
}

/** What `sealed` made a stream of. @throws Refused if the key is another one; reading it throws if it was changed. */
export async function opened(content: Readable, key: Buffer, name: string): Promise<Readable> {
  const plain = createZstdDecompress();
  void pipeline(await decrypted(content, key, name), plain).catch(() => {});
  return plain;
}

/** Checks by its first bytes that the key is the right one. @throws Refused */
export async function checkKey(start: Buffer, key: Buffer, name: string): Promise<void> {
  const plain = await decrypted(Readable.from([start]), key, name);
  // It ends too early.
  plain.on('error', () => {}).destroy();
}

/** Reads the whole backup and checks every byte of it. @throws Refused */
export async function checkReadable(content: Readable, key: Buffer, name: string): Promise<void> {
  const plain = await decrypted(content, key, name);
  try {
    for await (const chunk of plain) void chunk;
  } catch (error) {
    throw damaged(name, error);
  }
}

async function decrypted(content: Readable, key: Buffer, name: string): Promise<Readable> {
  const decrypter = new Decrypter();
  decrypter.addIdentity(ageIdentity(key));
  try {
    return Readable.fromWeb((await decrypter.decrypt(Readable.toWeb(content) as ReadableStream<Uint8Array>)) as never);
  } catch (cause) {
    const isOtherKey = /no identity matched/i.test((cause as Error).message);
    throw isOtherKey ? Refused.inWords(`${name} was written under another BACKUP_KEY: set the one of its time`) : damaged(name, cause);
  }
}

export const damaged = (name: string, cause: unknown): Error =>
  Object.assign(Refused.inWords(`${name} is damaged: it was changed or cut off after it was written`), { cause });
