import { SELLING } from '@framelift/contracts';
import { sandboxPaypalKeys } from './paypal-settings.ts';
import type { Env } from './settings.ts';
import { chosenBy, providerRemedies, providerSettings, sandboxSecrets } from './store-settings.ts';

/** Minimum length of a secret in characters; ours are 64 hex digits. */
const MIN_CHARACTERS = 32;
/** The provider determines the length of its keys. */
const MIN_PROVIDER_CHARACTERS = 16;
const MIN_DISTINCT_CHARACTERS = 8;

const needed = ['JWT_SECRET', 'MASTER_KEY', 'CLAIM_KEY', 'ALTCHA_SECRET', 'HEAD_SIGNING_KEY'];
const others: string[] = [
  ...SELLING.flatMap((provider) => providerSettings[provider].filter((name) => !name.endsWith('_URL'))),
  'PAYPAL_SECRET',
];
const optional = ['JWT_SECRET_PREVIOUS', 'BACKUP_KEY', 'ADMIN_PASSWORD', 'METRICS_TOKEN'];
const MAKE_IT = 'make it with `openssl rand -hex 32`';
/** What production needs, and how to get it. */
const remedies: Record<string, string> = {
  ...Object.fromEntries(needed.map((name) => [name, MAKE_IT])),
  DATABASE_URL: 'name a PostgreSQL, as the role that only reads and appends',
  MIGRATE_DATABASE_URL: 'name the same database as the role that owns the schema',
  PUBLIC_URL: 'name the address of the site, like https://shop.example, or set DOMAIN',
  SMTP_URL: 'name a mail server, like smtps://name:password@host, or none',
  MAIL_FROM: 'name the sender of mails, like Shop <hello@shop.example>',
  TRUST_PROXY: 'the number of proxies in front of Framelift, 0 for none',
  ...providerRemedies,
};
const places = ['DATABASE_URL', 'MIGRATE_DATABASE_URL', 'PUBLIC_URL', 'TRUST_PROXY', 'SMTP_URL', 'MAIL_FROM'];

/** Public values: of the sandbox, of the trial in docker-compose.yml and of examples. */
const known = new Set([
  ...Object.values(sandboxSecrets),
  sandboxPaypalKeys.secret,
  'sandbox-key',
  'sandbox-secret',
  'trial-app',
  'trial-owner',
  'the admin password',
]);
const commonSecret = /^(admin|change.?me|default|example|passw0?rd|password|secret|test|trial)/i;

const passwordOf = (url: string): string => {
  try {
    return decodeURIComponent(new URL(url).password);
  } catch {
    return '';
  }
};

/** The problem with one secret; never includes its value. */
function problemWith(name: string, value: string): string | undefined {
  if (known.has(value) || commonSecret.test(value)) return `${name} is publicly known: replace it`;
  const least = name === 'ADMIN_PASSWORD' ? 12 : others.includes(name) ? MIN_PROVIDER_CHARACTERS : MIN_CHARACTERS;
  if (value.length < least) return `${name} must have at least ${least} characters`;
  if (new Set(value).size < MIN_DISTINCT_CHARACTERS) return `${name} is too simple: ${MAKE_IT}`;
  return undefined;
}

/** Every reason not to start in production: settings that are missing, publicly known, short, simple or used twice. */
export function findWeakSettings(env: Env): string[] {
  const { provider, chosen } = chosenBy(env);
  const required = [...needed, ...places, ...(providerSettings[provider] ?? [])];
  const isThere = (name: string) => env[name] || (name === 'PUBLIC_URL' && env['DOMAIN']);
  const missing = required.filter((name) => !isThere(name)).map((name) => `${name} is missing: ${remedies[name]}`);
  // During a replacement there are two, separated by a comma.
  const secrets = [...needed, ...others, ...optional].flatMap((name) =>
    (env[name] ? (others.includes(name) ? env[name].split(',') : [env[name]]) : []).map((value) => [name, value.trim()] as const),
  );
  const weak = secrets.flatMap(([name, value]) => problemWith(name, value) ?? []);
  const twice = secrets.flatMap(([name, value], i) =>
    secrets.slice(0, i).flatMap(([other, same]) => (same === value ? [`${name} is the same as ${other}: replace one`] : [])),
  );
  const databases = ['DATABASE_URL', 'MIGRATE_DATABASE_URL'].flatMap((name) => {
    const password = passwordOf(env[name] ?? '');
    return known.has(password) || commonSecret.test(password) ? [`${name} has a publicly known password: replace it`] : [];
  });
  const open = env['PUBLIC_URL'] && !env['PUBLIC_URL'].startsWith('https://') ? ['PUBLIC_URL must begin with https://'] : [];
  const sandbox = env['FEEDS_SANDBOX'] && env['FEEDS_SANDBOX'] !== 'off' ? ['FEEDS_SANDBOX makes example data: unset it'] : [];
  const moved = Number(env['CLOCK_AHEAD_DAYS'] || 0) === 0 ? [] : ['CLOCK_AHEAD_DAYS moves the clock: unset it'];
  const inside =
    (env['WEBHOOK_ALLOW_PRIVATE'] || 'off') === 'off' ? [] : ['WEBHOOK_ALLOW_PRIVATE lets webhooks reach private addresses: unset it'];
  const rehearsal = chosen === 'sandbox' && env['STORE_PROVIDER'] ? ['STORE_PROVIDER=sandbox sells nothing: choose a provider'] : [];
  return [...missing, ...rehearsal, ...weak, ...twice, ...databases, ...open, ...sandbox, ...moved, ...inside];
}
