import { commands } from '../operating/ops/commands.ts';
import { operate } from '../operating/ops/program.ts';
import { openOps, operatorOpening } from './operator.ts';
import { projections } from '../screens/screens.module.ts';

/** The operator's command line: beside a running Framelift, or alone. */
process.exitCode = await operate(process.argv.slice(2), commands, {
  projections,
  open: async () => openOps(operatorOpening()),
  write: (text) => process.stdout.write(`${text}\n`),
  writeError: (text) => process.stderr.write(`${text}\n`),
});
