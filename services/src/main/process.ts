import type { INestApplicationContext } from '@nestjs/common';
import { WrongUse } from '../operating/ops/result.ts';
import { aboutFailure } from '../platform/failures.ts';
import type { Config } from '../platform/config.ts';
import { hostOf, refuseUsed } from '../platform/listening.ts';
import { Refused } from '../platform/refused.ts';

/** How long running requests and batches may take to end. */
const MAX_STOP_MS = 25_000;

/** Opens and serves a process. SIGINT, SIGTERM or a failure closes it once, with Nest’s hooks. `stopping` ends a waiting start. */
export function runProcess<App extends Pick<INestApplicationContext, 'close'>>(
  open: (stopping: AbortSignal) => Promise<App>,
  serve: (app: App) => Promise<void>,
): void {
  const stopping = new AbortController();
  let app: Promise<App>;
  let code: number | undefined;
  const end = async (as: number) => {
    if (code !== undefined) return;
    code = as;
    setTimeout(() => {
      console.error(`Not everything stopped within ${MAX_STOP_MS / 1000} s`);
      process.exit(1);
    }, MAX_STOP_MS).unref();
    stopping.abort();
    // A failed start has closed itself.
    const opened = await app.catch(() => undefined);
    await opened?.close().catch((error: unknown) => console.error(error));
    process.exit(code);
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => void end(0));
  let failed = false;
  const fail = async (error: unknown) => {
    if (failed || code !== undefined) return;
    failed = true;
    console.error(await reasonFor(error));
    void end(1);
  };
  // An idle connection that breaks, such as when the database's disk is full, throws here.
  process.on('uncaughtException', (error) => void fail(error));
  app = open(stopping.signal);
  app.then(serve).catch(fail);
}

/** One sentence if the reason is known, else the whole error. */
async function reasonFor(error: unknown): Promise<unknown> {
  if (error instanceof WrongUse || error instanceof Refused) return error.message;
  return (await aboutFailure(error, process.env['DATA_DIR'] || '.data')) ?? error;
}

/** Checks the settings first, as a database and a year of history take a while. @throws WrongSettings */
export async function refuseUsedPorts(config: Config): Promise<void> {
  const { port, store, metrics } = config;
  const host = await hostOf(config);
  await refuseUsed(port, 'PORT', host);
  if (metrics.port) await refuseUsed(metrics.port, 'METRICS_PORT', host);
  if (store.sandbox) await refuseUsed(store.sandboxPort, 'SANDBOX_STORE_PORT', host);
}
