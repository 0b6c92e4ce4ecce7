import * as crypto from 'node:crypto';
import { Damaged, Newer, nodeTools, type Options, Refused, use, type Verified, verifyAccount } from '../../deploy/framelift-verify.mjs';
import { execFile } from 'node:child_process';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { ExportLine, ForgedLog } from './forger.ts';

use(nodeTools(crypto));

export const asLines = (lines: readonly (ExportLine | string)[]): string[] =>
  lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line)));

/** What the program says: the name of a cheat, `ok`, `problem` without a name, or why it does not check the file. */
export async function verdictOf(
  lines: readonly (ExportLine | string)[],
  options: Options = {},
): Promise<{ said: string; result?: Verified }> {
  try {
    const result = await verifyAccount(asLines(lines), { keep: false, ...options });
    return { said: result.verdict ?? (result.problems.length ? 'problem' : 'ok'), result };
  } catch (error) {
    if (error instanceof Damaged) return { said: 'damaged' };
    if (error instanceof Newer) return { said: 'newer' };
    if (error instanceof Refused) return { said: 'refused' };
    throw error;
  }
}

const run = promisify(execFile);
const PROGRAM = join(import.meta.dirname, '../proofs/verify.py');

/** What the second program says, in Python: the name of a cheat, `ok`, or `wrong use`. */
export async function bySecond(
  lines: readonly (ExportLine | string)[],
  { key, account, saves = [], others = [], witnesses = [], now }: Options,
  log: ForgedLog,
  folder: string,
): Promise<string> {
  const at = await mkdtemp(join(folder, 'second-'));
  const written = async (name: string, text: string) => {
    await writeFile(join(at, name), text);
    return join(at, name);
  };
  const paths = async (name: string, all: readonly { text: string }[]) => {
    const files = await Promise.all(all.map(({ text }, i) => written(`${name}-${i}`, text)));
    return files.length ? [`--${name}`, ...files] : [];
  };
  const keys = witnesses.map(({ text }) => text!);
  const args = [
    PROGRAM,
    await written(
      'export',
      asLines(lines)
        .map((line) => `${line}\n`)
        .join(''),
    ),
    ...(key ? ['--key', key] : []),
    ...(account ? ['--account', account] : []),
    ...(await paths('since', saves)),
    ...(await paths('other', others)),
    ...(keys.length ? ['--witness', ...keys] : []),
    '--log',
    await log.published(at),
    ...(now ? ['--now', new Date(now).toISOString()] : []),
  ];
  const { code, stdout } = await run('python3', args).then(
    (out) => ({ code: 0, ...out }),
    (error: { code: number; stdout: string }) => error,
  );
  if (code === 2) return 'wrong use';
  return /^Verdict: (.+)\n$/m.exec(stdout)?.[1] ?? stdout;
}
