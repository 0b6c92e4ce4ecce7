// `npm run mutants [-- PATH…] [--only WORD] [--since COMMIT] [--write]`: changes one detail of the rules at a time (Stryker) and checks whether a unit spec
// fails. A survivor needs a reason in accepted.mjs. `--since`: rules that changed since then, or whose specs did. `--write` puts the last result
// of every file into docs/mutants.md.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { reasonOf } from './accepted.mjs';
import { mutated, specsOf } from './mutated.mjs';
import { pageOf } from './page.mjs';

const ENOUGH = 90;
const root = join(import.meta.dirname, '../..');
const results = join(root, '.cache/mutants');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', default: '' }, since: { type: 'string' }, write: { type: 'boolean', default: false } },
});
const resultOf = (file) => join(results, `${file.replaceAll('/', '+')}.json`);
const changed = new Set(
  values.since ? execFileSync('git', ['diff', '--name-only', values.since], { cwd: root, encoding: 'utf8' }).trim().split('\n') : undefined,
);
const wanted = mutated.filter(
  (file) =>
    file.includes(values.only) &&
    (!positionals.length || positionals.some((path) => file.startsWith(path))) &&
    (!values.since || [file, ...specsOf(file)].some((path) => changed.has(path))),
);
if (values.since && !wanted.length) {
  console.log(`No rule changed since ${values.since}, nor did its specs`);
  process.exit(0);
}
const chosen = wanted
  .filter(() => !values.write || values.only || positionals.length)
  .sort((a, b) => statSync(join(root, a)).size - statSync(join(root, b)).size);
if (!wanted.length) throw new Error('No mutated file has this name');
const judged = chosen.filter((file) => specsOf(file).length);
mkdirSync(results, { recursive: true });
for (const file of judged) rmSync(resultOf(file), { force: true });
let said = '';
if (judged.length) {
  const [config, report] = ['stryker', 'report'].map((name) => join(results, `${name}-${process.pid}.json`));
  const settings = JSON.parse(readFileSync(join(import.meta.dirname, 'stryker.json'), 'utf8'));
  writeFileSync(config, JSON.stringify({ ...settings, mutate: judged, jsonReporter: { fileName: report } }));
  const child = spawn(process.execPath, [join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js'), 'run', config], {
    cwd: root,
    env: { ...process.env, MUTATED: judged.join() },
  });
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  await once(child, 'close');
  const { files } = existsSync(report) ? JSON.parse(readFileSync(report, 'utf8')) : {};
  const none = { source: '', mutants: [] };
  for (const file of files ? judged : []) writeFileSync(resultOf(file), JSON.stringify({ files: { [file]: files[file] ?? none } }));
  for (const path of [config, report]) rmSync(path, { force: true });
}

/** Counts and survivors of a file, each survivor as `the changed line → the change`. */
function read(file) {
  const report = JSON.parse(readFileSync(resultOf(file), 'utf8'));
  const { source, mutants } = Object.values(report.files)[0];
  const lines = source.split('\n');
  const textOf = ({ start, end }) =>
    lines
      .slice(start.line - 1, end.line)
      .map((line, i, all) => line.slice(i ? 0 : start.column - 1, i === all.length - 1 ? end.column - 1 : undefined))
      .join('\n');
  const judged = mutants.filter(({ status }) => ['Killed', 'Timeout', 'Survived', 'NoCoverage'].includes(status));
  const survivors = judged
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .map(({ location, replacement, status }) => {
      const survivor = {
        line: location.start.line,
        text: lines[location.start.line - 1].trim(),
        was: textOf(location),
        now: replacement,
        status,
      };
      return { ...survivor, reason: reasonOf(file, survivor) };
    });
  return { file, all: judged.length, killed: judged.length - survivors.length, survivors };
}

/** No unit spec reaches them, or a spec fails without a mutant. */
const unseen = chosen.filter((file) => !existsSync(resultOf(file)));
if (unseen.length) console.error(said.split('\n').slice(0, 12).join('\n'));
const short = (text) => (text.length > 90 ? `${text.slice(0, 87)}…` : text).replaceAll('\n', ' ');
for (const file of chosen.filter((one) => !unseen.includes(one))) {
  const { all, killed, survivors } = read(file);
  const specs = specsOf(file).map((spec) => basename(spec));
  console.log(`${all ? ((100 * killed) / all).toFixed(1) : '–'} % ${file}: ${killed} of ${all} (${specs.join(', ')})`);
  for (const { line, text, was, now, status } of survivors.filter(({ reason }) => !reason))
    console.log(`    ${line} ${status === 'NoCoverage' ? 'not run' : 'survived'}: ${short(was)} → ${short(now)}    in: ${short(text)}`);
}

const rows = wanted.filter((file) => existsSync(resultOf(file))).map(read);
const sum = (of) => rows.reduce((total, row) => total + of(row), 0);
const score = (100 * sum((r) => r.killed)) / sum((r) => r.all);
const unexplained = sum((r) => r.survivors.filter((s) => !s.reason).length);
console.log(`\n${score.toFixed(1)} % of ${sum((r) => r.all)} mutants killed, ${unexplained} survivors without a reason`);
if (values.write) writeFileSync(join(root, 'docs/mutants.md'), await pageOf(rows));
if (unseen.length) console.log(`Not judged: ${unseen.join(', ')}`);
process.exit(score < ENOUGH || unexplained || unseen.length ? 1 : 0);
