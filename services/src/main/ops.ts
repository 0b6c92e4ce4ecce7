import { accountCommands } from '../ops/accounts.ts';
import { auditCommand } from '../ops/auditing.ts';
import { keyCommands } from '../ops/rotate-keys.ts';
import { parkedCommands } from '../ops/parked.ts';
import { operate } from '../ops/program.ts';
import { readModelCommands } from '../ops/read-models.ts';
import { statusCommands } from '../ops/status.ts';
import { transferCommands } from '../ops/transfer.ts';
import { whatIfCommand } from '../ops/what-if.ts';
import { openForOperator } from './operator.ts';
import { projections } from './projections.ts';

const groups = [
  statusCommands,
  readModelCommands,
  auditCommand,
  parkedCommands,
  transferCommands,
  whatIfCommand,
  accountCommands,
  keyCommands,
];

/** The operator's command line: beside a running Framelift, or alone. */
process.exitCode = await operate(process.argv.slice(2), groups, {
  projections,
  open: () => openForOperator(process.env),
  write: (text) => process.stdout.write(`${text}\n`),
  complain: (text) => process.stderr.write(`${text}\n`),
});
