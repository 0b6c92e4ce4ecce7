import { type ChildProcess as NodeChild, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { overKafka } from './stack.ts';
import { checkLines, linesOf } from './watched-log.ts';

const root = join(import.meta.dirname, '../..');

/** A process of ours as an operator runs it: the built entry under this Node, its output kept. */
export class ChildProcess {
  output = '';
  private constructor(readonly child: NodeChild) {}

  /** Resolves when the process prints the text `ready`. */
  static async start(entry: string, env: Record<string, string>, ready: string, args: string[] = []): Promise<ChildProcess> {
    const { PATH = '', HOME = '' } = process.env;
    const file = join(root, 'services/dist/main', entry);
    const started = new ChildProcess(spawn(process.execPath, [file, ...args], { cwd: root, env: { PATH, HOME, ...overKafka(), ...env } }));
    const { child } = started;
    await new Promise<void>((done, failed) => {
      const take = (chunk: Buffer) => {
        started.output += chunk.toString();
        if (started.output.includes(ready)) done();
      };
      child.stdout!.on('data', take);
      child.stderr!.on('data', take);
      // At `close` all lines have been read.
      child.once('close', (code, signal) => failed(new Error(`${entry} ended (${code ?? signal}): ${started.lastLines}`)));
    });
    return started;
  }

  /** They have the reason of an end, with its stack and cause. */
  get lastLines(): string {
    return this.output.trimEnd().split('\n').slice(-30).join('\n');
  }

  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return this.child.exitCode;
    this.child.kill(signal);
    await once(this.child, 'exit');
    checkLines(linesOf(this.output));
    return this.child.exitCode;
  }
}
