import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { settingNames } from './config.ts';
import { type Env, WrongSettings } from './settings.ts';

/** What other programs read from the same file. */
const OTHERS = /^(?:COMPOSE|DOCKER|NPM_CONFIG)_/;
/** A name that differs from a setting by so many letters is a misspelt one. */
const LETTERS = 2;
const SUFFIX = '_FILE';

interface Environment {
  env: Env;
  /** A sentence for each name that is no setting. */
  unknown: string[];
}

/** How many letters one text needs to become the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (letter === other ? 0 : 1)));
    row = next;
  }
  return row[b.length]!;
}

/** The environment of the process, what the file `.env` of the folder adds to it, and what settings ending in _FILE name. @throws WrongSettings */
export function readEnvironment(given: Env, folder: string): Environment {
  const written = dotEnvOf(join(folder, '.env'));
  const env: Env = { ...written, ...given };
  const settings = settingNames();
  const known = new Set(settings.flatMap((name) => [name, name + SUFFIX]));
  for (const name of settings) {
    const file = env[name + SUFFIX];
    if (!file) continue;
    if (env[name]) throw new WrongSettings(`${name} and ${name}${SUFFIX} are both set: keep one`);
    env[name] = contentOf(name + SUFFIX, file);
  }
  const isNear = (a: string, b: string) => Math.abs(a.length - b.length) <= LETTERS && distance(a, b) <= LETTERS;
  const near = (name: string) => settings.find((setting) => isNear(setting, name.endsWith(SUFFIX) ? name.slice(0, -SUFFIX.length) : name));
  const unknown = Object.keys(env).flatMap((name) => {
    if (known.has(name)) return [];
    const meant = near(name);
    if (!(name in written ? !OTHERS.test(name) : meant && meant.length > 3 * LETTERS)) return [];
    return [`${name} is no setting and has no effect${meant ? `: did you mean ${meant}?` : ''}`];
  });
  return { env, unknown };
}

function dotEnvOf(file: string): Env {
  try {
    return parseEnv(readFileSync(file, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
    throw new WrongSettings(`${file} cannot be read: ${(error as Error).message}`);
  }
}

function contentOf(name: string, file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    throw new WrongSettings(`${name} names a file that cannot be read: ${(error as Error).message}`);
  }
}
