// npm run fuzz [-- --cases 10000] [--seed 1]: Schemathesis makes valid and invalid requests from contracts/openapi.json
// against a separate system. It reports a 5xx, an undocumented status or shape, and a call without its permission check.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { posted, startSite } from '../../bench/site.mjs';

const VERSION = '4.32.5';
const CHECKS = 'not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance,ignored_auth';
/** One never ends, and the others end the caller's own session. */
const LEFT_OUT = ['GET /api/live', 'POST /api/account/logout'];
/** Approximate number of cases per call from the coverage of its schema. */
const COVERED = 15;
const PASSWORD = 'the fuzzing password';

const root = join(import.meta.dirname, '../..');
const { values } = parseArgs({ options: { cases: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' } } });
const cases = Number(values.cases);

/** Schemathesis in a separate folder. */
function schemathesis() {
  const venv = join(root, '.cache', `schemathesis-${VERSION}`);
  const program = join(venv, 'bin', 'schemathesis');
  if (existsSync(program)) return program;
  console.log(`Installing Schemathesis ${VERSION} …`);
  try {
    execFileSync('python3', ['-m', 'venv', '--clear', venv], { stdio: 'pipe' });
  } catch {
    console.error('Fuzzing needs Python 3.10 or newer with its venv module: apt-get install python3-venv');
    process.exit(2);
  }
  execFileSync(join(venv, 'bin', 'pip'), ['install', '--quiet', '--disable-pip-version-check', `schemathesis==${VERSION}`], {
    stdio: 'inherit',
  });
  return program;
}

/** The document with only these calls. */
function part(document, wanted) {
  const paths = {};
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(methods)) {
      const name = `${method.toUpperCase()} ${path}`;
      if (wanted.includes(operation['x-permission']) && !LEFT_OUT.includes(name)) (paths[path] ??= {})[method] = operation;
    }
  return { ...document, paths };
}
const countOf = ({ paths }) => Object.values(paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0);

/** Runs one part with a token. @returns the cases sent and whether nothing was found */
async function fuzz({ program, folder, url, name, document, token, perCall, phases, seed }) {
  const file = join(folder, `${name}.json`);
  const report = join(folder, `${name}.ndjson`);
  await writeFile(file, JSON.stringify(document));
  const args = [
    'run',
    file,
    '--url',
    url,
    '--checks',
    CHECKS,
    '--phases',
    phases,
    '--max-examples',
    String(perCall),
    '--seed',
    String(seed),
    '--continue-on-failure',
    '--generation-database',
    'none',
    '--suppress-health-check',
    'all',
    '--warnings',
    'off',
    '--no-color',
    '--report-ndjson-path',
    report,
    ...(token ? ['--header', `Authorization: Bearer ${token}`] : []),
  ];
  const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (text) => (output += text));
  const code = await new Promise((done) => child.once('exit', done));
  const sent = Number(/(\d+) generated/.exec(output)?.[1] ?? 0);
  console.log(`${code === 0 ? '✓' : '✗'} ${name}: ${sent} cases for ${countOf(document)} calls`);
  if (code !== 0) console.log(output);
  return { sent, fine: code === 0 };
}

const program = schemathesis();
const document = JSON.parse(await readFile(join(root, 'contracts/openapi.json'), 'utf8'));
const folder = await mkdtemp(join(tmpdir(), 'framelift-fuzz-'));
const site = await startSite({ ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'error' });
let [sent, fine] = [0, true];
try {
  const affiliate = await posted(site.url, '/api/affiliate/register', {
    username: 'fuzzer',
    email: 'fuzzer@example.org',
    password: PASSWORD,
  });
  const admin = await posted(site.url, '/api/affiliate/login', { username: 'admin', password: PASSWORD });
  const parts = {
    public: [part(document, ['public']), ''],
    affiliate: [part(document, ['account', 'affiliate']), affiliate.token],
    admin: [part(document, ['admin']), admin.token],
  };
  const calls = Object.values(parts).reduce((sum, [asked]) => sum + countOf(asked), 0);
  // Calls with few possible cases have sent all of them in one round; the others continue under another seed. Coverage of the schema
  // is the same in every round.
  for (let round = 0, before = -1; fine && sent > before && sent < cases; round++) {
    const phases = round ? 'fuzzing' : 'coverage,fuzzing';
    const perCall = Math.max(3, Math.ceil((cases - sent) / calls) - (round ? 0 : COVERED));
    const seed = Number(values.seed) + round;
    before = sent;
    for (const [name, [document, token]] of Object.entries(parts)) {
      const result = await fuzz({ program, folder, url: site.url, name, document, token, perCall, phases, seed });
      sent += result.sent;
      fine &&= result.fine;
    }
  }
} finally {
  await site.stop();
  await rm(folder, { recursive: true, force: true });
}
console.log(`${sent} cases, ${fine ? 'nothing found' : 'see above what was found'}`);
process.exit(fine && sent >= cases ? 0 : 1);
