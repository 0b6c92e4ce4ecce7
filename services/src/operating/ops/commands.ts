import { accountCommands } from './accounts.ts';
import { archiveCommands } from './archive.ts';
import { auditCommand } from './auditing.ts';
import { backupCommands } from './backups.ts';
import { clockCommand } from './clock.ts';
import { configCommand } from './config.ts';
import { importProgrammeCommand } from './import-programme.ts';
import { lossCommand } from './losses.ts';
import { parkedCommands } from './parked.ts';
import type { Group } from './program.ts';
import { reactorCommands } from './reactors.ts';
import { readModelCommands } from './read-models.ts';
import { keyCommands } from './rotate-keys.ts';
import { treeCommand } from './rebuild-tree.ts';
import { signingKeyCommand } from './rotate-signing-key.ts';
import { siteCommands } from './site-file.ts';
import { statusCommands } from './status.ts';
import { transferCommands } from './transfer.ts';
import { whatIfCommand } from './what-if.ts';

/** Every command of `npm run ops`, in the order of its help. */
export const commands: readonly Group[] = [
  statusCommands,
  readModelCommands,
  auditCommand,
  parkedCommands,
  reactorCommands,
  backupCommands,
  archiveCommands,
  transferCommands,
  importProgrammeCommand,
  siteCommands,
  whatIfCommand,
  accountCommands,
  keyCommands,
  signingKeyCommand,
  treeCommand,
  clockCommand,
  lossCommand,
  configCommand,
];
