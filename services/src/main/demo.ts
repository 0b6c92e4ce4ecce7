import { demo } from '../operating/demo/demo.ts';
import { openForOperator } from './operator.ts';

/** A year of history on an empty system. Losing a power cut's last moment is no loss here, so commits do not wait for the disk. */
process.exitCode = await demo(process.argv.slice(2), {
  open: (now) => openForOperator(process.env, { now, durable: false }),
  write: (text) => process.stdout.write(`${text}\n`),
  writeError: (text) => process.stderr.write(`${text}\n`),
});
