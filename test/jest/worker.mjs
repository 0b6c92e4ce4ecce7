// Imported by each process of Jest before all else.
import { setTimeout } from 'node:timers/promises';
import './hooks.mjs';
import { onEnd } from './moments.mjs';

/** Jest's word to a worker that it is not needed any more. */
const END = 2;

/** How Node starts a process of Jest. */
export const nodeOptions = `--disable-warning=ExperimentalWarning --import=${import.meta.url}`;

if (process.argv[1]?.endsWith('processChild.js')) {
  // Processes that a spec starts run the built code.
  delete process.env.NODE_OPTIONS;
  // Left to itself, Node first takes its modules apart, and what serves the worker's specs (a browser, a site) keeps it: Jest would
  // end it by force after 500 ms and say so.
  process.on('message', async ([type]) => {
    if (type !== END) return;
    await Promise.race([Promise.allSettled([...onEnd].map((end) => end())), setTimeout(200)]);
    process.kill(process.pid, 'SIGKILL');
  });
}
