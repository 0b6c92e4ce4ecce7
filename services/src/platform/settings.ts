import { rules, SELLING } from '@framelift/contracts';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { addresses, type AddressKind } from './setting-addresses.ts';

export class WrongSettings extends Error {}

/** Every part. @throws WrongSettings with a sentence about each that is wrong, after `opening`, so that they are corrected together */
export function readTogether<T extends object>(parts: { [K in keyof T]: () => T[K] }, opening = ''): T {
  const wrong = new Set<string>();
  const read = Object.entries<() => unknown>(parts).map(([name, part]) => {
    try {
      return [name, part()] as const;
    } catch (error) {
      if (!(error instanceof WrongSettings)) throw error;
      for (const sentence of sentencesOf(error)) wrong.add(sentence);
      return [name, undefined] as const;
    }
  });
  if (wrong.size) throw new WrongSettings([...(opening ? [opening] : []), ...wrong].join(opening ? '\n  ' : '\n'));
  return Object.fromEntries(read) as T;
}

/** The sentences of an error about several settings. */
export const sentencesOf = (error: WrongSettings): string[] => error.message.split('\n').map((line) => line.trim());

export type Env = Record<string, string | undefined>;

// Each starts with its description for docs/reference.md.
const maybe = (description: string) => Type.Optional(Type.String({ description }));
const text = (description: string, usual: string) => Type.String({ description, default: usual });
const whole = (description: string, usual: number, minimum: number, maximum?: number) =>
  Type.Integer({ description, default: usual, minimum, ...(maximum === undefined ? {} : { maximum }) });
const list = (description: string) => Type.Array(Type.String(), { description, default: [] });
/** An address, parsed and refused by setting-addresses.ts; `usual`: the default. */
const address = (description: string, kind: AddressKind) => Type.Optional(Type.String({ description, address: kind }));
const addressOr = (description: string, kind: AddressKind, usual: string) => Type.String({ description, address: kind, default: usual });
/** One of a few words; the first is the default. */
const oneOf = <T extends string>(description: string, ...words: [T, ...T[]]) => Type.Enum(words, { description, default: words[0] });

/** Every setting except the secrets (config.ts), as an operator writes it; see docs/reference.md. An empty one counts as not set. */
export const Settings = Type.Object({
  NODE_ENV: maybe('`production` refuses what is missing, weak or made for trials'),
  HOST: address('Where servers listen; empty: at every address. `127.0.0.1` behind a proxy on the same machine', 'host'),
  PORT: whole('Port of site and API', 3000, 0, 65_535),
  DOMAIN: address('Name of this server on the internet. Caddy gets its certificate for it, and PUBLIC_URL is https://DOMAIN', 'domain'),
  PUBLIC_URL: maybe('The address of site and API, without a path. Default: https://DOMAIN, else localhost with PORT'),
  TRUST_PROXY: address(
    'Number of proxies in front (0: none), or their addresses; their forwarded client address is trusted. Required in production',
    'proxies',
  ),
  DATA_DIR: text('Folder of the embedded PostgreSQL, the generated secrets (mode 0600) and the erasure list', '.data'),
  DATABASE_URL: address('PostgreSQL 15 or newer, reached directly. Empty: the embedded one', 'database'),
  MIGRATE_DATABASE_URL: address('The same database as the role that owns the schema', 'database'),
  KAFKA_BROKERS: Type.Array(Type.String(), {
    description: 'Brokers, separated by commas. Set: events reach the read models over Kafka',
    default: [],
    address: 'broker',
  }),
  KAFKA_TOPIC: text('Topic of the log', 'framelift.events'),
  KAFKA_SSL: oneOf('`on`: TLS with the brokers. NODE_EXTRA_CA_CERTS names a file with the authority of their certificates', 'off', 'on'),
  KAFKA_SASL: Type.Optional(
    Type.Enum(['plain', 'scram-sha-256', 'scram-sha-512'], {
      description: 'How to sign in at the brokers, with KAFKA_USERNAME and KAFKA_PASSWORD',
    }),
  ),
  KAFKA_USERNAME: maybe('Name at the brokers'),
  KAFKA_PASSWORD: maybe('Password at the brokers'),
  HEALTH_PORT: whole('Port where relay and projectors answer `/health/live` and `/health/ready`; 0: none', 0, 0, 65_535),
  METRICS_PORT: whole('Port of `/metrics` without a token; 0: none', 0, 0, 65_535),
  METRICS_TOKEN: maybe('Opens `/metrics` on PORT with this token as `Authorization: Bearer`'),
  ERASURE_LIST: maybe('File of erased people. Never restore it from a backup. Default: in DATA_DIR'),
  BACKUP_TO: maybe('Where backups go: a folder, or `s3://bucket/prefix`; `off`: nowhere. Default: the folder backups in DATA_DIR'),
  BACKUP_EVERY_HOURS: whole('Hours between two backups', 24, 1, 24 * 365),
  BACKUP_KEEP: whole('How many backups are kept; of older ones, one of each of eight weeks', 14, 1, 1_000),
  ARCHIVE_SECONDS: whole('Seconds until new events are in the archive beside the backups; 0: backups only', 5, 0, 3_600),
  WITNESSES: Type.Array(Type.String(), {
    description: 'Witnesses of the log, separated by commas: address, a space, verifier key (deploy/RUNBOOK.md#witnesses)',
    default: [],
    address: 'witness',
  }),
  S3_ENDPOINT: address('Object store of backups: address, if it is not Amazon’s', 'web'),
  S3_ACCESS_KEY: maybe('Object store of backups: key'),
  S3_SECRET_KEY: maybe('Object store of backups: its secret'),
  STORE_PROVIDER: Type.Optional(
    Type.Enum(['sandbox', ...SELLING], {
      description: 'Who opens new checkouts. Default: sellauth if set up, otherwise sandbox, which production refuses',
    }),
  ),
  STORE_API_URL: address('SellAuth: address of its API', 'web'),
  STORE_API_KEY: text('SellAuth: API key', 'sandbox-key'),
  STORE_WEBHOOK_SECRET: text('SellAuth: secret of its notifications', 'sandbox-secret'),
  STRIPE_API_URL: address('Stripe: another address of its API', 'web'),
  STRIPE_SECRET_KEY: maybe('Stripe: secret key'),
  STRIPE_WEBHOOK_SECRET: maybe('Stripe: secret of its notifications; two, separated by a comma, during a rotation'),
  STRIPE_PRODUCT: maybe('Stripe: id of the product to sell, with its tax code. Empty: each checkout names the product'),
  STRIPE_AUTOMATIC_TAX: oneOf('Stripe: `on` computes tax', 'off', 'on'),
  STRIPE_BILLING_ADDRESS: oneOf('Stripe: `required` asks each buyer for a billing address', 'auto', 'required'),
  STRIPE_TERMS: oneOf('Stripe: `required` asks each buyer to accept the terms that the Stripe dashboard names', 'off', 'required'),
  STRIPE_INVOICES: oneOf('Stripe: `on` makes an invoice of each sale', 'off', 'on'),
  STORE_RECONCILE_SECONDS: whole('Seconds between two polls of invoices, and of payments at PayPal', 60, 1),
  PAYPAL_API_URL: address('PayPal: another address of its API', 'web'),
  PAYPAL_CLIENT_ID: maybe('PayPal: client id of an app with payouts. Empty: payout runs have a file for PayPal only'),
  PAYPAL_SECRET: maybe('PayPal: secret of the app'),
  PAYPAL_WEBHOOK_ID: maybe('PayPal: id of the webhook that calls `/api/paypal/notifications`. Empty: PayPal is only polled'),
  WEBHOOK_ALLOW_PRIVATE: oneOf('For development: `on` lets webhooks go to private addresses', 'off', 'on'),
  SMTP_URL: address(
    'Mail server (`smtps://…`); `none`: no mail; empty: the sandbox mailbox, or no mail if DOMAIN is set. Required in production',
    'mailServer',
  ),
  MAIL_FROM: text(
    'Sender of mails, `Name <address>`; an address alone has the name of the brand. Required in production',
    'mail@localhost',
  ),
  SECURITY_CONTACT: address('Where `/.well-known/security.txt` asks for reports. Default: the support address of the brand', 'contact'),
  SANDBOX_STORE_PORT: Type.Optional(
    Type.Integer({ description: 'Port of the sandbox store. Default: PORT + 1', minimum: 0, maximum: 65_535 }),
  ),
  ADMIN_USERNAME: text('The first admin', 'admin'),
  ADMIN_EMAIL: address('E-mail address of the first admin; certificates are ordered in its name', 'email'),
  ADMIN_PASSWORD: maybe('Password of the first admin. Default: generated and printed once'),
  ADMIN_TOTP: oneOf('`required`: admins must use two-factor authentication', 'optional', 'required'),
  PASSWORD_MIN: whole('Shortest password, in characters', rules.passwordMinimum, 6),
  RATE_LIMIT: whole('Requests of one address in 10 s', 2000, 1),
  LOG_LEVEL: Type.Optional(
    Type.Enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      description: 'Default: info in production, otherwise warn',
    }),
  ),
  RELEASES_URL: address(
    'Where newer versions are announced: a list of releases or tags (`https://api.github.com/repos/OWNER/NAME/releases`), or its Atom feed. Asked once a day; Home mentions a newer one. Empty: nowhere',
    'web',
  ),
  CLOCK_AHEAD_DAYS: whole(
    'For trials: days that business time is ahead (docs/decisions/0030-business-time-may-be-moved-in-a-trial.md). Production refuses it',
    0,
    0,
    3_650,
  ),
  FEEDS_SANDBOX: oneOf('`off`: no example data for public sources without a setting. Always off in production', 'on', 'off'),
  FEEDS_TTL_SECONDS: whole('Seconds for which an answer of a public source is kept', 900, 1),
  FEEDS_TIMEOUT_MS: whole('Time limit of a request to a public source, ms', 4000, 1),
  FEEDS_CODE_URL: addressOr('Code host: address of its API', 'web', 'https://api.github.com'),
  FEEDS_CODE_TOKEN: maybe('Code host: token'),
  FEEDS_FREE_REPO: maybe('Code host: `owner/name` of the free version'),
  FEEDS_FORTNITE_REPO: maybe('Code host: `owner/name` of the Fortnite version'),
  FEEDS_STARS_REPO: maybe('Code host: `owner/name` whose stars the site shows'),
  FEEDS_TWEAK_REPOS: list('Code host: `owner/name` of each free tweak, separated by commas. Default: those of the published tweaks'),
  FEEDS_PREMIUM_VERSION_URL: address('Text file with the version of Premium', 'web'),
  FEEDS_PREMIUM_TWEAKS_URL: address('Text file with the number of tweaks in Premium', 'web'),
  FEEDS_CUSTOMERS_URL: address('Text file with the number of customers', 'web'),
  FEEDS_CHAT_URL: addressOr('Chat: address of its API', 'web', 'https://discord.com/api/v10'),
  FEEDS_CHAT_INVITE: maybe('Chat: code of the invite whose members the site shows'),
  FEEDS_CHAT_TOKEN: maybe('Chat: token'),
  FEEDS_VIDEO_URL: addressOr('Video host: address of its API', 'web', 'https://www.googleapis.com/youtube/v3'),
  FEEDS_VIDEO_CHANNEL: maybe('Video host: id of the channel'),
  FEEDS_VIDEO_TOKEN: maybe('Video host: key'),
  FEEDS_THUMBNAILS_URL: address('Video host: address of its thumbnails', 'web'),
  FEEDS_PEOPLE_URL: addressOr('People: address of the API with names and pictures', 'web', 'https://discord.com/api/v10/users'),
  FEEDS_AVATARS_URL: addressOr('People: address of their pictures', 'web', 'https://cdn.discordapp.com/avatars'),
  FEEDS_PEOPLE: list('People: ids, separated by commas. Default: the published team and reviewers'),
  FEEDS_PEOPLE_TOKEN: maybe('People: token'),
  OTEL_EXPORTER_OTLP_ENDPOINT: address('Where spans of requests and their events go; empty: nowhere', 'web'),
  OTEL_EXPORTER_OTLP_HEADERS: maybe('Headers of the exporter, which reads them itself'),
  OTEL_SERVICE_NAME: text('Name of the service in spans', 'framelift'),
});
export type Settings = Static<typeof Settings>;
export type SettingName = keyof Settings;

const read: Record<string, (text: string) => unknown> = {
  integer: Number,
  array: (words) =>
    words
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean),
};

interface Setting extends TSchema {
  type?: string;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  enum?: string[];
  address?: AddressKind;
}

function parse(name: string, schema: Setting, text?: string) {
  const value = text ? (read[schema.type!] ?? String)(text) : schema.default;
  if (text && schema.address) return parseAddress(name, schema.address, value as string | string[]);
  if (value === undefined || Value.Check(schema, value)) return value;
  const { minimum, maximum } = schema;
  const numbers = `of at least ${minimum}${maximum === undefined ? '' : ` and at most ${maximum}`}`;
  const expected = schema.enum ? schema.enum.join(' or ') : `a whole number ${numbers}`;
  throw new WrongSettings(`${name} must be ${expected}`);
}

function parseAddress(name: string, kind: AddressKind, given: string | string[]): string | string[] {
  const { form, read: readAddress } = addresses[kind];
  const read = [given].flat().map(readAddress);
  if (read.includes(undefined)) throw new WrongSettings(`${name} must be ${form}`);
  return Array.isArray(given) ? (read as string[]) : read[0]!;
}

/** One of them, whatever the others are. @throws WrongSettings */
const parseSetting = <Name extends SettingName>(name: Name, env: Env): Settings[Name] =>
  parse(name, Settings.properties[name], env[name]) as Settings[Name];

/** @throws WrongSettings with a sentence for each */
export const parseSettings = (env: Env): Settings =>
  readTogether(
    Object.fromEntries(Object.entries(Settings.properties).map(([name, schema]) => [name, () => parse(name, schema, env[name])])),
  ) as Settings;

/** How this machine reaches its own port: via HOST, unless that means every address. */
export const ownUrlOf = (host: string | undefined, port: number): string => {
  const name = !host || ['::', '0.0.0.0'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${name}:${port}`;
};

/** The same of a server with these settings. @throws WrongSettings */
export const ownAddress = (env: Env): string => ownUrlOf(parseSetting('HOST', env), parseSetting('PORT', env));
