// npm run proof [-- NAME… | --changed] [--minutes N] [--list]: proofs that take too long for `npm test`, each at its full count. Writes
// docs/proof.md. --changed: the proofs whose folders changed since their last run. --minutes: begins no proof that would not fit.
import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { rowsOfPage, writePage } from './page.mjs';
import { proofs } from './proofs.mjs';

const root = join(import.meta.dirname, '../..');
const logs = join(root, '.cache/proof');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { changed: { type: 'boolean' }, minutes: { type: 'string', default: 'Infinity' }, list: { type: 'boolean' } },
});
const unknown = positionals.filter((name) => !proofs.some((proof) => proof.name === name));
if (unknown.length || Number.isNaN(Number(values.minutes))) {
  console.error(
    unknown.length
      ? `There is no proof ${unknown.join(', ')}. There are: ${proofs.map((p) => p.name).join(', ')}`
      : '--minutes takes a number',
  );
  process.exit(2);
}

const git = (...args) => execFileSync('git', args, { cwd: root, maxBuffer: 1 << 28, encoding: 'utf8' }).trim();
/** A hash of the current files that a proof depends on: the same on every clone, whatever happens to the commit. */
function stateOf({ folders, specs = [] }) {
  const files = git('ls-files', '-co', '--exclude-standard', '--', ...folders, ...specs).split('\n');
  const hash = createHash('sha256');
  for (const file of [...new Set(files)].toSorted().filter((f) => existsSync(join(root, f))))
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 12);
}
const commit = () =>
  `${git('rev-parse', '--short=9', 'HEAD')}${git('status', '--porcelain', '-uno', '--', '.', ':!docs/proof.md') ? ' and changes' : ''}`;

const rows = rowsOfPage();
const hasChanged = (proof) => rows.get(proof.name)?.outcome !== 'passed' || rows.get(proof.name).state !== stateOf(proof);
const named = proofs.filter(({ name }) => !positionals.length || positionals.includes(name));
const wanted = (values.changed ? named.filter(hasChanged) : named).toSorted((a, b) => a.minutes - b.minutes);
if (values.list) {
  for (const { name, title, minutes } of proofs) console.log(`${name.padEnd(20)} ${String(minutes).padStart(3)} min  ${title}`);
  process.exit(0);
}

const clock = (ms) => `${Math.floor(ms / 60_000)} min ${String(Math.floor((ms % 60_000) / 1000)).padStart(2, '0')} s`;
const began = Date.now();
let running;
let stopped = false;
for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    stopped = true;
    // It leads a process group, so everything it started ends with it.
    if (running) process.kill(-running.pid, signal);
  });

/** Runs a proof's program. @returns its exit code and output. */
async function output({ name, minutes, specs, command }, notes) {
  const since = Date.now();
  const [file, ...args] = specs ? ['test/support/run.mjs', ...specs] : command(lastCommit(name));
  running = spawn(process.execPath, [join(root, file), ...args], {
    cwd: root,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PROOF: notes },
  });
  let text = '';
  for (const stream of [running.stdout, running.stderr]) stream.on('data', (chunk) => (text += chunk));
  const say = () => `${name}: ${clock(Date.now() - since)} of about ${minutes} min`;
  const tick = setInterval(
    () => (process.stderr.isTTY ? process.stderr.write(`\r${say()} `) : console.log(say())),
    process.stderr.isTTY ? 1_000 : 60_000,
  );
  const code = await new Promise((done) => running.once('close', done));
  clearInterval(tick);
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  running = undefined;
  return { code, lines: stripVTControlCharacters(text).trimEnd().split('\n'), args };
}

/** The commit of its last run, or of the page where that one is not in this clone; before the first run, that of the last whole list of mutants. */
function lastCommit(name) {
  const of = rows.get(name)?.commit.split(' ')[0];
  const written = (page) => git('log', '-1', '--format=%h', '--', page) || 'HEAD';
  if (!of) return written('docs/mutants.md');
  try {
    return git('merge-base', of, 'HEAD').slice(0, 9);
  } catch {
    return written('docs/proof.md');
  }
}

/** The result of Jest or of the command. Exit code 2: it cannot run on this machine. */
function judge({ specs }, { code, lines, args }) {
  const last = lines.findLast((line) => line.trim()) ?? '';
  if (!specs)
    return {
      outcome: code === 0 ? 'passed' : code === 2 ? `not run: ${last}` : 'failed',
      ran: [...(args.length ? [args.join(' ')] : []), last],
    };
  const [, passed, failed] = lines.map((line) => /^(\d+) passed, (\d+) failed$/.exec(line)).findLast(Boolean) ?? [0, 0, 1];
  const lacking = lines.filter((line) => line.startsWith('not run (')).join('; ');
  const isFailed = code !== 0 || Number(failed) > 0 || (passed === '0' && !lacking);
  const outcome = isFailed ? 'failed' : passed === '0' ? lacking : lacking ? `passed, ${lacking}` : 'passed';
  return { outcome, ran: [`${passed} tests`] };
}

/** What specs noted (test/support/counts.ts): a repeated line once, and the sum of the lines that begin with `+` and count the same. */
function countsOf(lines) {
  const sums = new Map();
  for (const line of lines) {
    const [, count, of] = /^\+(\d+) (.*)$/.exec(line) ?? [null, 0, line];
    sums.set(of, (sums.get(of) ?? 0) + Number(count));
  }
  return [...sums].map(([of, sum]) => (sum ? `${sum.toLocaleString('en')} ${of}` : of));
}

mkdirSync(logs, { recursive: true });
const done = [];
const [unfit, unbegun] = [[], []];
for (const proof of wanted) {
  const { name, title, minutes } = proof;
  if (stopped) {
    unbegun.push(name);
    continue;
  }
  if (Date.now() - began + minutes * 60_000 > Number(values.minutes) * 60_000) {
    unfit.push(`${name} (${minutes} min)`);
    continue;
  }
  console.log(`${name}: ${title}`);
  const notes = join(logs, `${name}.notes`);
  rmSync(notes, { force: true });
  const [at, state, from] = [commit(), stateOf(proof), Date.now()];
  const ended = await output(proof, notes);
  const log = join(logs, `${name}.log`);
  writeFileSync(log, ended.lines.join('\n'));
  if (stopped) {
    unbegun.push(`${name} (stopped)`);
    continue;
  }
  const { outcome, ran } = judge(proof, ended);
  const counts = countsOf(existsSync(notes) ? readFileSync(notes, 'utf8').trimEnd().split('\n') : []);
  const took = clock(Date.now() - from);
  rows.set(name, {
    outcome,
    'what was run': [...counts, ...ran].join(', '),
    took,
    when: new Date(from).toISOString().slice(0, 16).replace('T', ' '),
    commit: at,
    state,
  });
  await writePage(proofs, rows);
  done.push({ name, outcome, took });
  if (outcome === 'failed') console.log(ended.lines.slice(-80).join('\n'));
  console.log(`${outcome === 'failed' ? '✗' : outcome.startsWith('not run') ? '–' : '✓'} ${name} (${took}): ${outcome}`);
  if (outcome === 'failed') console.log(`  all that it printed: ${relative(root, log)}`);
}

const list = (title, names, none) => (names.length || none) && console.log(`${title}: ${names.join(', ') || none}`);
console.log('');
list('Unchanged since their last run', values.changed ? named.filter((proof) => !wanted.includes(proof)).map(({ name }) => name) : []);
list(
  'Proofs that ran',
  done.filter(({ outcome }) => !outcome.startsWith('not run')).map(({ name, outcome, took }) => `${name} (${outcome}, ${took})`),
  wanted.length ? 'none' : 'none, nothing changed',
);
list(
  'Cannot run on this machine',
  done.filter(({ outcome }) => outcome.startsWith('not run')).map(({ name, outcome }) => `${name} ${outcome.replace(/^not run:?/, '')}`),
);
list(`Did not fit into ${values.minutes} minutes`, unfit);
list('Not begun', unbegun);
process.exit(stopped || done.some(({ outcome }) => outcome === 'failed') ? 1 : 0);
