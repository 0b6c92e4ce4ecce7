// `npm run dev`: everything of `npm start` on one address. Vite serves the pages with hot reload and proxies the server's
// routes. The server restarts when its sources compile.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { createServer } from 'vite';
import { embeddedDatabase } from '../services/dist/main/reach.js';
import { refuseUsedPorts, runProcess } from '../services/dist/main/process.js';
import { readConfig } from '../services/dist/platform/config.js';
import { readEnvironment } from '../services/dist/platform/environment.js';
import { freePort } from '../services/dist/platform/embedded-postgres.js';

const root = join(import.meta.dirname, '..');
const SOURCES = ['contracts/src', 'services/src', 'services/sql'];
/** Routes of the server; the pages and their files come from Vite. A build makes the files. */
const SERVED =
  /^\/(?:(?:api|health|metrics|sandbox|site|\.well-known)(?:[/?]|$)|site\.webmanifest|sitemap\.xml|robots\.txt|llms\.txt|tweaks\.atom|framelift-verify\.mjs)/;
/** Editors save in several steps. */
const SETTLED_MS = 50;
/** Open connections may keep a server from ending; its log survives a kill. */
const STOP_MS = 1000;

let env;
let server;
let ending = false;
/** Requests wait for this while the server restarts. */
let ready;

/** Starts the server. Its list of addresses is shown once. */
function start(args = []) {
  const isFirst = !server;
  const entry = join(root, 'services/dist/main/start.js');
  server = spawn(process.execPath, ['--enable-source-maps', entry, ...args], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
  ready = new Promise((done) => {
    let isListing = false;
    createInterface(server.stdout).on('line', (line) => {
      if (line.startsWith('Framelift is ready')) {
        isListing = true;
        done();
      } else if (isListing && line && !line.startsWith('  ')) isListing = false;
      if (isFirst || !isListing) console.log(line);
    });
    server.once('exit', (code) => {
      done();
      if (code && !ending) console.error('The server ended. It starts again when you save a file.');
    });
  });
  return ready;
}

async function stop() {
  if (!server || server.exitCode !== null || server.signalCode !== null) return;
  const kill = setTimeout(() => server.kill('SIGKILL'), STOP_MS);
  server.kill();
  await once(server, 'exit');
  clearTimeout(kill);
}

/** @returns whether it compiled; the compiler prints what is wrong. */
async function compile() {
  const compiler = spawn(process.execPath, [join(root, 'node_modules/ts7/bin/tsc'), '-b', 'contracts', 'services'], {
    cwd: root,
    stdio: 'inherit',
  });
  const [code] = await once(compiler, 'exit');
  return code === 0;
}

let saves = 0;
let restarting = false;
async function saved() {
  saves++;
  if (restarting) return;
  restarting = true;
  for (let seen = 0; seen !== saves && !ending;) {
    const began = Date.now();
    await new Promise((settled) => setTimeout(settled, SETTLED_MS));
    seen = saves;
    if (!(await compile())) console.error('The server keeps running unchanged until this compiles.');
    else if (seen === saves && !ending) {
      await stop();
      await start();
      if (server.exitCode === null) console.log(`The server restarted in ${((Date.now() - began) / 1000).toFixed(1)} s.`);
    }
  }
  restarting = false;
}

/** Nothing is answered with "connection refused" while the server restarts. */
const waitForServer = {
  name: 'wait-for-server',
  configureServer: (vite) =>
    void vite.middlewares.use(async (request, _response, next) => {
      if (SERVED.test(request.url)) await ready;
      next();
    }),
};

async function openVite({ port, host }, serverPort) {
  const before = process.listeners('SIGTERM');
  const vite = await createServer({
    root: join(root, 'web'),
    plugins: [waitForServer],
    cacheDir: join(root, '.cache/vite'),
    // A package found while a page loads would reload the page.
    optimizeDeps: { entries: ['src/**/*.{ts,tsx}', '!src/**/*.spec.*', '!src/app/{render,entry.server}.*'] },
    clearScreen: false,
    server: {
      port,
      host,
      strictPort: true,
      proxy: { [SERVED.source]: `http://127.0.0.1:${serverPort}` },
      // Packages may be links to another folder, as in a second worktree.
      fs: { allow: [root, realpathSync(join(root, 'node_modules'))] },
    },
  });
  // Its own listener would end this process before the database has stopped.
  for (const listener of process.listeners('SIGTERM')) if (!before.includes(listener)) process.off('SIGTERM', listener);
  return vite;
}

async function open() {
  const config = readConfig(readEnvironment(process.env, root).env);
  await refuseUsedPorts(config);
  const port = await freePort();
  const vite = await openVite(config, port);
  // It stays up while the server restarts.
  const database = config.databaseUrl ? undefined : await embeddedDatabase(config);
  env = {
    ...process.env,
    ...(database && { DATABASE_URL: database.appUrl, MIGRATE_DATABASE_URL: database.ownerUrl }),
    PORT: String(port),
    PUBLIC_URL: config.publicUrl,
    SANDBOX_STORE_PORT: String(config.store.sandboxPort),
    NODE_COMPILE_CACHE: join(root, '.cache/node'),
  };
  const close = async () => {
    ending = true;
    await stop();
    await vite.close();
    await database?.stop();
  };
  return { vite, close };
}

async function serve({ vite }) {
  await Promise.all([start(process.argv.slice(2)), vite.listen()]);
  vite.watcher.add(SOURCES.map((folder) => join(root, folder))).on('all', (_event, path) => {
    const from = relative(root, path);
    if (SOURCES.some((folder) => from.startsWith(folder)) && /\.(ts|sql)$/.test(from) && !from.endsWith('.spec.ts')) void saved();
  });
  console.log('Changes in web/ show immediately; changes in the server and contracts restart it. Ctrl-C ends everything.');
}

runProcess(open, serve);
