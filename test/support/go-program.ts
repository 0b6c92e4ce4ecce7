import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';

const folder = join(import.meta.dirname, '../../.cache/go');

/** Why programs of Go modules cannot be built here, if so. */
export function noGoBecause(): string | undefined {
  try {
    execFileSync('go', ['version'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'there is no Go: https://go.dev/dl';
  }
}

/** The file of a program of a Go module: built once for each version, which takes minutes. */
export function goProgram(path: string, version: string, name = basename(path)): string {
  const bin = join(folder, `${name}-${version}`);
  const file = join(bin, name);
  if (!existsSync(file))
    execFileSync('go', ['install', `${path}@${version}`], { env: { ...process.env, GOBIN: bin, GOFLAGS: '-p=2' }, stdio: 'ignore' });
  return file;
}

/** The folder of a Go module. */
export const goModule = (path: string, version: string): string =>
  (JSON.parse(execFileSync('go', ['mod', 'download', '-json', `${path}@${version}`], { encoding: 'utf8' })) as { Dir: string }).Dir;

/** The file of a program of ours in Go, built again when a file of its folder changed. */
export function builtGo(source: string): string {
  const file = join(folder, `ours-${basename(source)}`);
  execFileSync('go', ['build', '-o', file, '.'], { cwd: source, env: { ...process.env, GOFLAGS: '-p=2' }, stdio: 'pipe' });
  return file;
}
