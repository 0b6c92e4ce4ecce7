import { exportLog } from './export-log.ts';
import { importLog } from './import-log.ts';
import { addCommand, type Group } from './program.ts';

export const transferCommands: Group = (program, run) => {
  addCommand(
    program,
    'export',
    'Writes the log as NDJSON with its chain, and FILE.side, encrypted: keys, passwords, pictures, decisions. Continues an interrupted export.',
    'export backup.ndjson',
    'node deploy/framelift-verify.mjs backup.ndjson',
  )
    .argument('<file>')
    .action((file: string) => run((get, signal) => exportLog(get, file, signal)));
  addCommand(
    program,
    'import',
    'Imports an export into an empty log with the same secrets: same hashes, erasures applied again, read models rebuilt.',
    'import backup.ndjson',
    'import backup.ndjson --log-only',
  )
    .argument('<file>')
    .option('--log-only', 'without FILE.side: no one can log in, no personal data can be read')
    .action((file: string, { logOnly = false }: { logOnly?: boolean }) => run((get, signal) => importLog(get, file, { logOnly }, signal)));
};
