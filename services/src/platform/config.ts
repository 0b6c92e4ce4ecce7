import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { rules } from '@framelift/contracts';
import { guides, videoIdOf } from '@framelift/contracts/content/guides';
import { reviews } from '@framelift/contracts/content/reviews';
import { team } from '@framelift/contracts/content/team';
import { tweaks } from '@framelift/contracts/content/tweaks';
import { weaknesses } from './weaknesses.ts';

/** What an operator sets (docs/product.md#settings). Addresses are URLs, secrets are kept as they were given. */
export interface Config {
  production: boolean;
  port: number;
  publicUrl: string;
  trustProxy: string | undefined;
  dataDir: string;
  databaseUrl: string | undefined;
  migrateDatabaseUrl: string | undefined;
  kafkaBrokers: string[];
  /** Systems that share a Kafka need a topic each. */
  kafkaTopic: string;
  /** Where relay and projectors answer health checks. */
  healthPort: number;
  erasureList: string;
  store: { apiUrl: string; apiKey: string; webhookSecret: string; reconcileSeconds: number; sandbox: boolean; sandboxPort: number };
  admin: { username: string; password: string | undefined };
  feeds: FeedSources;
  passwordMinimum: number;
  /** Admins may do nothing before they turned on two-factor sign-in (ADMIN_TOTP=required). */
  adminTotp: boolean;
  /** Requests one address may make in ten seconds. */
  rateLimit: number;
  logLevel: string;
}

/** The settings that name a source of the public feeds, by its kind. */
const feedSettings = {
  code: ['FEEDS_CODE_URL', 'FEEDS_CODE_TOKEN', 'FEEDS_FREE_REPO', 'FEEDS_FORTNITE_REPO', 'FEEDS_STARS_REPO', 'FEEDS_TWEAK_REPOS'],
  texts: ['FEEDS_PREMIUM_VERSION_URL', 'FEEDS_PREMIUM_TWEAKS_URL', 'FEEDS_CUSTOMERS_URL'],
  chat: ['FEEDS_CHAT_URL', 'FEEDS_CHAT_INVITE', 'FEEDS_CHAT_TOKEN'],
  video: ['FEEDS_VIDEO_URL', 'FEEDS_VIDEO_CHANNEL', 'FEEDS_VIDEO_TOKEN', 'FEEDS_THUMBNAILS_URL'],
  people: ['FEEDS_PEOPLE_URL', 'FEEDS_AVATARS_URL', 'FEEDS_PEOPLE', 'FEEDS_PEOPLE_TOKEN'],
} as const;
export type FeedKind = keyof typeof feedSettings;

/**
 * Where the public feeds read (FEEDS_*). What a source is asked for and has no setting comes from the contracts' content files:
 * repositories of tweaks, people, videos. A feed whose subject is not known is unavailable, and its source is not asked.
 */
export interface FeedSources {
  /** Kinds that the sandbox of the sources answers: in development those of which nothing is set, unless FEEDS_SANDBOX=off. */
  sandboxed: FeedKind[];
  /** `owner/name` at the code host; its API is FEEDS_CODE_URL. */
  code: {
    url: string;
    token: string | undefined;
    freeRepo: string | undefined;
    fortniteRepo: string | undefined;
    starsRepo: string | undefined;
    tweakRepos: string[];
  };
  /** Addresses of raw text files. */
  texts: { premiumVersion: string | undefined; premiumTweaks: string | undefined; customers: string | undefined };
  chat: { url: string; invite: string | undefined; token: string | undefined };
  /** `ids`: the videos that the site shows, whose thumbnails stand below `thumbnailsUrl`. */
  video: { url: string; channel: string | undefined; token: string | undefined; thumbnailsUrl: string | undefined; ids: string[] };
  people: { url: string; avatarsUrl: string; ids: string[]; token: string | undefined };
  ttlSeconds: number;
  timeoutMs: number;
}

const secretNames = ['JWT_SECRET', 'MASTER_KEY', 'CLAIM_KEY', 'ALTCHA_SECRET', 'HEAD_SIGNING_KEY'] as const;
type SecretName = (typeof secretNames)[number];

/** 32 bytes each. */
export type Secrets = Record<'jwt' | 'master' | 'claim' | 'altcha' | 'headSigning', Buffer> & {
  /** JWT_SECRET_PREVIOUS: while it is set, tokens signed with it are good until they expire. */
  jwtPrevious?: Buffer;
};

export class WrongSettings extends Error {}

type Env = Record<string, string | undefined>;

const whole = (env: Env, name: string, fallback: number, minimum: number): number => {
  const value = env[name] ? Number(env[name]) : fallback;
  if (!Number.isSafeInteger(value) || value < minimum) throw new WrongSettings(`${name} must be a whole number of at least ${minimum}`);
  return value;
};

/** One of a few words; the first where none is set. */
const chosen = (env: Env, name: string, words: readonly string[]): string => {
  const value = env[name] || words[0]!;
  if (!words.includes(value)) throw new WrongSettings(`${name} must be ${words.join(' or ')}`);
  return value;
};

const listed = (value: string | undefined): string[] =>
  (value ?? '')
    .split(',')
    .map((v) => v.trim())
    .filter(Boolean);

const orContent = (value: string | undefined, content: string[]): string[] => (value ? listed(value) : content);

/** Everybody whose name and picture the site shows. */
export const peopleIds = [...new Set([...team, ...reviews].map(({ discordId }) => discordId))];

function readFeeds(env: Env, production: boolean): FeedSources {
  const isSet = (kind: FeedKind) => feedSettings[kind].some((name) => env[name]);
  const asked = (kind: FeedKind) => production || isSet(kind);
  const sandbox = chosen(env, 'FEEDS_SANDBOX', production ? ['off'] : ['on', 'off']) === 'on';
  const sources = readSources(env, asked);
  return { ...sources, sandboxed: sandbox ? (Object.keys(feedSettings) as FeedKind[]).filter((kind) => !isSet(kind)) : [] };
}

const readSources = (env: Env, asked: (kind: FeedKind) => boolean): Omit<FeedSources, 'sandboxed'> => ({
  code: {
    url: env['FEEDS_CODE_URL'] || 'https://api.github.com',
    token: env['FEEDS_CODE_TOKEN'] || undefined,
    freeRepo: env['FEEDS_FREE_REPO'] || undefined,
    fortniteRepo: env['FEEDS_FORTNITE_REPO'] || undefined,
    starsRepo: env['FEEDS_STARS_REPO'] || undefined,
    tweakRepos: orContent(env['FEEDS_TWEAK_REPOS'], asked('code') ? tweaks.map(({ repo }) => repo) : []),
  },
  texts: {
    premiumVersion: env['FEEDS_PREMIUM_VERSION_URL'] || undefined,
    premiumTweaks: env['FEEDS_PREMIUM_TWEAKS_URL'] || undefined,
    customers: env['FEEDS_CUSTOMERS_URL'] || undefined,
  },
  chat: {
    url: env['FEEDS_CHAT_URL'] || 'https://discord.com/api/v10',
    invite: env['FEEDS_CHAT_INVITE'] || undefined,
    token: env['FEEDS_CHAT_TOKEN'] || undefined,
  },
  video: {
    url: env['FEEDS_VIDEO_URL'] || 'https://www.googleapis.com/youtube/v3',
    channel: env['FEEDS_VIDEO_CHANNEL'] || undefined,
    token: env['FEEDS_VIDEO_TOKEN'] || undefined,
    thumbnailsUrl: env['FEEDS_THUMBNAILS_URL'] || (asked('video') ? 'https://i.ytimg.com/vi' : undefined),
    ids: [...Object.values(guides).map(({ url }) => url), ...tweaks.map(({ videoUrl }) => videoUrl)].map(videoIdOf),
  },
  people: {
    url: env['FEEDS_PEOPLE_URL'] || 'https://discord.com/api/v10/users',
    avatarsUrl: env['FEEDS_AVATARS_URL'] || 'https://cdn.discordapp.com/avatars',
    // The usual source answers only with a token.
    ids: orContent(env['FEEDS_PEOPLE'], env['FEEDS_PEOPLE_URL'] || env['FEEDS_PEOPLE_TOKEN'] ? peopleIds : []),
    token: env['FEEDS_PEOPLE_TOKEN'] || undefined,
  },
  ttlSeconds: whole(env, 'FEEDS_TTL_SECONDS', 900, 1),
  timeoutMs: whole(env, 'FEEDS_TIMEOUT_MS', 4000, 1),
});

/** Without a slash at the end, as browsers write it. */
const originOf = (address: string): string => {
  const { origin, href, protocol } = URL.parse(address) ?? {};
  if (origin && /^https?:$/.test(protocol!) && href === `${origin}/`) return origin;
  throw new WrongSettings('PUBLIC_URL must be an address without a path, like https://framelift.example');
};

export function readConfig(env: Env): Config {
  const production = env['NODE_ENV'] === 'production';
  const dataDir = resolve(env['DATA_DIR'] || '.data');
  const port = whole(env, 'PORT', 3000, 0);
  const sandbox = !env['STORE_API_URL'];
  const sandboxPort = whole(env, 'SANDBOX_STORE_PORT', port ? port + 1 : 0, 0);
  if (production) {
    const found = weaknesses(env);
    if (found.length) throw new WrongSettings(['Refusing to start in production:', ...found].join('\n  '));
  }
  return {
    production,
    port,
    publicUrl: originOf(env['PUBLIC_URL'] || `http://localhost:${port}`),
    trustProxy: env['TRUST_PROXY'] || undefined,
    dataDir,
    databaseUrl: env['DATABASE_URL'] || undefined,
    migrateDatabaseUrl: env['MIGRATE_DATABASE_URL'] || env['DATABASE_URL'] || undefined,
    kafkaBrokers: (env['KAFKA_BROKERS'] ?? '')
      .split(',')
      .map((b) => b.trim())
      .filter(Boolean),
    healthPort: whole(env, 'HEALTH_PORT', 0, 0),
    kafkaTopic: env['KAFKA_TOPIC'] || 'framelift.events',
    erasureList: resolve(env['ERASURE_LIST'] || join(dataDir, 'erasures')),
    store: {
      apiUrl: env['STORE_API_URL'] || `http://localhost:${sandboxPort}`,
      apiKey: env['STORE_API_KEY'] || 'sandbox-key',
      webhookSecret: env['STORE_WEBHOOK_SECRET'] || 'sandbox-secret',
      reconcileSeconds: whole(env, 'STORE_RECONCILE_SECONDS', 60, 1),
      sandbox,
      sandboxPort,
    },
    admin: { username: env['ADMIN_USERNAME'] || 'admin', password: env['ADMIN_PASSWORD'] || undefined },
    feeds: readFeeds(env, production),
    adminTotp: chosen(env, 'ADMIN_TOTP', ['optional', 'required']) === 'required',
    passwordMinimum: whole(env, 'PASSWORD_MIN', rules.passwordMinimum, 6),
    rateLimit: whole(env, 'RATE_LIMIT', 2000, 1),
    logLevel: env['LOG_LEVEL'] || (production ? 'info' : 'warn'),
  };
}

/** A setting of 32 bytes as hex or base64; anything else that is long enough is hashed to 32 bytes. */
export const bytesOf = (name: string, text: string): Buffer => {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex');
  if (text.length < 32) throw new WrongSettings(`${name} must be 64 hex digits or at least 32 characters`);
  return createHash('sha256').update(text).digest();
};

/**
 * The secrets: from the environment, else from DATA_DIR/secrets.json (mode 0600), else generated there, but only while the
 * log is empty: a log written under other keys must not be opened with new ones.
 */
export function readSecrets(config: Config, env: Env, logIsEmpty: boolean): Secrets {
  const file = join(config.dataDir, 'secrets.json');
  const stored: Partial<Record<SecretName, string>> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const found = Object.fromEntries(secretNames.map((n) => [n, env[n] || stored[n]])) as Partial<Record<SecretName, string>>;
  const missing = secretNames.filter((n) => !found[n]);
  if (missing.length) {
    if (!logIsEmpty) throw new WrongSettings(`The log holds events, and ${missing.join(', ')} is neither set nor in ${file}`);
    for (const name of missing) found[name] = stored[name] = randomBytes(32).toString('hex');
    mkdirSync(config.dataDir, { recursive: true });
    writeFileSync(file, JSON.stringify(stored, null, 2), { mode: 0o600 });
  }
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

const SECRET = /key|secret|token|password/i;

/** The settings as they are in force, without what must not be read: for a screen, a ticket, a log. */
export const shown = (config: Config): object =>
  JSON.parse(
    JSON.stringify(config, (name, value: unknown) => {
      if (typeof value !== 'string') return value;
      if (SECRET.test(name) && name !== 'passwordMinimum') return `(set, ${value.length} characters)`;
      return value
        .replace(/(\w+:\/\/[^:/@\s]*:)[^@\s]*@/g, '$1***@')
        .replace(/([?&](?:\w*(?:key|secret|token|password))=)[^&]*/gi, '$1***');
    }),
  );
