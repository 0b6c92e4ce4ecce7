import { execFile, spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';

export interface Ran {
  code: number;
  out: string;
  err: string;
}

/** Below what serves people. */
const LOW_PRIORITY = 10;
const programs = new URL('../../dist/main/', import.meta.url);
const MAX_CHARACTERS = 1_000_000;

/** Linux then runs it only when nothing else wants the processor; elsewhere the low priority must do. What it starts is as low. */
function lower(pid: number): void {
  setPriority(pid, LOW_PRIORITY);
  execFile('chrt', ['--idle', '--all-tasks', '--pid', '0', String(pid)], () => {});
}

type Env = Record<string, string | undefined>;

/** Runs a compiled program of ours in another process, which has the priority of this one or a low one. `stop` ends it as Ctrl-C does. */
export function runOwn(file: string, args: readonly string[], env: Env, stop: AbortSignal, isLow = false): Promise<Ran> {
  return new Promise((done, failed) => {
    const child = spawn(process.execPath, [fileURLToPath(new URL(file, programs)), ...args], { env: env as NodeJS.ProcessEnv });
    const texts = { out: '', err: '' };
    for (const [stream, name] of [
      [child.stdout, 'out'],
      [child.stderr, 'err'],
    ] as const)
      stream.setEncoding('utf8').on('data', (text: string) => (texts[name] = (texts[name] + text).slice(-MAX_CHARACTERS)));
    const interrupt = () => child.kill('SIGINT');
    stop.addEventListener('abort', interrupt, { once: true });
    if (isLow) child.once('spawn', () => lower(child.pid!));
    child.once('error', failed);
    child.once('close', (code, signal) => {
      stop.removeEventListener('abort', interrupt);
      done({ code: code ?? 1, ...texts, err: signal ? `${texts.err}ended by ${signal}` : texts.err });
    });
    if (stop.aborted) interrupt();
  });
}
