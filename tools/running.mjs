// What runs from a clone, and where: found by looking, since settings of its environment are not seen from outside.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { basename, isAbsolute, join, resolve } from 'node:path';

/** Programs that end by themselves. */
const ENDING = new Set(['ops.js', 'demo.js', 'migrate.js', 'generate.js']);

/** The arguments of all processes, and their folders as far as they may be seen. */
function commands() {
  if (process.platform !== 'linux')
    return execFileSync('ps', ['-axo', 'pid=,args='], { encoding: 'utf8' })
      .split('\n')
      .map((line) => /^\s*(\d+)\s+(.*)$/.exec(line))
      .filter(Boolean)
      .map(([, pid, args]) => ({ pid: Number(pid), args: args.split(' '), folder: undefined }));
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const args = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
        return [{ pid: Number(pid), args, folder: folderOf(pid) }];
      } catch {
        // It has ended.
        return [];
      }
    });
}

function folderOf(pid) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

/** The ids of processes that serve from the clone in `root`. */
export function runningFrom(root) {
  const mains = [root, realpathSync(root)].map((folder) => join(folder, 'services/dist/main/'));
  const isServing = (arg, folder) => {
    if (!arg.endsWith('.js') || ENDING.has(basename(arg))) return false;
    const path = isAbsolute(arg) ? arg : folder && resolve(folder, arg);
    return path !== undefined && mains.some((main) => path.startsWith(main));
  };
  return commands().flatMap(({ pid, args, folder }) => (args.some((arg) => isServing(arg, folder)) ? [pid] : []));
}

/** The settings of the environment and of `.env` in a folder, and the address of the server that has them: as the server reads them. `root`: of a built version. */
export async function settingsOf(root, folder, given = process.env) {
  const from = (file) => import(join(root, 'services/dist/platform', file));
  const [{ readEnvironment }, { ownAddress }] = await Promise.all([from('environment.js'), from('settings.js')]);
  const { env } = readEnvironment(given, folder);
  return { env, address: ownAddress(env) };
}

// node tools/running.mjs FOLDER: the settings of a server that runs there, for scripts.
if (import.meta.filename === process.argv[1]) {
  const { env, address } = await settingsOf(join(import.meta.dirname, '..'), process.argv[2], {});
  for (const [name, value] of Object.entries({ DOMAIN: env.DOMAIN, ADMIN_EMAIL: env.ADMIN_EMAIL, ADDRESS: address }))
    console.log(`${name}='${(value ?? '').replaceAll("'", "'\\''")}'`);
}
