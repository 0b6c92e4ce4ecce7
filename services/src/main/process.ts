import { WrongUse } from '../operating/ops/operations.ts';
import { WrongSettings } from '../platform/config.ts';
import { aboutFullDisk } from '../platform/full-disk.ts';

/** How long requests and batches under way may take to end, ms. */
const LONGEST_STOP = 25_000;

/** Something that runs until it is told to stop. */
export type Stop = () => Promise<unknown>;

/**
 * Runs a process of ours: `start` says through `onStop` what must be undone; on SIGINT, SIGTERM or a failed start that
 * happens once, in reverse order.
 */
export function runProcess(start: (onStop: (stop: Stop) => void) => Promise<void>): void {
  const stops: Stop[] = [];
  let stopping: Promise<void> | undefined;
  const stop = (code: number) =>
    (stopping ??= (async () => {
      setTimeout(() => {
        console.error(`Not everything stopped within ${LONGEST_STOP / 1000} s`);
        process.exit(1);
      }, LONGEST_STOP).unref();
      for (const step of stops.toReversed()) await step().catch((error: unknown) => console.error(error));
      process.exit(code);
    })());
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void stop(0));
  let failed = false;
  const fail = async (error: unknown) => {
    if (failed || stopping) return;
    failed = true;
    console.error(await reasonFor(error));
    void stop(1);
  };
  // An idle connection that breaks, as of a database whose disk is full, throws here.
  process.on('uncaughtException', (error) => void fail(error));
  start((step) => stops.push(step)).catch(fail);
}

/** One sentence where the reason is known, else the whole error. */
async function reasonFor(error: unknown): Promise<unknown> {
  const isSentence = error instanceof WrongSettings || error instanceof WrongUse;
  if (isSentence && !error.cause) return error.message;
  return (await aboutFullDisk(error, process.env['DATA_DIR'] || '.data')) ?? (isSentence ? error.message : error);
}
