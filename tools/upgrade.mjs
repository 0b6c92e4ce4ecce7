// npm run ops -- upgrade [VERSION] [--restart COMMAND [--url URL]]…: a clone goes to a release, or back to what it was. The new version is
// built beside the one that runs, then the two are exchanged and processes restart one after the other. Where one is not healthy within 60 s,
// the old version is exchanged back: migrations only expand, so it serves the same data. Run again after an interruption, it goes on.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { runningFrom, settingsOf } from './running.mjs';

const HEALTHY_MS = 60_000;
const LOOK_MS = 500;
/** How long pages that a browser has open find the files of an earlier version. */
const ASSETS_MS = 30 * 24 * 60 * 60 * 1000;
const PACKAGES = ['node_modules', 'contracts/node_modules', 'services/node_modules', 'web/node_modules'];
/** What a version is besides its files in git. */
const PARTS = [
  ...PACKAGES,
  'contracts/dist',
  'services/dist',
  'web/build',
  'contracts/tsconfig.tsbuildinfo',
  'services/tsconfig.tsbuildinfo',
  '.cache/web',
];
const isFile = (path) => /\.tsbuildinfo$|\.cache\/web$/.test(path);
const ASSETS = 'web/build/client/assets';
const INSTALLED = 'node_modules/.package-lock.json';

const root = join(import.meta.dirname, '..');
const folder = join(root, '.cache/upgrade');
/** The new version while it is built; the parts of the version before, so that going back takes seconds; where an upgrade under way is. */
const [next, previous, stateFile] = ['next', 'previous', 'state.json'].map((name) => join(folder, name));

const refuse = (why) => {
  console.error(why);
  process.exit(2);
};
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();
/** Runs a version's own program, so that an old one builds as it always did; what serves people comes first. @returns whether it succeeded */
const npm = (cwd, ...args) => {
  // Without the Node of the version that runs this.
  const { FRAMELIFT_NODE: _, ...env } = process.env;
  return spawnSync('nice', ['-n', '10', 'npm', 'run', '--silent', ...args], { cwd, stdio: 'inherit', env }).status === 0;
};

const { values, positionals } = (() => {
  const many = { type: 'string', multiple: true, default: [] };
  try {
    return parseArgs({ args: process.argv.slice(3), allowPositionals: true, options: { restart: many, url: many } });
  } catch (error) {
    return refuse(error.message);
  }
})();

/** Of a service, by name. */
const unit = (property) => spawnSync('systemctl', ['show', '-p', property, '--value', 'framelift'], { encoding: 'utf8' }).stdout.trim();
/** Where the server is that has these settings, as it reads them itself. An upgrade that was interrupted left it a part of a version. */
const addressOf = async (folder, given) => {
  const built = [root, previous, next].find((tree) => existsSync(join(tree, 'services/dist/platform/settings.js')));
  if (!built) return refuse('This clone was never built: start it once with npm start');
  return settingsOf(built, folder, given).then(
    ({ address }) => address,
    (error) => refuse(error.message),
  );
};
const healthy = async (url) =>
  fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  );
const becomesHealthy = async (url) => {
  for (const late = Date.now() + HEALTHY_MS; Date.now() < late; await wait(LOOK_MS)) if (await healthy(url)) return true;
  return false;
};

/** How each process is restarted, and where it says that it is healthy; none: nothing runs. */
async function processes() {
  const own = values.url[0] ?? (await addressOf(root, process.env));
  if (values.restart.length > 1 && values.url.length !== values.restart.length)
    refuse('Say where each process is healthy: --restart COMMAND --url URL, once for each process');
  if (values.restart.length) return values.restart.map((command, i) => ({ command, url: values.url[i] ?? own }));
  if (spawnSync('systemctl', ['is-active', '--quiet', 'framelift']).status === 0) {
    if (unit('ExecStart').includes('/opt/framelift/'))
      refuse('The service framelift does not run from this clone: sh deploy/systemd/install.sh upgrades it');
    const given = Object.fromEntries([...unit('Environment').matchAll(/(\w+)=(\S*)/g)].map(([, name, value]) => [name, value]));
    return [{ command: 'systemctl restart framelift', url: values.url[0] ?? (await addressOf(unit('WorkingDirectory') || root, given)) }];
  }
  // It may be at an address that only its own environment names.
  const running = runningFrom(root);
  const where = running.length ? `as process ${running.join(' and ')}` : (await healthy(own)) && `at ${own}`;
  if (where) refuse(`Framelift runs ${where}, and not as the service framelift: stop it first, or say how it restarts: --restart COMMAND`);
  return [];
}

const newest = () =>
  git('tag', '--list', 'v*', '--sort=-v:refname')
    .split('\n')
    .find((tag) => /^v\d+\.\d+\.\d+$/.test(tag));
const commitOf = (name) => {
  try {
    return git('rev-parse', '--verify', '--quiet', `${name}^{commit}`);
  } catch {
    return refuse(`There is no version ${name}`);
  }
};

/** Where an upgrade is: from and to as git names them, and the step to do next. */
let state = existsSync(stateFile) ? JSON.parse(readFileSync(stateFile, 'utf8')) : undefined;
const begin = (step) => {
  state.step = step;
  writeFileSync(`${stateFile}.new`, JSON.stringify(state));
  renameSync(`${stateFile}.new`, stateFile);
};
const isOf = (tree, commit) => existsSync(join(tree, '.commit')) && readFileSync(join(tree, '.commit'), 'utf8') === commit;
const move = (part, from, to) => {
  mkdirSync(dirname(join(to, part)), { recursive: true });
  if (existsSync(join(from, part))) renameSync(join(from, part), join(to, part));
};

/** Git wrote the lockfile, and its packages are there already. */
function keepInstalled(tree) {
  const now = new Date();
  if (existsSync(join(tree, INSTALLED))) utimesSync(join(tree, INSTALLED), now, now);
}

/** The packages that run are those of `next` if its lockfile is the same. As links, since npm replaces files and changes none. */
function sharePackages() {
  const lock = (tree) => readFileSync(join(tree, 'package-lock.json'), 'utf8');
  if (existsSync(join(next, PACKAGES[0])) || !existsSync(join(root, INSTALLED)) || lock(root) !== lock(next)) return;
  // The first one last: with it, all are there.
  for (const path of PACKAGES.filter((each) => existsSync(join(root, each))).toReversed()) {
    const copy = join(next, `${path}.new`);
    rmSync(copy, { recursive: true, force: true });
    // Elsewhere, npm installs them.
    if (spawnSync('cp', ['-al', join(root, path), copy], { stdio: 'ignore' }).status !== 0) return;
    renameSync(copy, join(next, path));
  }
  keepInstalled(next);
}

/** Builds a version in `next`, beside the one that runs. @returns whether it could be built */
function build(name) {
  const commit = commitOf(name);
  console.log(`Building ${name} …`);
  if (!isOf(next, commit)) {
    rmSync(next, { recursive: true, force: true });
    mkdirSync(next, { recursive: true });
    const files = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1 << 30 });
    execFileSync('tar', ['-x', '-C', next], { input: files });
    writeFileSync(join(next, '.commit'), commit);
  }
  if (isOf(previous, commit)) {
    for (const part of PARTS) move(part, previous, next);
    keepInstalled(next);
  }
  sharePackages();
  if (!npm(next, 'build')) return false;
  const since = Date.now() - ASSETS_MS;
  const isRecent = (path) => statSync(path).isDirectory() || statSync(path).mtimeMs > since;
  if (existsSync(join(root, ASSETS)))
    cpSync(join(root, ASSETS), join(next, ASSETS), { recursive: true, force: false, preserveTimestamps: true, filter: isRecent });
  // A part that is in `next` is still to be exchanged, so both have all.
  for (const path of [root, next].flatMap((tree) => PARTS.map((part) => join(tree, part))))
    if (!existsSync(path)) {
      mkdirSync(isFile(path) ? dirname(path) : path, { recursive: true });
      if (isFile(path)) writeFileSync(path, '');
    }
  return true;
}

/** Puts the parts in `from` in the place of those that run, which go to `to`. Interrupted, it goes on with those that are still there. */
function exchange(name, from, to) {
  for (const part of PARTS)
    if (existsSync(join(from, part))) {
      move(part, root, to);
      move(part, from, root);
    }
  // The tree had no changes when the upgrade began.
  git('checkout', '--quiet', '--force', name);
  keepInstalled(root);
}

/** Restarts the processes one after the other. @returns why they do not serve, and how many were restarted */
async function serve(all) {
  if (!all.length && !npm(root, 'ops', '--', 'status')) return { problem: 'it does not open the database', restarted: 0 };
  for (const [i, { command, url }] of all.entries()) {
    const restarted = i + 1;
    if (spawnSync('sh', ['-c', command], { cwd: root, stdio: 'inherit' }).status !== 0) return { problem: `${command} failed`, restarted };
    console.log(`Waiting until ${url} is healthy …`);
    if (!(await becomesHealthy(url))) return { problem: `${url} is not healthy after ${HEALTHY_MS / 1000} s`, restarted };
  }
  // After a newer version.
  if (!npm(root, 'ops', '--', 'replay', '--downgrade')) console.error('Some figures are not up to date: npm run ops -- replay --downgrade');
  return undefined;
}

try {
  git('rev-parse', '--git-dir');
} catch {
  refuse('This is no clone: upgrade containers with deploy/upgrade-containers.sh');
}
if (!state && git('status', '--porcelain', '--untracked-files=no')) refuse('Files of this clone were changed: commit or undo that first');
const all = await processes();
// Of a git that was killed.
if (state) rmSync(resolve(root, git('rev-parse', '--git-path', 'index.lock')), { force: true });
if (git('remote')) git('fetch', '--tags', '--quiet');
const named = /^\d/.test(positionals[0] ?? '') ? `v${positionals[0]}` : positionals[0];
if (state && named && commitOf(named) !== commitOf(state.to)) {
  if (state.step !== 'build') refuse(`The upgrade to ${state.to} was interrupted. Finish it first: npm run ops -- upgrade`);
  rmSync(previous, { recursive: true, force: true });
  state.to = named;
}
if (!state) {
  const branch = git('rev-parse', '--abbrev-ref', 'HEAD');
  const from = branch === 'HEAD' ? git('rev-parse', 'HEAD') : branch;
  const to = named ?? newest() ?? refuse('There is no release yet: name a version, such as a branch');
  if (commitOf(from) === commitOf(to)) {
    console.log(`${to} is already here`);
    process.exit(0);
  }
  console.log('Taking a backup …');
  if (!npm(root, 'ops', '--', 'backup')) refuse('Nothing was changed: no backup could be taken');
  mkdirSync(folder, { recursive: true });
  state = { from, to };
  begin('build');
}

const { from, to } = state;
if (state.step === 'build') {
  if (!build(to)) {
    rmSync(stateFile);
    refuse(`Nothing was changed: ${to} cannot be built`);
  }
  rmSync(previous, { recursive: true, force: true });
  mkdirSync(previous);
  writeFileSync(join(previous, '.commit'), commitOf(from));
  begin('exchange');
}
if (state.step === 'exchange') {
  exchange(to, next, previous);
  begin('restart');
}
if (state.step === 'restart') {
  Object.assign(state, await serve(all));
  if (!state.problem) {
    rmSync(next, { recursive: true, force: true });
    rmSync(stateFile);
    console.log(all.length ? `${to} serves` : `${to} is ready: npm start`);
    process.exit(0);
  }
  begin('back');
}
console.error(`${to} does not serve: ${state.problem}. Going back to ${from} …`);
exchange(from, previous, next);
const failed = await serve(all.slice(0, state.restarted));
if (failed) refuse(`${from} does not serve either: ${failed.problem}. Run the same command again, or restore the backup`);
rmSync(previous, { recursive: true, force: true });
rmSync(stateFile);
console.error(`${from} serves again, with all data`);
process.exit(1);
