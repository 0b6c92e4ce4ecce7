import { SELLING } from '@framelift/contracts';
import type { Env } from './settings.ts';
import { chosenBy, providerSettings, sandboxSecrets } from './store-settings.ts';

/** Minimum length of a secret in characters; ours are 64 hex digits. */
const MIN_CHARACTERS = 32;
/** The provider determines the length of its keys. */
const MIN_PROVIDER_CHARACTERS = 16;
const MIN_DISTINCT_CHARACTERS = 8;

const needed = ['JWT_SECRET', 'MASTER_KEY', 'CLAIM_KEY', 'ALTCHA_SECRET', 'HEAD_SIGNING_KEY'];
const others: string[] = SELLING.flatMap((provider) => providerSettings[provider].filter((name) => !name.endsWith('_URL')));
const optional = ['JWT_SECRET_PREVIOUS', 'BACKUP_KEY', 'ADMIN_PASSWORD', 'METRICS_TOKEN'];
const places = ['DATABASE_URL', 'MIGRATE_DATABASE_URL', 'PUBLIC_URL', 'SMTP_URL', 'MAIL_FROM'];

/** Public values: of the sandbox, of the trial in docker-compose.yml and of examples. */
const known = new Set([
  ...Object.values(sandboxSecrets),
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
  if (known.has(value) || commonSecret.test(value)) return `${name} is publicly known`;
  const least = name === 'ADMIN_PASSWORD' ? 12 : others.includes(name) ? MIN_PROVIDER_CHARACTERS : MIN_CHARACTERS;
  if (value.length < least) return `${name} must have at least ${least} characters`;
  if (new Set(value).size < MIN_DISTINCT_CHARACTERS) return `${name} is too simple: make it with \`openssl rand -hex 32\``;
  return undefined;
}

/** Every reason not to start in production: settings that are missing, publicly known, short, simple or used twice. */
export function findWeakSettings(env: Env): string[] {
  const { provider, chosen } = chosenBy(env);
  const required = [...needed, ...places, ...(providerSettings[provider] ?? [])];
  const missing = required.filter((name) => !env[name]).map((name) => `${name} is missing`);
  if (!env['TRUST_PROXY']) missing.push('TRUST_PROXY is missing: the number of proxies in front of Framelift, 0 for none');
  // During a replacement there are two, separated by a comma.
  const secrets = [...needed, ...others, ...optional].flatMap((name) =>
    (env[name] ? (others.includes(name) ? env[name].split(',') : [env[name]]) : []).map((value) => [name, value.trim()] as const),
  );
  const weak = secrets.flatMap(([name, value]) => problemWith(name, value) ?? []);
  const twice = secrets.flatMap(([name, value], i) =>
    secrets.slice(0, i).flatMap(([other, same]) => (same === value ? [`${name} is the same as ${other}`] : [])),
  );
  const databases = ['DATABASE_URL', 'MIGRATE_DATABASE_URL'].flatMap((name) => {
    const password = passwordOf(env[name] ?? '');
    return known.has(password) || commonSecret.test(password) ? [`${name} has a publicly known password`] : [];
  });
  const open = env['PUBLIC_URL'] && !env['PUBLIC_URL'].startsWith('https://') ? ['PUBLIC_URL must begin with https://'] : [];
  const sandbox = env['FEEDS_SANDBOX'] && env['FEEDS_SANDBOX'] !== 'off' ? ['FEEDS_SANDBOX makes example data: unset it'] : [];
  const moved = Number(env['CLOCK_AHEAD_DAYS'] || 0) === 0 ? [] : ['CLOCK_AHEAD_DAYS moves the clock: unset it'];
  const inside =
    (env['WEBHOOK_ALLOW_PRIVATE'] || 'off') === 'off' ? [] : ['WEBHOOK_ALLOW_PRIVATE lets webhooks reach private addresses: unset it'];
  const rehearsal = chosen === 'sandbox' && env['STORE_PROVIDER'] ? ['STORE_PROVIDER=sandbox sells nothing: choose a provider'] : [];
  return [...missing, ...rehearsal, ...weak, ...twice, ...databases, ...open, ...sandbox, ...moved, ...inside];
}
