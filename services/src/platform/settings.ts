import { rules, SELLING } from '@framelift/contracts';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { addresses, type AddressKind } from './setting-addresses.ts';

export class WrongSettings extends Error {}

export type Env = Record<string, string | undefined>;

const maybe = () => Type.Optional(Type.String());
const text = (usual: string) => Type.String({ default: usual });
const whole = (usual: number, minimum: number, maximum?: number) =>
  Type.Integer({ default: usual, minimum, ...(maximum === undefined ? {} : { maximum }) });
const list = () => Type.Array(Type.String(), { default: [] });
/** An address, which is read and refused as setting-addresses.ts says; `usual`: where none is set. */
const address = (kind: AddressKind) => Type.Optional(Type.String({ address: kind }));
const addressOr = (kind: AddressKind, usual: string) => Type.String({ address: kind, default: usual });
/** One of a few words, the first where none is set. */
const oneOf = <T extends string>(...words: [T, ...T[]]) => Type.Enum(words, { default: words[0] });

/** Every setting but the secrets (config.ts), as an operator writes it (docs/product.md#settings). An empty one counts as not set. */
export const Settings = Type.Object({
  NODE_ENV: maybe(),
  /** Where servers listen; without it at every address. */
  HOST: address('host'),
  PORT: whole(3000, 0, 65_535),
  PUBLIC_URL: maybe(),
  /** A number of hops, or addresses. */
  TRUST_PROXY: address('proxies'),
  DATA_DIR: text('.data'),
  DATABASE_URL: address('database'),
  MIGRATE_DATABASE_URL: address('database'),
  KAFKA_BROKERS: Type.Array(Type.String(), { default: [], address: 'broker' }),
  KAFKA_TOPIC: text('framelift.events'),
  HEALTH_PORT: whole(0, 0, 65_535),
  METRICS_PORT: whole(0, 0, 65_535),
  METRICS_TOKEN: maybe(),
  ERASURE_LIST: maybe(),
  STORE_PROVIDER: Type.Optional(Type.Enum(['sandbox', ...SELLING])),
  STORE_API_URL: address('web'),
  STORE_API_KEY: text('sandbox-key'),
  STORE_WEBHOOK_SECRET: text('sandbox-secret'),
  STRIPE_API_URL: address('web'),
  STRIPE_SECRET_KEY: maybe(),
  /** Two with a comma between them, while one is replaced. */
  STRIPE_WEBHOOK_SECRET: maybe(),
  /** Of its checkouts. */
  STRIPE_PRODUCT: maybe(),
  STRIPE_AUTOMATIC_TAX: oneOf('off', 'on'),
  STRIPE_BILLING_ADDRESS: oneOf('auto', 'required'),
  STRIPE_TERMS: oneOf('off', 'required'),
  STRIPE_INVOICES: oneOf('off', 'on'),
  STORE_RECONCILE_SECONDS: whole(60, 1),
  WEBHOOK_ALLOW_PRIVATE: oneOf('off', 'on'),
  SMTP_URL: address('mailServer'),
  MAIL_FROM: text('Framelift <mail@localhost>'),
  SANDBOX_STORE_PORT: Type.Optional(Type.Integer({ minimum: 0, maximum: 65_535 })),
  ADMIN_USERNAME: text('admin'),
  ADMIN_EMAIL: address('email'),
  ADMIN_PASSWORD: maybe(),
  ADMIN_TOTP: oneOf('optional', 'required'),
  PASSWORD_MIN: whole(rules.passwordMinimum, 6),
  RATE_LIMIT: whole(2000, 1),
  LOG_LEVEL: Type.Optional(Type.Enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])),
  /** For trials: business time is so many days ahead of the log's (docs/decisions/0080-a-trial-may-move-business-time.md). */
  CLOCK_AHEAD_DAYS: whole(0, 0, 3_650),
  FEEDS_SANDBOX: oneOf('on', 'off'),
  FEEDS_TTL_SECONDS: whole(900, 1),
  FEEDS_TIMEOUT_MS: whole(4000, 1),
  FEEDS_CODE_URL: addressOr('web', 'https://api.github.com'),
  FEEDS_CODE_TOKEN: maybe(),
  FEEDS_FREE_REPO: maybe(),
  FEEDS_FORTNITE_REPO: maybe(),
  FEEDS_STARS_REPO: maybe(),
  FEEDS_TWEAK_REPOS: list(),
  FEEDS_PREMIUM_VERSION_URL: address('web'),
  FEEDS_PREMIUM_TWEAKS_URL: address('web'),
  FEEDS_CUSTOMERS_URL: address('web'),
  FEEDS_CHAT_URL: addressOr('web', 'https://discord.com/api/v10'),
  FEEDS_CHAT_INVITE: maybe(),
  FEEDS_CHAT_TOKEN: maybe(),
  FEEDS_VIDEO_URL: addressOr('web', 'https://www.googleapis.com/youtube/v3'),
  FEEDS_VIDEO_CHANNEL: maybe(),
  FEEDS_VIDEO_TOKEN: maybe(),
  FEEDS_THUMBNAILS_URL: address('web'),
  FEEDS_PEOPLE_URL: addressOr('web', 'https://discord.com/api/v10/users'),
  FEEDS_AVATARS_URL: addressOr('web', 'https://cdn.discordapp.com/avatars'),
  FEEDS_PEOPLE: list(),
  FEEDS_PEOPLE_TOKEN: maybe(),
  OTEL_EXPORTER_OTLP_ENDPOINT: address('web'),
  /** The exporter reads them itself. */
  OTEL_EXPORTER_OTLP_HEADERS: maybe(),
  OTEL_SERVICE_NAME: text('framelift'),
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

function parse(name: string, schema: Setting, said?: string) {
  const value = said ? (read[schema.type!] ?? String)(said) : schema.default;
  if (said && schema.address) return parseAddress(name, schema.address, value as string | string[]);
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

/** @throws WrongSettings */
export const parseSettings = (env: Env): Settings =>
  Object.fromEntries(Object.entries(Settings.properties).map(([name, schema]) => [name, parse(name, schema, env[name])])) as Settings;
