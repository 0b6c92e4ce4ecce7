import { createHash, randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DAY_MS, firstBrand } from '@framelift/contracts';
import { changeFile } from './kept-file.ts';
import { type Env, ownUrlOf, parseSettings, readTogether, type SettingName, Settings, WrongSettings } from './settings.ts';
import { readPaypal, sandboxPaypal } from './paypal-settings.ts';
import { readStore } from './store-settings.ts';
import { findWeakSettings } from './weaknesses.ts';

export { sentencesOf, WrongSettings } from './settings.ts';

/** The settings that name a source of the public feeds, by its kind. */
const feedSettings = {
  code: ['FEEDS_CODE_URL', 'FEEDS_CODE_TOKEN', 'FEEDS_FREE_REPO', 'FEEDS_FORTNITE_REPO', 'FEEDS_STARS_REPO', 'FEEDS_TWEAK_REPOS'],
  texts: ['FEEDS_PREMIUM_VERSION_URL', 'FEEDS_PREMIUM_TWEAKS_URL', 'FEEDS_CUSTOMERS_URL'],
  chat: ['FEEDS_CHAT_URL', 'FEEDS_CHAT_INVITE', 'FEEDS_CHAT_TOKEN'],
  video: ['FEEDS_VIDEO_URL', 'FEEDS_VIDEO_CHANNEL', 'FEEDS_VIDEO_TOKEN', 'FEEDS_THUMBNAILS_URL'],
  people: ['FEEDS_PEOPLE_URL', 'FEEDS_AVATARS_URL', 'FEEDS_PEOPLE', 'FEEDS_PEOPLE_TOKEN'],
} as const satisfies Record<string, readonly SettingName[]>;
export type FeedKind = keyof typeof feedSettings;

/** All settings. */
export const settingNames = (): string[] => [...Object.keys(Settings.properties), ...secretSettings];

/** 32 bytes each, generated for an empty log; production lists missing and weak ones. */
export const secretMeanings = {
  JWT_SECRET: 'Signs tokens of signed-in accounts',
  MASTER_KEY: 'Wraps the keys of personal data',
  CLAIM_KEY: 'Hashes names and addresses for look-ups',
  ALTCHA_SECRET: 'Signs captcha challenges',
  HEAD_SIGNING_KEY: 'Signs the daily heads of the log and statements',
} as const;
type SecretName = keyof typeof secretMeanings;
const secretNames = Object.keys(secretMeanings) as SecretName[];
/** Each holds 32 bytes. */
const secretSettings = [...secretNames, 'BACKUP_KEY', 'JWT_SECRET_PREVIOUS'];

/** 32 bytes each. */
export type Secrets = Record<'jwt' | 'master' | 'claim' | 'altcha' | 'headSigning', Buffer> & {
  /** JWT_SECRET_PREVIOUS: while it is set, tokens signed with it remain valid until they expire. */
  jwtPrevious?: Buffer;
};

/** How to reach the brokers: over TLS, and as whom. @throws WrongSettings */
function kafkaSecurity({ KAFKA_SSL, KAFKA_SASL: mechanism, KAFKA_USERNAME: username, KAFKA_PASSWORD: password }: Settings) {
  const ssl = KAFKA_SSL === 'on';
  if (!mechanism) {
    if (username || password) throw new WrongSettings('KAFKA_SASL is missing: plain, scram-sha-256 or scram-sha-512');
    return { ssl };
  }
  if (!username || !password) throw new WrongSettings(`${username ? 'KAFKA_PASSWORD' : 'KAFKA_USERNAME'} is missing: KAFKA_SASL needs it`);
  return { ssl, sasl: { mechanism, username, password } };
}

/** Where backups go, and when. `to` undefined: nowhere. `archiveSeconds` 0: without an archive, as where backups go nowhere. */
export type BackupSettings = Config['backup'];

const S3_PLACE = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w!.*'()/-]*))?$/;

/** @throws WrongSettings */
function backupPlace(to: string | undefined, dataDir: string): { folder: string } | { bucket: string; prefix: string } | undefined {
  if (to === 'off') return undefined;
  if (!to?.includes('://')) return { folder: resolve(to ?? join(dataDir, 'backups')) };
  const [, bucket, prefix = ''] = S3_PLACE.exec(to) ?? [];
  if (!bucket) throw new WrongSettings('BACKUP_TO must be a folder, s3://bucket/prefix or off');
  return { bucket, prefix: prefix && `${prefix.replace(/\/+$/, '')}/` };
}

/** The sources of the public feeds (FEEDS_*). The content of the site names the subjects that are undefined. A feed without a subject is unavailable. */
export type FeedSources = ReturnType<typeof readFeeds>;

function readFeeds(env: Env, settings: Settings, production: boolean, store: ReturnType<typeof readStore>) {
  const isSet = (kind: FeedKind) => feedSettings[kind].some((name) => env[name]);
  const isUsed = (kind: FeedKind) => production || isSet(kind);
  const hasSandbox = !production && settings.FEEDS_SANDBOX === 'on';
  const or = (given: string[], isAsked: boolean) => (given.length ? given : isAsked ? undefined : []);
  return {
    /** Kinds served by the sandbox: in development those without a setting, unless FEEDS_SANDBOX=off. */
    sandboxed: hasSandbox ? (Object.keys(feedSettings) as FeedKind[]).filter((kind) => !isSet(kind)) : [],
    /** `owner/name` at the code host. */
    code: {
      url: settings.FEEDS_CODE_URL,
      token: settings.FEEDS_CODE_TOKEN,
      freeRepo: settings.FEEDS_FREE_REPO,
      fortniteRepo: settings.FEEDS_FORTNITE_REPO,
      starsRepo: settings.FEEDS_STARS_REPO,
      tweakRepos: or(settings.FEEDS_TWEAK_REPOS, isUsed('code')),
    },
    /** Addresses of raw text files. */
    texts: {
      premiumVersion: settings.FEEDS_PREMIUM_VERSION_URL,
      premiumTweaks: settings.FEEDS_PREMIUM_TWEAKS_URL,
      customers: settings.FEEDS_CUSTOMERS_URL,
    },
    chat: { url: settings.FEEDS_CHAT_URL, invite: settings.FEEDS_CHAT_INVITE, token: settings.FEEDS_CHAT_TOKEN },
    video: {
      url: settings.FEEDS_VIDEO_URL,
      channel: settings.FEEDS_VIDEO_CHANNEL,
      token: settings.FEEDS_VIDEO_TOKEN,
      thumbnailsUrl: settings.FEEDS_THUMBNAILS_URL ?? (isUsed('video') ? 'https://i.ytimg.com/vi' : undefined),
    },
    people: {
      url: settings.FEEDS_PEOPLE_URL,
      avatarsUrl: settings.FEEDS_AVATARS_URL,
      // The default source requires a token.
      ids: or(settings.FEEDS_PEOPLE, Boolean(env['FEEDS_PEOPLE_URL'] || settings.FEEDS_PEOPLE_TOKEN)),
      token: settings.FEEDS_PEOPLE_TOKEN,
    },
    /** `sandboxUrl` replaces the page where its host is not asked. */
    socials: {
      url: production ? firstBrand.socials! : undefined,
      sandboxUrl: hasSandbox && store.sandbox ? `${store.sandboxUrl}/socials` : null,
    },
    ttlSeconds: settings.FEEDS_TTL_SECONDS,
    timeoutMs: settings.FEEDS_TIMEOUT_MS,
  };
}

/** Without a trailing slash, as browsers write it. */
const originOf = (address: string): string => {
  const { origin, href, protocol } = URL.parse(address) ?? {};
  if (origin && /^https?:$/.test(protocol!) && href === `${origin}/`) return origin;
  throw new WrongSettings('PUBLIC_URL must be an address without a path, like https://framelift.example');
};

export const REFUSING = 'Refusing to start in production:';

/** Each is wrong by itself; those that need the settings read them again, as wrong ones are named once. */
const partsOf = (env: Env, production: boolean) => {
  const settings = () => parseSettings(env);
  return {
    weak: () => (production ? refuseWeak(env) : refuseShort(env)),
    settings,
    store: () => {
      const { PORT, HOST, SANDBOX_STORE_PORT = PORT ? PORT + 1 : 0 } = settings();
      return readStore(env, settings(), SANDBOX_STORE_PORT, ownUrlOf(HOST, SANDBOX_STORE_PORT));
    },
    publicUrl: () => {
      const { PUBLIC_URL, DOMAIN, HOST, PORT } = settings();
      return originOf(PUBLIC_URL ?? (DOMAIN ? `https://${DOMAIN}` : ownUrlOf(HOST, PORT)));
    },
    paypal: () => readPaypal(settings()),
    kafkaSecurity: () => kafkaSecurity(settings()),
    backupTo: () => backupPlace(settings().BACKUP_TO, resolve(settings().DATA_DIR)),
  };
};

function refuseWeak(env: Env): void {
  const found = findWeakSettings(env);
  if (found.length) throw new WrongSettings(found.join('\n'));
}

const refuseShort = (env: Env): void =>
  void readTogether(Object.fromEntries(secretSettings.filter((name) => env[name]).map((name) => [name, () => bytesOf(name, env[name]!)])));

/** The operator's settings (docs/reference.md#settings). Addresses are URLs, secrets are kept as given. */
export type Config = ReturnType<typeof readConfig>;

/** @throws WrongSettings with a sentence for each setting that is wrong */
export function readConfig(env: Env) {
  const production = env['NODE_ENV'] === 'production';
  const { settings, store, publicUrl, paypal, kafkaSecurity, backupTo } = readTogether(
    partsOf(env, production),
    production ? REFUSING : '',
  );
  const { PORT: port } = settings;
  const dataDir = resolve(settings.DATA_DIR);
  const erasureList = resolve(settings.ERASURE_LIST ?? join(dataDir, 'erasures'));
  return {
    production,
    host: settings.HOST,
    port,
    ownUrl: ownUrlOf(settings.HOST, port),
    publicUrl,
    trustProxy: settings.TRUST_PROXY,
    dataDir,
    databaseUrl: settings.DATABASE_URL,
    migrateDatabaseUrl: settings.MIGRATE_DATABASE_URL ?? settings.DATABASE_URL,
    kafkaBrokers: settings.KAFKA_BROKERS,
    kafkaSecurity,
    healthPort: settings.HEALTH_PORT,
    /** Where metrics are served: on a separate port without a token, on the site's port only with one. */
    metrics: { port: settings.METRICS_PORT, token: settings.METRICS_TOKEN },
    /** Systems that share a Kafka need separate topics. */
    kafkaTopic: settings.KAFKA_TOPIC,
    erasureList,
    /** The furthest event seen: next to the erasure list, because neither may be restored from a backup. */
    knownHead: join(dirname(erasureList), 'known-head'),
    store,
    /** Pays payout runs; null: there are only files for it. */
    paypal: paypal ?? (store.sandbox ? sandboxPaypal(store.sandboxUrl) : null),
    backup: {
      to: backupTo,
      everyHours: settings.BACKUP_EVERY_HOURS,
      keep: settings.BACKUP_KEEP,
      archiveSeconds: backupTo ? settings.ARCHIVE_SECONDS : 0,
      s3: { endpoint: settings.S3_ENDPOINT, accessKey: settings.S3_ACCESS_KEY, secretKey: settings.S3_SECRET_KEY },
    },
    witnesses: settings.WITNESSES,
    /** Webhooks may go to private addresses: for development. */
    webhooks: { allowPrivate: settings.WEBHOOK_ALLOW_PRIVATE === 'on' },
    mail: {
      /** smtp:// or smtps://, with name and password; undefined: no mail is sent outside. */
      smtpUrl: settings.SMTP_URL === 'none' ? undefined : settings.SMTP_URL,
      from: settings.MAIL_FROM,
      /** Mails are kept for /sandbox/mail instead of being sent; not on the internet, where everybody could read them. */
      sandbox: !production && settings.SMTP_URL === undefined && settings.DOMAIN === undefined,
      /** No mail server is set. */
      off: settings.SMTP_URL === 'none' || (settings.SMTP_URL === undefined && settings.DOMAIN !== undefined),
      missing: ['SMTP_URL', 'MAIL_FROM'].filter((name) => !env[name] || env[name] === 'none'),
    },
    /** Where security problems are reported; undefined: to the brand. */
    securityContact: settings.SECURITY_CONTACT,
    admin: { username: settings.ADMIN_USERNAME, email: settings.ADMIN_EMAIL, password: settings.ADMIN_PASSWORD },
    feeds: readFeeds(env, settings, production, store),
    /** Where spans are sent; undefined: nowhere. */
    tracing: { endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT, name: settings.OTEL_SERVICE_NAME },
    /** Admins can do nothing until they turn on two-factor login. */
    adminTotp: settings.ADMIN_TOTP === 'required',
    passwordMinimum: settings.PASSWORD_MIN,
    /** Requests allowed per address in ten seconds. */
    rateLimit: settings.RATE_LIMIT,
    /** Where newer versions are announced; undefined: nobody looks. */
    releasesUrl: settings.RELEASES_URL,
    /** How far business time is ahead of the log's; only in trials. */
    clockAheadMs: settings.CLOCK_AHEAD_DAYS * DAY_MS,
    logLevel: settings.LOG_LEVEL ?? (production ? 'info' : 'warn'),
  };
}

/** A setting of 32 bytes as hex or base64; any other text of sufficient length is hashed to 32 bytes. */
export const bytesOf = (name: string, text: string): Buffer => {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  if (text.length < 32) throw new WrongSettings(`${name} must be 64 hex digits or at least 32 characters`);
  return createHash('sha256').update(text).digest();
};

type Stored = Partial<Record<SecretName | 'BACKUP_KEY', string>>;

function storedIn(file: string, text = existsSync(file) ? readFileSync(file, 'utf8') : undefined): Stored {
  try {
    return text === undefined ? {} : JSON.parse(text);
  } catch {
    throw new WrongSettings(`${file} is damaged: restore it from a backup, as the log cannot be read without its keys`);
  }
}

/** The stored ones, of which another process may have generated some meanwhile: all of them have the same. */
function withGenerated(file: string, names: readonly (keyof Stored)[]): Stored {
  let stored: Stored = {};
  changeFile(file, (text) => {
    stored = storedIn(file, text);
    for (const name of names) stored[name] ??= randomBytes(32).toString('hex');
    return JSON.stringify(stored, null, 2);
  });
  return stored;
}

/** The secrets: from the environment, else from DATA_DIR/secrets.json (mode 0600), else generated there while the log is empty. */
export function readSecrets(config: Config, env: Env, logIsEmpty: boolean): Secrets {
  const file = join(config.dataDir, 'secrets.json');
  let stored = storedIn(file);
  const isSet = (n: SecretName) => Boolean(env[n] || stored[n]);
  const missing = secretNames.filter((n) => !isSet(n));
  if (missing.length && !logIsEmpty)
    throw new WrongSettings(`The log holds events, and ${missing.join(', ')} is neither set nor in ${file}`);
  if (missing.length) stored = withGenerated(file, missing);
  const found = Object.fromEntries(secretNames.map((n) => [n, env[n] || stored[n]])) as Partial<Record<SecretName, string>>;
  const of = (name: SecretName) => bytesOf(name, found[name]!);
  const previous = env['JWT_SECRET_PREVIOUS'];
  return {
    ...(previous ? { jwtPrevious: bytesOf('JWT_SECRET_PREVIOUS', previous) } : {}),
    jwt: of('JWT_SECRET'),
    master: of('MASTER_KEY'),
    claim: of('CLAIM_KEY'),
    altcha: of('ALTCHA_SECRET'),
    headSigning: of('HEAD_SIGNING_KEY'),
  };
}

/** The key of backups, 32 bytes: from the environment, else from DATA_DIR/secrets.json, else generated there. An earlier one opens earlier backups. */
export function readBackupKey({ dataDir }: Config, env: Env): Buffer {
  const file = join(dataDir, 'secrets.json');
  return bytesOf('BACKUP_KEY', env['BACKUP_KEY'] || storedIn(file).BACKUP_KEY || withGenerated(file, ['BACKUP_KEY']).BACKUP_KEY!);
}

const SECRET = /key|secret|token|password/i;

/** The settings in force, redacted: for a screen, a ticket or a log. */
export const redacted = (config: Config): object =>
  JSON.parse(
    JSON.stringify(config, (name, value: unknown) => {
      if (typeof value !== 'string') return value;
      if (SECRET.test(name) && name !== 'passwordMinimum') return `(set, ${value.length} characters)`;
      return value
        .replace(/(\w+:\/\/[^:/@\s]*:)[^@\s]*@/g, '$1***@')
        .replace(/([?&](?:\w*(?:key|secret|token|password))=)[^&]*/gi, '$1***');
    }),
  );
