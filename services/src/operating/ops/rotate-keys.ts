import { createSecretKey, randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type pg from 'pg';
import { Archive } from '../../engine/log/archiving/archive.ts';
import { rewrap } from '../../engine/log/sealing/rewrapping.ts';
import { bytesOf } from '../../platform/config.ts';
import { keepFile } from '../../platform/kept-file.ts';
import { createPatientClient } from '../../platform/pg.ts';
import { Refused } from '../../platform/refused.ts';
import { confirmed, type Get, plural, type Result, WrongUse } from './result.ts';
import { CONFIG, OWNER_URL, POOL, SECRETS } from '../../platform/tokens.ts';
import { addCommand, type Group } from './program.ts';

interface Options {
  yes?: boolean;
  sessions?: boolean;
}

/** Other processes would seal under the old key, so none may run. */
export async function refuseCompany(client: pg.Client, own: pg.Pool): Promise<void> {
  const idle = own.totalCount;
  const { rows } = await client.query<{ others: number }>(
    `select count(*)::int as others from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
  );
  if (rows[0]!.others > idle)
    throw Refused.inWords('Other processes are connected to the database. Stop Framelift, rotate, start it again.');
}

/** The new secrets: from the environment, else generated into DATA_DIR/secrets.json if that has the old ones. */
function newSecrets(get: Get, sessions: boolean): { fresh: Record<string, string>; file: string | undefined } {
  const given = process.env['NEW_MASTER_KEY'];
  const file = join(get(CONFIG).dataDir, 'secrets.json');
  const fromFile = !process.env['MASTER_KEY'] && existsSync(file);
  if (!fromFile && !given) throw new WrongUse('MASTER_KEY comes from the environment: set the next one as NEW_MASTER_KEY');
  const fresh: Record<string, string> = { MASTER_KEY: given ?? randomBytes(32).toString('hex') };
  if (sessions && fromFile) fresh['JWT_SECRET'] = randomBytes(32).toString('hex');
  return { fresh, file: fromFile ? file : undefined };
}

async function rotate(get: Get, { sessions = false }: Options): Promise<Result> {
  const { fresh, file } = newSecrets(get, sessions);
  const key = bytesOf('NEW_MASTER_KEY', fresh['MASTER_KEY']!);
  const client = createPatientClient(get(OWNER_URL));
  await client.connect();
  let keys: number;
  try {
    await client.query('begin');
    await refuseCompany(client, get(POOL));
    keys = await rewrap(client, createSecretKey(get(SECRETS).master), createSecretKey(key));
    // What is archived from now on opens with the new key only, and its base with the old one.
    await Archive.endBase(client);
    // Saved before the commit: otherwise a crash in between would lose the key permanently.
    if (file) keepFile(`${file}.next`, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...fresh }, null, 2));
    await client.query('commit');
  } finally {
    await client.end();
  }
  if (file) renameSync(`${file}.next`, file);
  const where = file ? `The new MASTER_KEY is in ${file}` : 'Set MASTER_KEY to the value of NEW_MASTER_KEY';
  const rest = 'Earlier exports open only with the old one: make a new export. CLAIM_KEY is never rotated.';
  const ended = fresh['JWT_SECRET'] ? ' Every session has ended.' : '';
  return {
    ok: true,
    json: { ok: true, rewrapped: keys, rotated: Object.keys(fresh) },
    text: `${plural(keys, 'data key')} rewrapped. ${where}; start Framelift again.${ended} ${rest}`,
  };
}

export const keyCommands: Group = (program, run) => {
  addCommand(
    program,
    'rotate-keys',
    'Wraps every data key under a new MASTER_KEY. Sealed data does not change. Framelift must be stopped.',
    'rotate-keys --yes',
    'rotate-keys --sessions --yes',
  )
    .option('--sessions', 'also create a new JWT_SECRET, which ends every session')
    .option('--yes', 'confirm: the old key no longer opens anything')
    .action((options: Options) => {
      confirmed(options.yes, 'Every data key will be wrapped under a new MASTER_KEY.');
      return run((get) => rotate(get, options));
    });
};
