// `npm test`: style, types and every spec; then one closing line with Jest's counts. Names of projects (`unit`, `web`) and
// paths limit Jest to some specs; `--watch` runs them when files change.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { hashOf, isDone, markDone } from '../../tools/inputs.mjs';
import { nodeOptions } from '../jest/worker.mjs';
import { NAMES } from './projects.mjs';
import { record } from './record.mjs';

const root = join(import.meta.dirname, '../..');
const bin = (name) => join(root, 'node_modules', name);
const narrowed = process.argv.slice(2).filter((word) => word !== '--record');
const projects = narrowed.filter((word) => NAMES.includes(word));
const chosen = [...narrowed.filter((word) => !NAMES.includes(word)), ...(projects.length ? ['--selectProjects', ...projects] : [])];
/** The temporary folder of this run and of every process in it: nothing that a spec leaves outlasts the run. */
const folder = mkdtempSync(join(tmpdir(), 'framelift-jest-'));
// PostgreSQL may run as another user, who passes through.
chmodSync(folder, 0o711);
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));

const running = new Set();
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => running.forEach((child) => child.kill(signal)));

const run = async (title, file, args, env = {}) => {
  const began = Date.now();
  const child = spawn(process.execPath, [file, ...args], { cwd: root, stdio: 'inherit', env: { ...process.env, TMPDIR: folder, ...env } });
  running.add(child);
  const [status] = await once(child, 'exit');
  running.delete(child);
  console.log(`${status === 0 ? '✓' : '✗'} ${title} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  return status === 0;
};

/** What every check depends on besides the sources. */
const SETUP = ['tsconfig.base.json', 'package-lock.json'];
const checks = narrowed.length
  ? []
  : [
      ['types of tests', bin('ts7/bin/tsc'), ['-p', 'test'], ['contracts', 'services', 'test', 'examples', ...SETUP]],
      ['types of web', bin('ts7/bin/tsc'), ['-p', 'web', '--noEmit'], ['contracts/src', 'web', ...SETUP]],
      ['lint', bin('oxlint/bin/oxlint'), ['--deny-warnings'], ['.']],
      ['format', bin('prettier/bin/prettier.cjs'), ['--check', '.'], ['.']],
    ];
/** A check that passed on these files passes again. */
const check = async ([title, file, args, inputs]) => {
  const [name, hash] = [join('checks', title), hashOf(...inputs)];
  if (isDone(name, hash)) return console.log(`✓ ${title} (unchanged)`) ?? true;
  const ok = await run(title, file, args);
  if (ok) markDone(name, hash);
  return ok;
};
const jestWith = (...args) => run('specs', bin('jest/bin/jest.js'), [...args, ...chosen], { NODE_OPTIONS: nodeOptions });
if (narrowed.some((word) => word.startsWith('--watch'))) process.exit((await jestWith()) ? 0 : 1);

const json = join(folder, 'jest.json');
// In parallel: the first specs wait more than they work.
const fine = await Promise.all([...checks.map(check), jestWith('--json', `--outputFile=${json}`)]);

const jest = existsSync(json) ? JSON.parse(readFileSync(json, 'utf8')) : { numPassedTests: 0, numFailedTests: 1, testResults: [] };
if (process.argv.includes('--record')) record(jest.testResults);
const broken = jest.testResults.filter((r) => r.status === 'failed' && !r.assertionResults.some((a) => a.status === 'failed')).length;
const notRun = jest.testResults.flatMap((r) => r.assertionResults.filter((a) => a.status === 'pending' || a.status === 'todo'));
// Their titles name what the machine lacks (skip-reason.ts): one sentence for each missing thing.
const reasons = Map.groupBy(notRun, ({ fullName }) => /\(skipped: (.*?)\)/.exec(fullName)?.[1] ?? `skipped in the code: ${fullName}`);
for (const [reason, tests] of reasons) console.log(`not run (${tests.length}): ${reason}`);
// Again in few lines at the end, where a reader of a long output looks first.
const firstLineOf = (message) => stripVTControlCharacters(message).trim().split('\n')[0].slice(0, 200);
for (const { name, message, assertionResults } of jest.testResults.filter((r) => r.status === 'failed')) {
  const tests = assertionResults.filter((a) => a.status === 'failed');
  console.log(`failed: ${relative(root, name)}${tests.length ? '' : `: ${firstLineOf(message)}`}`);
  // With a second attempt, the first says more: it may have left something behind.
  for (const { fullName, failureMessages, retryReasons = [] } of tests.slice(0, 5))
    console.log(`  ${fullName}: ${firstLineOf(retryReasons[0] ?? failureMessages[0] ?? '')}`);
  if (tests.length > 5) console.log(`  and ${tests.length - 5} more`);
}
for (const { name, assertionResults } of jest.testResults)
  for (const { fullName, status, retryReasons = [] } of assertionResults)
    if (status === 'passed' && retryReasons.length)
      console.log(`passed at the second attempt: ${relative(root, name)}: ${fullName}: ${firstLineOf(retryReasons[0])}`);
// On a machine that must run everything (.ci/run), a skipped spec fails the run.
const lacking = process.env.NOTHING_SKIPPED ? notRun.length : 0;
if (lacking) console.log('Nothing may be skipped here.');
const failed = jest.numFailedTests + broken + fine.slice(0, -1).filter((ok) => !ok).length;
if (notRun.length) console.log(`${notRun.length} not run`);
console.log(`\n${jest.numPassedTests} passed, ${failed} failed`);
process.exit(failed || lacking || !fine.every(Boolean) || !(jest.numPassedTests || notRun.length) ? 1 : 0);
