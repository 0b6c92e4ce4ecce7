// Imported by each process of Jest before all else.
import './hooks.mjs';

/** How Node starts a process of Jest. */
export const nodeOptions = `--disable-warning=ExperimentalWarning --import=${import.meta.url}`;

if (process.argv[1]?.endsWith('processChild.js')) {
  // Processes that a spec starts run the built code.
  delete process.env.NODE_OPTIONS;
  // A worker with nothing left to do ends at once. Left to itself, Node first takes half a gigabyte of modules apart, which is longer
  // than the 500 ms after which Jest ends a worker by force. An open handle still keeps the worker, and Jest still says so.
  process.on('beforeExit', () => {
    process.on('exit', () => process.kill(process.pid, 'SIGKILL'));
    process.exit();
  });
}
