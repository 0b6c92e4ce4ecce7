import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../services/src/platform/embedded-postgres.ts';
import { goProgram, noGoBecause } from '../support/go-program.ts';

const [PROGRAM, VERSION] = ['filippo.io/torchwood/cmd/litewitness', 'v0.9.0'];

/** litewitness, a witness that is not ours: a program of the Go module proxy that signs with a key of an ssh agent. */
export interface LiteWitness {
  setting: string;
  stop(): Promise<void>;
}

export function noLiteWitnessBecause(): string | undefined {
  const noGo = noGoBecause();
  if (noGo) return noGo;
  return ['/usr/bin/ssh-agent', '/usr/bin/ssh-keygen'].every((file) => existsSync(file))
    ? undefined
    : 'there is no ssh-agent: apt-get install openssh-client';
}

const ended = async (child: ChildProcess) => {
  child.kill();
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
};

/** For one log, with its verifier key. */
export async function startLiteWitness(folder: string, log: string): Promise<LiteWitness> {
  const program = goProgram(PROGRAM, VERSION);
  const [socket, key, db] = [join(folder, 'agent.sock'), join(folder, 'witness-key'), join(folder, 'litewitness.db')];
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  const [, fingerprint] = execFileSync('ssh-keygen', ['-l', '-f', `${key}.pub`], { encoding: 'utf8' }).split(' ');
  const agent = spawn('ssh-agent', ['-D', '-a', socket], { stdio: 'ignore' });
  while (!existsSync(socket)) await wait(20);
  execFileSync('ssh-add', ['-q', key], { env: { ...process.env, SSH_AUTH_SOCK: socket }, stdio: 'ignore' });
  const listen = `127.0.0.1:${await freePort()}`;
  const child = spawn(program, ['-name', 'lite.example/w', '-db', db, '-ssh-agent', socket, '-key', fingerprint!, '-listen', listen]);
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  const stop = async () => {
    await ended(child);
    await ended(agent);
  };
  for (let left = 500; !/vkey=\S+/.test(said) || !(await fetch(`http://${listen}/`).catch(() => undefined)); left--) {
    if (!left || child.exitCode !== null) {
      await stop();
      throw new Error(`litewitness does not start: ${said}`);
    }
    await wait(20);
  }
  // As its own tool does it.
  const logs = new DatabaseSync(db);
  const [origin] = log.split('+') as [string];
  const empty = '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=';
  logs.exec('pragma busy_timeout = 5000');
  logs.prepare('insert into log (origin, tree_size, tree_hash) values (?, 0, ?)').run(origin, empty);
  logs.prepare('insert into key (origin, key) values (?, ?)').run(origin, log);
  logs.close();
  const vkey = /vkey=(?:"([^"]+)"|(\S+))/.exec(said)!;
  return { setting: `http://${listen} ${vkey[1] ?? vkey[2]}`, stop };
}
