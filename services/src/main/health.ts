import { createServer } from 'node:http';
import { inTime } from '../platform/in-time.ts';
import type { Stop } from './process.ts';
import type { System } from './system.ts';

/** For processes that serve nothing else: whether they run, and whether they can work. Only where HEALTH_PORT is set. */
export async function serveHealth({ pool, config, watch }: System, onStop: (stop: Stop) => void): Promise<void> {
  if (!config.healthPort) return;
  const ready = () =>
    watch.problems.length
      ? 503
      : inTime(pool.query('select 1')).then(
          () => 200,
          () => 503,
        );
  const answers: Record<string, () => number | Promise<number>> = { '/health/live': () => 200, '/health/ready': ready };
  const server = createServer(async ({ url = '' }, response) => {
    const status = Object.hasOwn(answers, url) ? await answers[url]!() : 404;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ status: status === 200 ? 'ok' : 'not ready' }));
  });
  await new Promise<void>((listening, failed) => server.once('error', failed).listen(config.healthPort, listening));
  onStop(() => new Promise((closed) => (server.close(closed), server.closeAllConnections())));
}
