import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export interface RunningWitness {
  url: string;
  /** Its verifier key. */
  key: string;
  /** As WITNESSES names it. */
  setting: string;
  stop(): Promise<void>;
}

/** The witness that we ship (deploy/witness), for logs with these verifier keys. */
export async function startWitness(
  folder: string,
  logs: readonly string[],
  name = 'witness.example/ours',
  node = process.execPath,
): Promise<RunningWitness> {
  const program = join(import.meta.dirname, '../../deploy/witness/witness.mjs');
  const args = ['--log', ...logs, '--name', name, '--folder', join(folder, name.replaceAll('/', '-')), '--port', '0'];
  const child = spawn(node, [program, ...args], { stdio: ['ignore', 'pipe', 'ignore'] });
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) if (lines.push(line) === 2) break;
  const url = /http:\S+/.exec(lines[0]!)![0];
  return {
    url,
    key: lines[1]!,
    setting: `${url} ${lines[1]!}`,
    async stop() {
      child.kill();
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}
