import type { INestApplicationContext } from '@nestjs/common';
import { Command, CommanderError, Option } from 'commander';
import { WrongSettings } from '../../platform/config.ts';
import { aboutFailure } from '../../platform/failures.ts';
import { Refused } from '../../platform/refused.ts';
import type { Projection } from '../../engine/projecting/projection.ts';
import { type Get, getOf, type Result, WrongUse } from './result.ts';

/** Does a command's work on an open system and prints the result. */
export type Run = (work: (get: Get, interrupted: AbortSignal) => Promise<Result>) => Promise<void>;

/** Does a command's work without a system and prints the result; `look` opens the system and closes it again. */
type Alone = (work: (look: () => Promise<void>) => Promise<Result>) => Promise<void>;

/** A group of commands: declares them on the program. */
export type Group = (program: Command, run: Run, followers: Followers, alone: Alone) => void;

interface Followers {
  projections: readonly Projection[];
  reactors: readonly Projection[];
  /** Both. */
  all: readonly Projection[];
}

interface Io {
  followers: Followers;
  open(): Promise<INestApplicationContext>;
  write(text: string): void;
  writeError(text: string): void;
}

/** A command with optional JSON output. */
export const addCommand = (program: Command, name: string, does: string, ...examples: string[]): Command =>
  program
    .command(name)
    .description(does)
    .addOption(new Option('--json', 'print one JSON document on stdout'))
    .addHelpText('after', examples.length ? `\nExamples:\n${examples.map((e) => `  npm run ops -- ${e}`).join('\n')}` : '');

/** The operator's command line. Returns the exit code: 0 success, 1 problem found, 2 wrong use. */
export async function operate(argv: readonly string[], groups: readonly Group[], io: Io): Promise<number> {
  const wantsJson = argv.includes('--json');
  const writeError = (error: string) => (wantsJson ? io.write(JSON.stringify({ ok: false, error })) : io.writeError(error));
  let code = 0;
  const print = ({ ok, json, text }: Result) => {
    io.write(wantsJson ? JSON.stringify(json) : text);
    code = ok ? 0 : 1;
  };
  const run: Run = async (work) => print(await withSystem(io, work));
  const alone: Alone = async (work) => print(await work(async () => (await io.open()).close()));
  const program = new Command('ops')
    .usage('<command>   (npm run ops -- <command>)')
    .description('Replays, verifies, audits, migrates and maintains a Framelift. Exit codes: 0 success, 1 problem found, 2 wrong use.')
    .configureOutput({
      writeOut: (text) => io.write(text.trimEnd()),
      writeErr: (text) => io.writeError(text.trimEnd()),
      outputError: () => {},
    })
    .exitOverride();
  for (const group of groups) group(program, run, io.followers, alone);
  try {
    await program.parseAsync(argv, { from: 'user' });
  } catch (error) {
    if (error instanceof CommanderError) {
      const isHelp = error.code === 'commander.help';
      // Requested by name it is success, and without a command wrong use; its exit code is Commander's guess from `process.exitCode`.
      if (error.exitCode === 0 || (isHelp && argv[0] === 'help')) return 0;
      if (!isHelp) writeError(error.message.replace(/^error: /, ''));
      return 2;
    }
    writeError((await aboutFailure(error, process.env['DATA_DIR'] || '.data')) ?? messageOf(error));
    return error instanceof WrongUse || error instanceof WrongSettings ? 2 : 1;
  }
  return code;
}

async function withSystem(io: Io, work: (get: Get, interrupted: AbortSignal) => Promise<Result>): Promise<Result> {
  const interrupting = new AbortController();
  // The first Ctrl-C ends the work at a point where it can resume; the second one ends the process.
  const interrupt = () => {
    if (interrupting.signal.aborted) process.exit(1);
    interrupting.abort(Refused.inWords('Interrupted. Run the same command again to continue.'));
  };
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt);
  try {
    const opened = await io.open();
    try {
      return await work(getOf(opened), interrupting.signal);
    } finally {
      await opened.close();
    }
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

/** The message of an error, for the operator. */
const messageOf = (error: unknown): string => (error instanceof Error ? error.message || String(error) : String(error));
