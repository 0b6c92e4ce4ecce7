import { exportLog } from './export-log.ts';
import { importLog } from './import-log.ts';
import { addCommand, type Group } from './program.ts';

export const transferCommands: Group = (program, run) => {
  addCommand(
    program,
    'export',
    'Writes the log as NDJSON with its chain, and beside it FILE.side, encrypted: keys, passwords, proofs, decisions. A file that was begun is gone on with.',
    'export backup.ndjson',
    'node deploy/framelift-verify.mjs backup.ndjson',
  )
    .argument('<file>')
    .action((file: string) => run((get, signal) => exportLog(get, file, signal)));
  addCommand(
    program,
    'import',
    'Reads an export into an empty log of the same secrets: same hashes, erasures applied again, read models rebuilt.',
    'import backup.ndjson',
    'import backup.ndjson --log-only',
  )
    .argument('<file>')
    .option('--log-only', 'without FILE.side: nobody can sign in, no personal data can be read')
    .action((file: string, { logOnly = false }: { logOnly?: boolean }) => run((get, signal) => importLog(get, file, { logOnly }, signal)));
};
