// The processes a campaign kills: each is started, killed with -9 and started again with its data and its port.
import { execFile, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { startKafka } from '../../deploy/kafka-local/kafka.mjs';
import { startPostgres } from '../../services/dist/platform/embedded-postgres.js';

/** A process of ours, as an operator runs it. One that ends by itself is restarted, as by a supervisor, and counted. */
export class Member {
  ends = 0;
  #child;
  #killed = false;

  constructor(name, file, env, logFolder, args = []) {
    Object.assign(this, { name, file, env, args, log: createWriteStream(join(logFolder, `${name}.log`), { flags: 'a' }) });
  }

  async start() {
    this.#killed = false;
    const { PATH, HOME } = process.env;
    const child = spawn(process.execPath, [this.file, ...this.args], { env: { PATH, HOME, ...this.env } });
    this.#child = child;
    child.stderr.pipe(this.log, { end: false });
    await new Promise((ready) => {
      let said = '';
      child.stdout.on('data', (chunk) => {
        this.log.write(chunk);
        if (!said.includes('is ready')) said += chunk;
        if (said.includes('is ready')) ready();
      });
      child.once('exit', () => {
        ready();
        if (this.#killed || this.#child !== child) return;
        this.ends++;
        void wait(500).then(() => this.#killed || this.start());
      });
    });
  }

  get pid() {
    return this.#child.pid;
  }

  /** Pauses or resumes it. */
  signal(signal) {
    this.#child.kill(signal);
  }

  async kill(signal = 'SIGKILL') {
    this.#killed = true;
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = new Promise((done) => child.once('exit', done));
    child.kill(signal);
    await gone;
  }
}

/** A PostgreSQL on one port for the whole campaign, with all safety settings on. */
export class Postgres {
  name = 'postgres';
  ends = 0;

  static async make(folder) {
    const postgres = new Postgres();
    const { ownerUrl, appUrl } = await startPostgres(folder, 'framelift');
    const client = new pg.Client(ownerUrl);
    await client.connect();
    const data = (await client.query('show data_directory')).rows[0].data_directory;
    await client.end();
    return Object.assign(postgres, { ownerUrl, appUrl, data, command: await readFile(join(data, 'postmaster.opts'), 'utf8') });
  }

  async kill(signal = 'SIGKILL') {
    const pid = Number((await readFile(join(this.data, 'postmaster.pid'), 'utf8')).split('\n')[0]);
    process.kill(pid, signal === 'SIGKILL' ? signal : 'SIGINT');
    while (await alive(pid)) await wait(20);
  }

  /** While the server's children are still ending, it refuses to start for a moment. */
  async start() {
    const [program] = this.command.split(' ');
    const args = [...this.command.matchAll(/"([^"]*)"/g)].map(([, arg]) => arg);
    const { uid, gid } = await stat(this.data);
    for (;;) {
      const as = process.getuid() === 0 ? { uid, gid } : {};
      const server = spawn(program, args, { ...as, cwd: '/', stdio: 'ignore', detached: true, env: { ...process.env, LC_ALL: 'C' } });
      let ended = false;
      server.once('exit', () => (ended = true));
      server.unref();
      while (!ended) {
        const client = new pg.Client(this.ownerUrl);
        const up = await client.connect().then(
          () => true,
          () => false,
        );
        await client.end().catch(() => {});
        if (up) return;
        await wait(50);
      }
      await wait(100);
    }
  }
}

const alive = (pid) =>
  new Promise((done) =>
    execFile('ps', ['-o', 'stat=', '-p', String(pid)], (_error, out) => done(out.trim() !== '' && !out.startsWith('Z'))),
  );

export class Kafka {
  name = 'kafka';
  ends = 0;

  static async make(folder, beside) {
    const kafka = Object.assign(new Kafka(), { folder, beside });
    await kafka.start();
    return kafka;
  }

  async start() {
    this.running = await startKafka(this.folder, { memory: '384m', beside: this.beside });
  }

  kill(signal = 'SIGKILL') {
    return signal === 'SIGKILL' ? this.running.kill() : this.running.stop();
  }

  get brokers() {
    return this.running.brokers;
  }
}
