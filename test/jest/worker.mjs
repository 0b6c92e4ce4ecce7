// Each process of Jest imports this first.
import { setTimeout } from 'node:timers/promises';
import './hooks.mjs';
import { onEnd } from './moments.mjs';

/** Jest's message that a worker is no longer needed. */
const END = 2;

/** How Node starts a process of Jest. */
export const nodeOptions = `--disable-warning=ExperimentalWarning --import=${import.meta.url}`;

if (process.argv[1]?.endsWith('processChild.js')) {
  // Processes that a spec starts run the built code.
  delete process.env.NODE_OPTIONS;
  // By default Node would tear down its modules first while a browser or site of the worker's specs keeps it alive: Jest would
  // end it by force after 500 ms and report that.
  process.on('message', async ([type]) => {
    if (type !== END) return;
    await Promise.race([Promise.allSettled([...onEnd].map((end) => end())), setTimeout(200)]);
    process.kill(process.pid, 'SIGKILL');
  });
}
