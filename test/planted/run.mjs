// `npm run planted [-- --only WORD] [--write]`: plants each fault in a copy of the tree and runs the check that must catch it. One that
// nothing catches fails the run. `--write` puts what it ran into the table of docs/planted-faults.md.
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { existsSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { nodeOptions } from '../jest/worker.mjs';
import { faults } from './faults.ts';

const exec = promisify(execFile);
const root = join(import.meta.dirname, '../..');
const { values } = parseArgs({ options: { only: { type: 'string', default: '' }, write: { type: 'boolean', default: false } } });
const chosen = faults.filter(({ what, file }) => `${what} ${file}`.toLowerCase().includes(values.only.toLowerCase()));

const copy = await mkdtemp(join(tmpdir(), 'framelift-planted-'));
// The running check ends by itself, with everything it started.
let stopped = false;
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => (stopped = true));
const outcome = (error) => ({ code: error.code ?? 1, stdout: error.stdout ?? '', stderr: error.stderr ?? '' });
const run = (file, args, env = {}) =>
  exec(process.execPath, [file, ...args], { cwd: copy, env: { ...process.env, ...env }, maxBuffer: 1 << 28 }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    outcome,
  );
const compile = () => run(join(copy, 'node_modules/ts7/bin/tsc'), ['-b', 'contracts', 'services']);

async function copyTree() {
  const { stdout } = await exec('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root, maxBuffer: 1 << 26 });
  for (const file of stdout.trim().split('\n')) {
    if (!existsSync(join(root, file))) continue;
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    await cp(join(root, file), join(copy, file));
  }
  // Links inside of it point to the copy's own packages.
  await exec('cp', ['-al', join(root, 'node_modules'), join(copy, 'node_modules')]).catch(() =>
    exec('cp', ['-a', join(root, 'node_modules'), join(copy, 'node_modules')]),
  );
  for (const part of ['contracts', 'services', 'web']) {
    const modules = join(root, part, 'node_modules');
    if (existsSync(modules)) await symlink(modules, join(copy, part, 'node_modules'));
  }
  const built = await compile();
  if (built.code) throw new Error(built.stdout);
}

/** @returns the first test that failed, or undefined. */
async function bySpec(spec) {
  const results = join(copy, 'results.json');
  await rm(results, { force: true });
  const ran = await run(join(copy, 'node_modules/jest/bin/jest.js'), ['--json', `--outputFile=${results}`, '--bail', spec], {
    NODE_OPTIONS: nodeOptions.replaceAll(root, copy),
    // Each spec at its full count.
    PROOF: join(copy, 'counts'),
  });
  // A fault may end Jest itself.
  if (!existsSync(results)) return `${spec}: ${/● (.*)/.exec(ran.stderr)?.[1] ?? 'the run ended'}`;
  const { testResults } = JSON.parse(await readFile(results, 'utf8'));
  const failed = testResults.flatMap((r) => r.assertionResults).find((a) => a.status === 'failed');
  if (failed) return `${spec}: ${failed.fullName}`;
  const broken = testResults.find((r) => r.status === 'failed');
  return broken && `${spec}: ${broken.message.split('\n')[0].slice(0, 120)}`;
}

/** @returns the first seed that failed, or undefined. */
async function bySimulation({ seeds, steps }) {
  await compile();
  for (let seed = 1; seed <= seeds; seed++) {
    const { stdout } = await run(join(copy, 'test/simulation/run.mjs'), ['--seed', String(seed), '--steps', String(steps), '--no-shrink']);
    const found = /^seed \d+ .*?: (.*)$/m.exec(stdout);
    if (found) return `simulation, seed ${seed}: ${found[1].slice(0, 160)}`;
  }
  return undefined;
}

const rows = [];
try {
  await copyTree();
  for (const { what, file, from, to, by } of chosen) {
    if (stopped) break;
    const path = join(copy, file);
    const clean = await readFile(path, 'utf8');
    if (clean.split(from).length !== 2) throw new Error(`${what}: the code to change does not occur exactly once in ${file}`);
    await writeFile(
      path,
      clean.replace(from, () => to),
    );
    const began = Date.now();
    const caught = await (typeof by === 'string' ? bySpec(by) : bySimulation(by));
    const seconds = Math.round((Date.now() - began) / 1000);
    await writeFile(path, clean);
    if (typeof by !== 'string') await compile();
    rows.push({ what, file, caught, seconds });
    console.log(`${caught ? '✓' : '✗'} ${what} (${seconds} s)\n    ${caught ?? 'nothing caught it'}`);
  }
} finally {
  await rm(copy, { recursive: true, force: true });
}

const missed = rows.filter(({ caught }) => !caught).length;
if (values.write) {
  const page = join(root, 'docs/planted-faults.md');
  const cell = (text) => text.replaceAll('|', '\\|');
  // A fault that was not selected keeps its row.
  const before = (await readFile(page, 'utf8')).split('\n');
  const table = faults.flatMap(({ what }) => {
    const row = rows.find((r) => r.what === what);
    if (!row) return before.filter((line) => line.split(' | ')[0].trimEnd() === `| ${cell(what)}`);
    return [`| ${cell(what)} | \`${row.file}\` | ${cell(row.caught ?? '**nothing**')} | ${row.seconds} |`];
  });
  const head = `# Planted faults\n\nEach is a real mistake in the product's own code, planted in a copy of the tree, and the check that caught it. The faults are in\n\`test/planted/faults.ts\` and \`web-faults.ts\`; \`npm run planted -- --write\` writes this table.\n\n| fault | planted in | caught by | s |\n| --- | --- | --- | --- |\n`;
  await writeFile(page, `${head}${table.join('\n')}\n`);
}
console.log(`\n${rows.length} faults planted, ${rows.length - missed} caught, ${missed} not`);
process.exit(missed || stopped ? 1 : 0);
