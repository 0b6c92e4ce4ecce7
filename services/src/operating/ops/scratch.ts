import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { createClient } from '../../platform/pg.ts';
import { Refused } from '../../platform/refused.ts';

export interface ScratchDatabase {
  appUrl: string;
  ownerUrl: string;
  drop(): Promise<void>;
}

const MARK = '_proof_';
const INSUFFICIENT_PRIVILEGE = '42501';

const at = (url: string, database: string): string => Object.assign(new URL(url), { pathname: `/${database}` }).href;

/** An empty database beside that of the system, for a trial restore. Removes those of killed processes: the caller is the only one. @throws Refused */
export async function createScratch(appUrl: string, ownerUrl: string): Promise<ScratchDatabase> {
  const own = decodeURIComponent(new URL(ownerUrl).pathname.slice(1));
  const name = `${own}${MARK}${randomBytes(4).toString('hex')}`;
  const client = createClient(ownerUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ datname: string }>(
      `select datname from pg_database where starts_with(datname, $1) and datdba = current_user::regrole`,
      [own + MARK],
    );
    for (const { datname } of rows) await dropped(client, datname);
    await client.query(`create database ${pg.escapeIdentifier(name)}`).catch((cause: { code?: string; message: string }) => {
      if (cause.code !== INSUFFICIENT_PRIVILEGE) throw cause;
      const role = decodeURIComponent(new URL(ownerUrl).username);
      throw Refused.inWords(`The role ${role} may not create the database for a trial restore: run ALTER ROLE ${role} CREATEDB`);
    });
  } finally {
    await client.end();
  }
  return {
    appUrl: at(appUrl, name),
    ownerUrl: at(ownerUrl, name),
    async drop() {
      const again = createClient(ownerUrl);
      await again.connect();
      await dropped(again, name).finally(() => again.end());
    },
  };
}

const dropped = (client: pg.Client, name: string) => client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`);
