import { demo } from '../operating/demo/demo.ts';
import { openDemo, operatorOpening } from './ops.module.ts';

/** A year of history on an empty system. */
process.exitCode = await demo(process.argv.slice(2), {
  open: async (now) => openDemo(operatorOpening(), now),
  write: (text) => process.stdout.write(`${text}\n`),
  writeError: (text) => process.stderr.write(`${text}\n`),
});
