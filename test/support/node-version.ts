import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGE = `node-linux-${process.arch}`;

/** The file of another version of Node, fetched once from npm. */
export function nodeOf(version: string): string {
  const folder = join(import.meta.dirname, '../../.cache/node', version);
  const file = join(folder, 'node_modules', PACKAGE, 'bin/node');
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true });
    const args = ['install', '--prefix', folder, '--no-save', '--ignore-scripts', '--no-audit', '--no-fund', `${PACKAGE}@${version}`];
    execFileSync('npm', args, { cwd: folder, stdio: 'pipe' });
  }
  return file;
}
