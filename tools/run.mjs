#!/usr/bin/env node
// The entry of every command. Plain JavaScript that any Node runs: installs missing packages, builds changed parts, and continues
// under the Node version pinned by the lockfile.
import { spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromiumPath, isFetchable } from './chromium/chromium.mjs';
import { hashOf, isDone, markDone } from './inputs.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [command = 'start', ...args] = process.argv.slice(2);
const bin = (name) => join(root, 'node_modules', name);

/** Runs a step; reports it when it takes longer than two seconds, and shows its output only when it fails. */
function step(title, file, stepArgs, { node = true } = {}) {
  return new Promise((done) => {
    const began = Date.now();
    const seconds = () => `${Math.round((Date.now() - began) / 1000)} s`;
    const tick = setInterval(() => {
      if (process.stderr.isTTY) process.stderr.write(`\r${title} … ${seconds()} `);
      else if (Math.round((Date.now() - began) / 1000) % 10 === 2) console.error(`${title} … ${seconds()}`);
    }, 1000);
    const child = spawn(node ? process.execPath : file, node ? [file, ...stepArgs] : stepArgs, { cwd: root });
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    child.on('close', (code) => {
      clearInterval(tick);
      const slow = Date.now() - began > 2000;
      if (slow && process.stderr.isTTY) process.stderr.write('\r\x1b[K');
      if (slow && code === 0) console.error(`${title}: ${seconds()}`);
      if (code !== 0) {
        console.error(`${output}\n${title} failed`);
        process.exit(1);
      }
      done();
    });
  });
}

/** Runs `work` unless it has completed on exactly these inputs. */
async function unlessDone(name, hash, result, work) {
  if (existsSync(join(root, result)) && isDone(name, hash)) return;
  await work();
  markDone(name, hash);
}

/** npm writes node_modules/.package-lock.json last, so if it is not older than the lockfile, everything is installed. */
async function install() {
  const installed = join(root, 'node_modules/.package-lock.json');
  if (existsSync(installed) && statSync(installed).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs) return;
  await step('Installing packages', 'npm', ['ci', '--no-audit', '--no-fund'], { node: false });
}

/** The pinned Node from the lockfile if this platform has one, otherwise the caller's. */
function pinnedNode() {
  const pinned = join(root, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
  if (existsSync(pinned)) return pinned;
  const [major, minor] = process.versions.node.split('.').map(Number);
  if (major > 24 || (major === 24 && minor >= 9)) return process.execPath;
  console.error(`Framelift needs Node 24.9 or newer; this is ${process.version}, and the lockfile pins none for this platform.`);
  process.exit(1);
}

const compile = () => step('Compiling', bin('ts7/bin/tsc'), ['-b', 'contracts', 'services']);
const buildWeb = () =>
  unlessDone('web', hashOf('web', 'contracts/src', 'deploy/framelift-verify.mjs', 'package-lock.json'), 'web/build/server/index.js', () =>
    step('Building the site', 'npm', ['run', 'build', '-w', '@framelift/web'], { node: false }),
  );
/** Once: 67 MB from npm, if the machine has no Chromium. */
const fetchChromium = async () => {
  if (isFetchable && !chromiumPath()) await step('Fetching Chromium', join(root, 'tools/chromium/fetch.mjs'), []);
};

/** Hands the terminal to another program and ends with its exit code. A signal may reach only this process, so it is forwarded. */
function become(program, programArgs, env = process.env) {
  const child = spawn(program, programArgs, { cwd: root, stdio: 'inherit', env });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  return new Promise(() => child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1))));
}
const run = (file) => become(process.execPath, [file, ...args]);

const main = (entry) => join(root, 'services/dist/main', entry);

const commands = {
  async start() {
    await compile();
    await buildWeb();
    await run(main('start.js'));
  },
  async dev() {
    await compile();
    // Pages come from Vite; any build has the few files that only a build makes.
    if (!existsSync(join(root, 'web/build/server/index.js'))) await buildWeb();
    await run(join(root, 'tools/dev.mjs'));
  },
  async 'start:api'() {
    await compile();
    await buildWeb();
    await run(main('api-process.js'));
  },
  async 'start:relay'() {
    await compile();
    await run(main('relay.js'));
  },
  async 'start:projector'() {
    await compile();
    await run(main('projector.js'));
  },
  async kafka() {
    await run(join(root, 'deploy/kafka-local/run.mjs'));
  },
  async faults() {
    await compile();
    await run(join(root, 'test/faults/run.mjs'));
  },
  async soak() {
    await compile();
    await run(join(root, 'test/faults/soak.mjs'));
  },
  async simulate() {
    await compile();
    await run(join(root, 'test/simulation/run.mjs'));
  },
  async planted() {
    await compile();
    await run(join(root, 'test/planted/run.mjs'));
  },
  async mutants() {
    await run(join(root, 'test/mutants/run.mjs'));
  },
  async proof() {
    await compile();
    await buildWeb();
    await fetchChromium();
    await run(join(root, 'test/proof/run.mjs'));
  },
  async fuzz() {
    await compile();
    await buildWeb();
    await run(join(root, 'test/fuzz/run.mjs'));
  },
  async build() {
    await compile();
    await buildWeb();
  },
  async ops() {
    await compile();
    await run(main('ops.js'));
  },
  async demo() {
    await compile();
    await run(main('demo.js'));
  },
  async bench() {
    await compile();
    await buildWeb();
    await run(join(root, 'bench/bench.mjs'));
  },
  async generate() {
    await compile();
    await run(main('generate.js'));
  },
  async test() {
    await compile();
    // Units and component specs need neither site nor browser.
    if (!args.length || args.some((word) => !/^(unit|screens|--watch)$|\.spec\.tsx$/.test(word))) {
      await buildWeb();
      await fetchChromium();
    }
    await run(join(root, 'test/support/run.mjs'));
  },
};

if (!Object.hasOwn(commands, command)) {
  console.error(`Unknown command ${command}. There are: ${Object.keys(commands).join(', ')}`);
  process.exit(2);
}
// It replaces the packages and programs that everything below needs.
if (command === 'ops' && args[0] === 'upgrade') await become(process.execPath, [join(root, 'tools/upgrade.mjs'), ...args]);
await install();
const node = pinnedNode();
if (process.execPath !== node && !process.env.FRAMELIFT_NODE) {
  // npm scripts find programs on PATH: put the pinned Node first there too.
  const env = { ...process.env, FRAMELIFT_NODE: node, PATH: `${dirname(node)}:${process.env.PATH}` };
  await become(node, [fileURLToPath(import.meta.url), command, ...args], env);
}
await commands[command]();
