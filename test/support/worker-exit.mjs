// A worker with nothing left to do ends at once. Left to itself, Node first takes half a gigabyte of modules apart, which is longer
// than the 500 ms after which Jest ends a worker by force. An open handle still keeps the worker, and Jest still says so.
// Processes that a spec starts inherit the option, not the file that runs.
if (process.argv[1]?.endsWith('processChild.js'))
  process.on('beforeExit', () => {
    process.on('exit', () => process.kill(process.pid, 'SIGKILL'));
    process.exit();
  });
