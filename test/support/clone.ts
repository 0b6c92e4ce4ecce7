import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');
const OWN = ['node_modules', '.data', '.git', '.cache', '.react-router'];
const BUILT = ['dist', 'build'];

/** A copy of this tree, with its packages linked, in a folder called `name`. `built`: with the build output. `own`: packages it may replace. */
export async function makeClone(name: string, { built = false, own = false } = {}): Promise<{ folder: string; remove(): Promise<void> }> {
  const parent = await mkdtemp(join(tmpdir(), 'framelift-clone-'));
  await chmod(parent, 0o755);
  const folder = join(parent, name);
  const isLeft = (path: string) => {
    const last = path.split('/').at(-1)!;
    return OWN.includes(last) || (!built && (BUILT.includes(last) || last.endsWith('.tsbuildinfo')));
  };
  await cp(root, folder, {
    recursive: true,
    preserveTimestamps: true,
    filter: (path) => path === root || !isLeft(path.slice(root.length)),
  });
  const installed = ['', 'contracts', 'services', 'web'].map((part) => join(part, 'node_modules'));
  for (const path of installed.filter((each) => existsSync(join(root, each)))) {
    const [from, to] = [join(root, path), join(folder, path)];
    // Hard links: npm removes files and writes others, and changes none.
    if (own) execFileSync('cp', ['-al', from, to]);
    else await symlink(from, to);
  }
  return { folder, remove: () => rm(parent, { recursive: true, force: true }) };
}
