import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';

const folder = join(import.meta.dirname, '../../.cache/go');

const onPath = (name: string, argument: string): boolean => {
  try {
    execFileSync(name, [argument], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** Why programs of Go modules cannot be built here, if so. */
export const noGoBecause = (): string | undefined => (onPath('go', 'version') ? undefined : 'there is no Go: https://go.dev/dl');

/** The file of a program of a Go module: built once for each version, which takes minutes. */
export function goProgram(path: string, version: string): string {
  const bin = join(folder, `${basename(path)}-${version}`);
  const file = join(bin, basename(path));
  if (!existsSync(file))
    execFileSync('go', ['install', `${path}@${version}`], { env: { ...process.env, GOBIN: bin, GOFLAGS: '-p=2' }, stdio: 'ignore' });
  return file;
}
