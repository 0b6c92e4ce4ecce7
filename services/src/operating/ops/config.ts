import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { firstBrand } from '@framelift/contracts';
import { type Config, readConfig, redacted, REFUSING, sentencesOf, WrongSettings } from '../../platform/config.ts';
import { isAddress, isReachable } from '../../platform/address.ts';
import { readEnvironment } from '../../platform/environment.ts';
import { aboutFailure } from '../../platform/failures.ts';
import { missingForRestores, missingRights } from '../../platform/database-rights.ts';
import { connectFirst } from '../../platform/first-connection.ts';
import { CONFIG } from '../../platform/tokens.ts';
import { sendTestMail } from '../../reactors/mail/mail.sender.ts';
import { Mailer } from '../../reactors/mail/mailer.ts';
import type { StoreProvider } from '../../store/provider.ts';
import { providersOf } from '../../store/providers/selling.ts';
import { addCommand, type Group } from './program.ts';
import { type Result, WrongUse } from './result.ts';

interface Found {
  /** What keeps Framelift from starting, or does not work. */
  problems: string[];
  /** What works. */
  fine: string[];
  /** SQL that an administrator of the database server runs once. */
  statements?: string[];
}

const messageOf = async (error: unknown, { dataDir }: Pick<Config, 'dataDir'>): Promise<string> =>
  (await aboutFailure(error, dataDir)) ?? (error as Error).message;

/** The settings of the process, read as every program reads them. */
function readSettings(): Found & { config?: Config } {
  const problems: string[] = [];
  try {
    const { env, unknown } = readEnvironment(process.env, process.cwd());
    problems.push(...unknown);
    const config = readConfig(env);
    return { config, problems, fine: ['The settings are complete.'] };
  } catch (error) {
    if (!(error instanceof WrongSettings)) throw error;
    return { problems: [...problems, ...sentencesOf(error).filter((sentence) => sentence !== REFUSING)], fine: [] };
  }
}

/** `isThere`: whether it holds a log; only then opening the system changes nothing. */
async function lookAt({ databaseUrl, migrateDatabaseUrl, dataDir }: Config): Promise<{ isThere: boolean } & Found> {
  const found = { isThere: existsSync(join(dataDir, 'secrets.json')), problems: [], fine: [], statements: [] } as {
    isThere: boolean;
  } & Required<Found>;
  if (!databaseUrl) return found;
  const setting = migrateDatabaseUrl === databaseUrl ? 'DATABASE_URL' : 'MIGRATE_DATABASE_URL';
  await (await connectFirst(databaseUrl, 'DATABASE_URL')).end();
  const client = await connectFirst(migrateDatabaseUrl!, setting);
  try {
    found.isThere = (await client.query(`select to_regclass('log.head') is not null as there`)).rows[0].there;
    const missing = await missingRights(client, decodeURIComponent(new URL(databaseUrl).username));
    found.problems.push(...missing.map(({ what }) => `The role of ${setting} ${what}`));
    found.statements.push(...missing.map(({ statement }) => `${statement};`));
    const forRestores = await missingForRestores(client);
    if (forRestores)
      found.fine.push(
        `The role of ${setting} may not create databases: backups are restored on trial in the PostgreSQL that comes with Framelift. Only to restore one over a running system, run once: ${forRestores.statement};`,
      );
    return found;
  } finally {
    await client.end();
  }
}

async function checkDatabase(config: Config, look: () => Promise<void>): Promise<Found> {
  const { isThere, ...found } = await lookAt(config);
  if (found.problems.length) return found;
  if (isThere) await look();
  const says = isThere
    ? 'The database answers, and its log was written under these keys.'
    : 'The database is empty: the first start prepares it.';
  return { ...found, fine: [says, ...found.fine] };
}

const worksFine = (sentence: string): Found => ({ problems: [], fine: [sentence] });

/** Sends a mail by the server of SMTP_URL, as every mail is sent. */
async function sendMail(config: Config, to: string): Promise<string> {
  if (!config.mail.smtpUrl) throw new WrongSettings('SMTP_URL names no mail server: no mail is sent');
  const brand = { now: firstBrand };
  const mailer = new Mailer(config, undefined as never, brand);
  try {
    return `The mail server took a mail to ${to}: ${await sendTestMail(mailer, brand.now, config, 'operator', to)}`;
  } catch (error) {
    throw new Error(`The mail server of SMTP_URL did not take the mail: ${(error as Error).message}`, { cause: error });
  } finally {
    mailer.onApplicationShutdown();
  }
}

/** Asks for what was sold from now on: a call that a wrong address or key fails, and that changes nothing. */
async function ask(provider: StoreProvider): Promise<string> {
  for await (const _ of provider.completedSince(new Date().toISOString())) break;
  return `${provider.name} answered with its key.`;
}

async function askProviders({ store, publicUrl }: Config): Promise<Promise<string>[]> {
  if (store.sandbox) throw new WrongSettings('STORE_PROVIDER names no payment provider: the sandbox sells nothing');
  const { all } = providersOf(store, publicUrl, async () => []);
  return all.map(ask);
}

interface CheckOptions {
  mail?: string;
  provider?: boolean;
}

async function check({ mail, provider }: CheckOptions, look: () => Promise<void>): Promise<Result> {
  const { config, problems, fine } = readSettings();
  const statements: string[] = [];
  if (config) {
    const asked: Promise<Found>[] = [
      checkDatabase(config, look),
      ...(mail === undefined ? [] : [sendMail(config, mail).then(worksFine)]),
      ...(provider ? await askProviders(config).catch((error: Error) => [Promise.reject(error)]) : []).map((one) => one.then(worksFine)),
    ];
    for (const answer of await Promise.allSettled(asked))
      if (answer.status === 'fulfilled') {
        fine.push(...answer.value.fine);
        problems.push(...answer.value.problems);
        statements.push(...(answer.value.statements ?? []));
      } else problems.push(await messageOf(answer.reason, config));
  }
  const ok = !problems.length;
  const sql = statements.length ? ['An administrator of the database server runs once, in this database:', ...statements] : [];
  return { ok, json: { ok, problems, fine, statements }, text: [...fine, ...problems, ...sql].join('\n') };
}

/** The settings in force without secrets and passwords in addresses, and what is wrong with them. */
export const configCommand: Group = (program, run, _followers, alone) => {
  const config = addCommand(
    program,
    'config',
    'Shows the settings in force without the values of secrets.',
    'config --json',
    'config check --mail you@example.com --provider',
  ).action(() =>
    run(async (get) => {
      const settings = redacted(get(CONFIG));
      return { ok: true, json: settings, text: JSON.stringify(settings, null, 2) };
    }),
  );
  addCommand(config, 'check', 'Names everything that would keep Framelift from starting, and how to correct it.')
    .option('--mail <address>', 'also send a test mail there by the mail server')
    .option('--provider', 'also ask the payment provider')
    .action((options: CheckOptions) => {
      const { mail } = options;
      if (mail !== undefined && !(isAddress(mail) && isReachable(mail)))
        throw new WrongUse('--mail must be an address that mail can reach');
      return alone((look) => check(options, look));
    });
};
