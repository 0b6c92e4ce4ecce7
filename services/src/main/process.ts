import { WrongSettings } from '../platform/config.ts';

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
  start((step) => stops.push(step)).catch((error: unknown) => {
    if ((error as { code?: string }).code === 'EADDRINUSE') console.error('The port is in use; set PORT to another one');
    else console.error(error instanceof WrongSettings ? error.message : error);
    void stop(1);
  });
}
