// npm run ops -- upgrade [VERSION] [--restart COMMAND]: a clone goes to a release, or back to what it was. Backup, checkout, packages, build,
// restart, health. Where the new version is not healthy within 60 s, the old one is built and started again: migrations only expand, so it
// serves the same data. Run again after an interruption, it goes on.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const HEALTHY_MS = 60_000;
const LOOK_MS = 500;

const root = join(import.meta.dirname, '..');
/** The commit that served before, while an upgrade is under way. */
const underWay = join(root, '.cache/upgrade-from');
const refuse = (why) => {
  console.error(why);
  process.exit(2);
};
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
/** Runs the checked-out version's own program, so that an old one builds as it always did. @returns whether it succeeded */
const npm = (...args) => spawnSync('npm', ['run', '--silent', ...args], { cwd: root, stdio: 'inherit', env: environment() }).status === 0;
/** Without the Node of the version that runs this. */
const environment = () => {
  const { FRAMELIFT_NODE: _, ...env } = process.env;
  return env;
};

const { values, positionals } = (() => {
  try {
    return parseArgs({
      args: process.argv.slice(3),
      allowPositionals: true,
      options: { restart: { type: 'string' }, url: { type: 'string' } },
    });
  } catch (error) {
    return refuse(error.message);
  }
})();

/** A setting of the environment or of .env. */
const setting = (name) => {
  const file = join(root, '.env');
  const line = existsSync(file) ? new RegExp(`^\\s*${name}\\s*=\\s*(.*?)\\s*$`, 'm').exec(readFileSync(file, 'utf8')) : null;
  return process.env[name] || line?.[1]?.replace(/^(['"])(.*)\1$/, '$2') || undefined;
};
const url = values.url ?? `http://127.0.0.1:${setting('PORT') ?? 3000}`;
const healthy = async () =>
  fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
const becomesHealthy = async () => {
  for (const late = Date.now() + HEALTHY_MS; Date.now() < late; await wait(LOOK_MS)) if (await healthy()) return true;
  return false;
};

/** How the service is restarted; undefined: it does not run. */
async function restarting() {
  if (values.restart) return values.restart;
  if (spawnSync('systemctl', ['is-active', '--quiet', 'framelift']).status === 0) return 'systemctl restart framelift';
  if (await healthy())
    refuse(`Framelift runs at ${url}, and not as the service framelift: stop it first, or say how it restarts: --restart COMMAND`);
  return undefined;
}
const restart = (command) => spawnSync('sh', ['-c', command], { cwd: root, stdio: 'inherit' }).status === 0;

const newest = () =>
  git('tag', '--list', 'v*', '--sort=-v:refname')
    .split('\n')
    .find((tag) => /^v\d+\.\d+\.\d+$/.test(tag));

try {
  git('rev-parse', '--git-dir');
} catch {
  refuse('This is no clone: upgrade containers with docker compose pull, then docker compose up --wait');
}
if (git('status', '--porcelain', '--untracked-files=no')) refuse('Files of this clone were changed: commit or undo that first');
const command = await restarting();
const branch = git('rev-parse', '--abbrev-ref', 'HEAD');
const from = existsSync(underWay) ? readFileSync(underWay, 'utf8').trim() : branch === 'HEAD' ? git('rev-parse', 'HEAD') : branch;
if (git('remote')) git('fetch', '--tags', '--quiet');
const wanted = positionals[0] ? (/^\d/.test(positionals[0]) ? `v${positionals[0]}` : positionals[0]) : newest();
if (!wanted) refuse('There is no release yet: name a version, such as a branch');
const commitOf = (name) => {
  try {
    return git('rev-parse', '--verify', '--quiet', `${name}^{commit}`);
  } catch {
    return refuse(`There is no version ${name}`);
  }
};
const [old, to] = [commitOf(from), commitOf(wanted)];
if (old === to && !existsSync(underWay)) {
  console.log(`${wanted} is already here`);
  process.exit(0);
}

/** Checks a version out and makes it run. @returns why not */
async function serves(name) {
  console.log(`Building ${name} …`);
  git('checkout', '--quiet', name);
  if (!npm('build')) return 'it cannot be built';
  if (!command) return npm('ops', '--', 'status') ? undefined : 'it does not open the database';
  if (!restart(command)) return `${command} failed`;
  console.log(`Waiting until ${url} is healthy …`);
  return (await becomesHealthy()) ? undefined : `${url} is not healthy after ${HEALTHY_MS / 1000} s`;
}

if (!existsSync(underWay)) {
  console.log('Taking a backup …');
  if (!npm('ops', '--', 'backup')) refuse('Nothing was changed: no backup could be taken');
  mkdirSync(dirname(underWay), { recursive: true });
  writeFileSync(underWay, from);
}
const problem = await serves(wanted);
if (problem) {
  console.error(`${wanted} does not serve: ${problem}. Going back to ${from} …`);
  const again = await serves(from);
  if (again) refuse(`${from} does not serve either: ${again}. Run the same command again, or restore the backup`);
  rmSync(underWay);
  console.error(`${from} serves again, with all data`);
  process.exit(1);
}
rmSync(underWay);
console.log(command ? `${wanted} serves` : `${wanted} is ready: npm start`);
