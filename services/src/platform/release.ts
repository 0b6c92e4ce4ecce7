import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const own = dirname(dirname(fileURLToPath(import.meta.url)));
const isCode = (name: string): boolean => /\.[jt]s$/.test(name) && !/\.(d|spec)\.ts$/.test(name);

/** The number of the release, as in CHANGELOG.md. */
export const version = (): string => (JSON.parse(readFileSync(join(own, '../../package.json'), 'utf8')) as { version: string }).version;

let known: string | undefined;

/** Names this program by the content of its code, services and contracts: the same release has the same id everywhere. */
export function releaseId(): string {
  return (known ??= hashOf([own, join(own, '../../contracts', basename(own))]));
}

function hashOf(folders: readonly string[]): string {
  const hash = createHash('sha256');
  for (const folder of folders)
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isCode).toSorted())
      hash.update(`${name}\0`).update(readFileSync(join(folder, name)));
  return hash.digest('hex').slice(0, 16);
}
