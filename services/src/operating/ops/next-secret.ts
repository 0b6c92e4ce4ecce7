import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { keepFile } from '../../platform/kept-file.ts';
import { CONFIG } from '../../platform/tokens.ts';
import { type Get, WrongUse } from './result.ts';

/** The secrets that DATA_DIR keeps. */
export class SecretsFile {
  constructor(private readonly path: string) {}

  /** Writes the next ones beside it, so that a crash before `replace` loses none. */
  keepNext(fresh: Readonly<Record<string, string>>): void {
    keepFile(`${this.path}.next`, JSON.stringify({ ...JSON.parse(readFileSync(this.path, 'utf8')), ...fresh }, null, 2));
  }

  replace(): void {
    renameSync(`${this.path}.next`, this.path);
  }
}

/** What a secret is rotated to, and where it is kept. */
export interface NextSecret {
  /** Hex. */
  value: string;
  /** Undefined: the secret comes from the environment. */
  file: SecretsFile | undefined;
  /** What the operator reads about it. */
  where: string;
}

/** The next value of a secret: `NEW_<name>` of the environment, else made where secrets.json has the present one. @throws WrongUse without either */
export function nextSecret(get: Get, name: string): NextSecret {
  const given = process.env[`NEW_${name}`];
  const path = join(get(CONFIG).dataDir, 'secrets.json');
  const isInFile = !process.env[name] && existsSync(path);
  if (!isInFile && !given) throw new WrongUse(`${name} comes from the environment: set the next one as NEW_${name}`);
  return {
    value: given ?? randomBytes(32).toString('hex'),
    file: isInFile ? new SecretsFile(path) : undefined,
    where: isInFile ? `The new ${name} is in ${path}` : `Set ${name} to the value of NEW_${name}`,
  };
}
