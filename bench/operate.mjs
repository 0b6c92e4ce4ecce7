// The operator's command line, as an operator calls it.
import { spawn } from 'node:child_process';
import { join } from 'node:path';

/** @throws with its output when it fails */
export async function operate(settings, ...args) {
  const entry = join(import.meta.dirname, '../services/dist/main/ops.js');
  const child = spawn(process.execPath, [entry, ...args], { env: { ...process.env, ...settings }, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  const code = await new Promise((ended) => child.once('close', ended));
  if (code) throw new Error(`ops ${args.join(' ')}: ${said}`);
}
