import type { Projection } from '../../engine/projecting/projection.ts';
import { audited } from './auditing.ts';
import { exportLog } from './export-log.ts';
import { importLog } from './import-log.ts';
import { addCommand, type Group } from './program.ts';
import { verified } from './read-models.ts';
import type { Get, Result } from './result.ts';

interface ImportOptions {
  logOnly?: boolean;
  check?: boolean;
}

/** What `audit` and `verify --all` say of the imported log, in one process that has opened it already. */
async function importChecked(
  get: Get,
  file: string,
  projections: readonly Projection[],
  signal: AbortSignal,
  logOnly: boolean,
): Promise<Result> {
  const imported = await importLog(get, file, { logOnly }, signal);
  const audit = await audited(get, {});
  const verify = await verified(get, projections, signal);
  const all = [imported, audit, verify];
  const ok = all.every((result) => result.ok);
  return { ok, json: { ...imported.json, ok, audit: audit.json, verify: verify.json }, text: all.map(({ text }) => text).join('\n\n') };
}

export const transferCommands: Group = (program, run, { projections }) => {
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
    'import backup.ndjson --check',
    'import backup.ndjson --log-only',
  )
    .argument('<file>')
    .option('--log-only', 'without FILE.side: no one can log in, no personal data can be read')
    .option('--check', 'then audit the log and verify all read models')
    .action((file: string, { logOnly = false, check }: ImportOptions) =>
      run((get, signal) => (check ? importChecked(get, file, projections, signal, logOnly) : importLog(get, file, { logOnly }, signal))),
    );
};
