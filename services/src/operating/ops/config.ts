import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { firstBrand } from '@framelift/contracts';
import { type Config, readConfig, redacted, REFUSING, sentencesOf, WrongSettings } from '../../platform/config.ts';
import { isAddress, isReachable } from '../../platform/address.ts';
import { readEnvironment } from '../../platform/environment.ts';
import { aboutFailure } from '../../platform/failures.ts';
import { connectFirst, type DatabaseSetting } from '../../platform/first-connection.ts';
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

/** Whether a log is there already: only then opening the system changes nothing. */
async function holdsLog({ databaseUrl, migrateDatabaseUrl, dataDir }: Config): Promise<boolean> {
  if (!databaseUrl) return existsSync(join(dataDir, 'secrets.json'));
  const addresses = Object.entries({ DATABASE_URL: databaseUrl, MIGRATE_DATABASE_URL: migrateDatabaseUrl! });
  let isThere = false;
  for (const [setting, address] of addresses) {
    const client = await connectFirst(address, setting as DatabaseSetting);
    const { rows } = await client.query<{ there: boolean }>(`select to_regclass('log.head') is not null as there`);
    isThere = rows[0]!.there;
    await client.end();
  }
  return isThere;
}

async function checkDatabase(config: Config, look: () => Promise<void>): Promise<string> {
  if (!(await holdsLog(config))) return 'The database is empty: the first start prepares it.';
  await look();
  return 'The database answers, and its log was written under these keys.';
}

/** By the server of SMTP_URL, as every mail. */
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
  if (config) {
    const asked = [
      checkDatabase(config, look),
      ...(mail === undefined ? [] : [sendMail(config, mail)]),
      ...(provider ? await askProviders(config).catch((error: Error) => [Promise.reject(error)]) : []),
    ];
    for (const answer of await Promise.allSettled(asked))
      if (answer.status === 'fulfilled') fine.push(answer.value);
      else problems.push(await messageOf(answer.reason, config));
  }
  const ok = !problems.length;
  return { ok, json: { ok, problems, fine }, text: [...fine, ...problems].join('\n') };
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
