// The inputs of a step, as a hash, so that it does not run twice on the same inputs.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const MADE = /(^|\/)(node_modules|dist|build|\.react-router|\.data|\.cache|\.git)$/;

export const hashOf = (...paths) => {
  const hash = createHash('sha256');
  const walk = (path) => {
    if (MADE.test(path) || path.endsWith('.tsbuildinfo')) return;
    if (statSync(path).isDirectory()) for (const name of readdirSync(path).sort()) walk(join(path, name));
    else hash.update(path.slice(root.length)).update('\0').update(readFileSync(path));
  };
  for (const path of paths) if (existsSync(join(root, path))) walk(join(root, path));
  return hash.digest('hex');
};

const stampOf = (name) => join(root, '.cache', name);

/** Whether a step has completed on exactly these inputs. */
export const isDone = (name, hash) => existsSync(stampOf(name)) && readFileSync(stampOf(name), 'utf8') === hash;

export function markDone(name, hash) {
  mkdirSync(dirname(stampOf(name)), { recursive: true });
  writeFileSync(stampOf(name), hash);
}
