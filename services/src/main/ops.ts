import { commands } from '../operating/ops/commands.ts';
import { operate } from '../operating/ops/program.ts';
import { followers } from './core.module.ts';
import { openOps, operatorOpening } from './ops.module.ts';
import { reactors } from '../reactors/reactors.module.ts';
import { projections } from '../screens/screens.module.ts';

/** The operator's command line: next to a running Framelift, or alone. */
process.exitCode = await operate(process.argv.slice(2), commands, {
  followers: { projections, reactors, all: followers },
  open: async () => openOps(operatorOpening()),
  write: (text) => process.stdout.write(`${text}\n`),
  writeError: (text) => process.stderr.write(`${text}\n`),
});
