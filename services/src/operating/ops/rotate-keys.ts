import { createSecretKey, randomBytes } from 'node:crypto';
import type pg from 'pg';
import { Archive } from '../../engine/log/archiving/archive.ts';
import { rewrap } from '../../engine/log/sealing/rewrapping.ts';
import { bytesOf } from '../../platform/config.ts';
import { createPatientClient } from '../../platform/pg.ts';
import { Refused } from '../../platform/refused.ts';
import { nextSecret } from './next-secret.ts';
import { confirmed, type Get, plural, type Result } from './result.ts';
import { OWNER_URL, POOL, SECRETS } from '../../platform/tokens.ts';
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

async function rotate(get: Get, { sessions = false }: Options): Promise<Result> {
  const { value, file, where } = nextSecret(get, 'MASTER_KEY');
  const fresh = { MASTER_KEY: value, ...(sessions && file ? { JWT_SECRET: randomBytes(32).toString('hex') } : {}) };
  const key = bytesOf('NEW_MASTER_KEY', value);
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
    file?.keepNext(fresh);
    await client.query('commit');
  } finally {
    await client.end();
  }
  file?.replace();
  const rest = 'Earlier exports open only with the old one: make a new export. CLAIM_KEY is never rotated.';
  const ended = fresh.JWT_SECRET ? ' Every session has ended.' : '';
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
