import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

export interface Bucket {
  settings: Record<'S3_ENDPOINT' | 'S3_ACCESS_KEY' | 'S3_SECRET_KEY', string>;
  /** Keys of its objects. */
  names(): Promise<string[]>;
  close(): Promise<void>;
}

const NAME = 'books';

/** An object store that speaks S3, with one bucket. */
export async function openBucket(folder: string): Promise<Bucket> {
  const S3rver = createRequire(import.meta.url)('@20minutes/s3rver');
  // It signs a bucket's path without the slash that real stores sign, so it may not compare signatures.
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    allowMismatchedSignatures: true,
    directory: folder,
    configureBuckets: [{ name: NAME }],
  });
  const { port } = (await server.run()) as AddressInfo;
  return {
    settings: { S3_ENDPOINT: `http://127.0.0.1:${port}`, S3_ACCESS_KEY: 'S3RVER', S3_SECRET_KEY: 'S3RVER' },
    names: async () =>
      (await readdir(join(folder, NAME), { recursive: true }))
        .filter((name) => name.endsWith('._S3rver_object'))
        .map((name) => name.slice(0, -'._S3rver_object'.length)),
    close: () => server.close(),
  };
}
