import { describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { readConfig, redacted, WrongSettings } from './config.ts';

const fresh = () => randomBytes(32).toString('hex');
const production = (): Record<string, string | undefined> => ({
  NODE_ENV: 'production',
  JWT_SECRET: fresh(),
  MASTER_KEY: fresh(),
  CLAIM_KEY: fresh(),
  ALTCHA_SECRET: fresh(),
  HEAD_SIGNING_KEY: fresh(),
  DATABASE_URL: 'postgres://app:kR4-fq9.Zb@db/framelift',
  MIGRATE_DATABASE_URL: 'postgres://owner:xV7.2lpQ-a@db/framelift',
  PUBLIC_URL: 'https://framelift.example',
  TRUST_PROXY: '0',
  STORE_API_URL: 'https://store.example',
  STORE_API_KEY: fresh(),
  STORE_WEBHOOK_SECRET: fresh(),
  SMTP_URL: 'smtps://mail.example',
  MAIL_FROM: 'Framelift <hello@framelift.example>',
});
const refused = (change: Record<string, string | undefined>): string => {
  try {
    readConfig({ ...production(), ...change });
  } catch (error) {
    expect(error).toBeInstanceOf(WrongSettings);
    return (error as Error).message;
  }
  return '';
};

describe('production', () => {
  it('starts with its own secrets', () => expect(refused({})).toBe(''));

  it('lists all missing settings together', () => {
    const message = refused({ ...Object.fromEntries(Object.keys(production()).map((name) => [name, undefined])), NODE_ENV: 'production' });
    for (const name of Object.keys(production()).filter((n) => n !== 'NODE_ENV')) expect(message).toContain(`${name} is missing`);
  });

  it.each([
    [
      'an unknown number of proxies',
      { TRUST_PROXY: '' },
      'TRUST_PROXY is missing: the number of proxies in front of Framelift, 0 for none',
    ],
    ['a default', { STORE_API_KEY: 'sandbox-key' }, 'STORE_API_KEY is publicly known'],
    ['the sandbox', { STORE_PROVIDER: 'sandbox' }, 'STORE_PROVIDER=sandbox sells nothing: choose a provider'],
    ['Stripe without its key', { STORE_PROVIDER: 'stripe' }, 'STRIPE_SECRET_KEY is missing: copy it from the dashboard of Stripe'],
    ['a second provider that is half set up', { STRIPE_SECRET_KEY: fresh() }, 'STRIPE_WEBHOOK_SECRET is missing'],
    [
      'a short secret among two',
      { STRIPE_SECRET_KEY: fresh(), STRIPE_WEBHOOK_SECRET: `${fresh()},whsec_1` },
      'STRIPE_WEBHOOK_SECRET must have',
    ],
    ['the sandbox’s key', { STRIPE_SECRET_KEY: 'sk_test_sandbox', STRIPE_WEBHOOK_SECRET: fresh() }, 'STRIPE_SECRET_KEY is publicly known'],
    ['half of PayPal’s', { PAYPAL_CLIENT_ID: 'an-app' }, 'PAYPAL_SECRET is missing: copy it from the app in PayPal’s dashboard'],
    ['the other half', { PAYPAL_SECRET: fresh() }, 'PAYPAL_CLIENT_ID is missing'],
    ['PayPal’s sandbox', { PAYPAL_CLIENT_ID: 'an-app', PAYPAL_SECRET: 'sandbox-paypal-secret' }, 'PAYPAL_SECRET is publicly known'],
    ['another default', { STORE_WEBHOOK_SECRET: 'sandbox-secret' }, 'STORE_WEBHOOK_SECRET is publicly known'],
    ['a usual one', { JWT_SECRET: `changeme-${'x'.repeat(40)}` }, 'JWT_SECRET is publicly known'],
    ['the trial’s database', { DATABASE_URL: 'postgres://framelift:trial-app@db/framelift' }, 'DATABASE_URL has a publicly known password'],
    ['a short one', { ALTCHA_SECRET: 'aB3$fG7!jK1%' }, 'ALTCHA_SECRET must have at least 32 characters'],
    ['a short admin’s password', { ADMIN_PASSWORD: 'aB3$fG7!' }, 'ADMIN_PASSWORD must have at least 12 characters'],
    ['a simple one', { CLAIM_KEY: '01'.repeat(32) }, 'CLAIM_KEY is too simple'],
    [
      'the same key as old and new',
      { JWT_SECRET: 'ab12cd34'.repeat(8), JWT_SECRET_PREVIOUS: 'ab12cd34'.repeat(8) },
      'JWT_SECRET_PREVIOUS is the same as JWT_SECRET',
    ],
    ['two equal ones', { MASTER_KEY: 'ab12cd34'.repeat(8), CLAIM_KEY: 'ab12cd34'.repeat(8) }, 'CLAIM_KEY is the same as MASTER_KEY'],
    ['an address with a path', { PUBLIC_URL: 'https://framelift.example/shop' }, 'PUBLIC_URL must be an address without a path'],
    ['an address that is none', { PUBLIC_URL: 'https://' }, 'PUBLIC_URL must be an address without a path'],
    ['webhooks to private addresses', { WEBHOOK_ALLOW_PRIVATE: 'on' }, 'WEBHOOK_ALLOW_PRIVATE lets webhooks reach private addresses'],
    ['example data', { FEEDS_SANDBOX: 'on' }, 'FEEDS_SANDBOX makes example data: unset it'],
    ['a clock that is moved', { CLOCK_AHEAD_DAYS: '15' }, 'CLOCK_AHEAD_DAYS moves the clock: unset it'],
    ['an address without TLS', { PUBLIC_URL: 'http://framelift.example' }, 'PUBLIC_URL must begin with https://'],
  ])('refuses %s', (_, change, text) => expect(refused(change)).toContain(text));

  it('has no example data', () => {
    expect(readConfig(production()).feeds.sandboxed).toEqual([]);
    expect(readConfig({ ...production(), FEEDS_SANDBOX: 'off' }).feeds.sandboxed).toEqual([]);
  });

  it('lists all problems together, without a secret', () => {
    const weak = { JWT_SECRET: 'aB3$fG7!jK1%', MASTER_KEY: undefined, STORE_API_KEY: 'sandbox-key', ALTCHA_SECRET: 'aB3$fG7!jK1%' };
    const message = refused(weak);
    for (const name of Object.keys(weak)) expect(message).toContain(name);
    expect(message).toContain('ALTCHA_SECRET is the same as JWT_SECRET');
    expect(message).not.toContain('aB3$fG7!jK1%');
  });
});

describe('settings', () => {
  it.each([
    [{ PORT: '3.5' }, 'PORT must be a whole number of at least 0'],
    [{ PORT: 'http' }, 'PORT must be a whole number of at least 0'],
    [{ STORE_RECONCILE_SECONDS: '0' }, 'STORE_RECONCILE_SECONDS must be a whole number of at least 1'],
    [{ SANDBOX_STORE_PORT: '-1' }, 'SANDBOX_STORE_PORT must be a whole number of at least 0'],
    [{ PORT: '70000' }, 'PORT must be a whole number of at least 0 and at most 65535'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be trace or debug or info'],
    [{ ADMIN_TOTP: 'yes' }, 'ADMIN_TOTP must be optional or required'],
  ])('refuses %o', (env, message) => expect(() => readConfig(env)).toThrow(message));

  it('treats an empty one as not set', () => {
    const { port, kafkaTopic, kafkaBrokers, databaseUrl } = readConfig({ PORT: '', KAFKA_TOPIC: '', KAFKA_BROKERS: '', DATABASE_URL: '' });
    expect({ port, kafkaTopic, kafkaBrokers, databaseUrl }).toEqual({
      port: 3000,
      kafkaTopic: 'framelift.events',
      kafkaBrokers: [],
      databaseUrl: undefined,
    });
  });

  it('reaches brokers over TLS and by a name', () => {
    const sasl = { KAFKA_SASL: 'scram-sha-256', KAFKA_USERNAME: 'shop', KAFKA_PASSWORD: 'secret' };
    expect(readConfig({}).kafkaSecurity).toEqual({ ssl: false });
    expect(readConfig({ KAFKA_SSL: 'on', ...sasl }).kafkaSecurity).toEqual({
      ssl: true,
      sasl: { mechanism: 'scram-sha-256', username: 'shop', password: 'secret' },
    });
    expect(() => readConfig({ ...sasl, KAFKA_PASSWORD: '' })).toThrow('KAFKA_PASSWORD is missing: KAFKA_SASL needs it');
    expect(() => readConfig({ ...sasl, KAFKA_USERNAME: '' })).toThrow('KAFKA_USERNAME is missing: KAFKA_SASL needs it');
    expect(() => readConfig({ KAFKA_USERNAME: 'shop' })).toThrow('KAFKA_SASL is missing: plain, scram-sha-256 or scram-sha-512');
    expect(() => readConfig({ ...sasl, KAFKA_SASL: 'gssapi' })).toThrow('KAFKA_SASL must be plain or scram-sha-256 or scram-sha-512');
  });

  it('names where backups go', () => {
    const placeOf = (to: string) => readConfig({ BACKUP_TO: to, DATA_DIR: '/srv' }).backup.to;
    expect(['', '/mnt/b', 's3://bucket', 's3://bucket/shop/', 'off'].map(placeOf)).toEqual([
      { folder: '/srv/backups' },
      { folder: '/mnt/b' },
      { bucket: 'bucket', prefix: '' },
      { bucket: 'bucket', prefix: 'shop/' },
      undefined,
    ]);
    for (const to of ['s3://', 's3://B', 'ftp://host/x', 's3://bucket/a b'])
      expect(() => placeOf(to)).toThrow('BACKUP_TO must be a folder, s3://bucket/prefix or off');
  });

  it('names everything that is wrong, once', () => {
    const wrong = { PORT: 'x', RATE_LIMIT: '0', BACKUP_TO: 's3://', KAFKA_USERNAME: 'shop', JWT_SECRET: 'short' };
    const named = (more: Record<string, string>): string => {
      try {
        return JSON.stringify(readConfig({ ...wrong, ...more }));
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(named({})).toBe(
      [
        'JWT_SECRET must be 64 hex digits or at least 32 characters',
        'PORT must be a whole number of at least 0 and at most 65535',
        'RATE_LIMIT must be a whole number of at least 1',
      ].join('\n'),
    );
    expect(named({ PORT: '', RATE_LIMIT: '' })).toBe(
      [
        'JWT_SECRET must be 64 hex digits or at least 32 characters',
        'KAFKA_SASL is missing: plain, scram-sha-256 or scram-sha-512',
        'BACKUP_TO must be a folder, s3://bucket/prefix or off',
      ].join('\n'),
    );
  });

  it('takes the address of the site from the name of the server', () => {
    const siteOf = (env: Record<string, string>) => readConfig(env).publicUrl;
    expect(siteOf({ DOMAIN: 'Shop.Example' })).toBe('https://shop.example');
    expect(siteOf({ DOMAIN: 'shop.example', PUBLIC_URL: 'https://www.shop.example' })).toBe('https://www.shop.example');
    expect(refused({ PUBLIC_URL: '', DOMAIN: 'shop.example' })).toBe('');
    for (const name of ['https://shop.example', 'shop.example:443', 'shop_1.example', '-a.example', 'a..b', '192.0.2.1'])
      expect(() => siteOf({ DOMAIN: name })).toThrow('DOMAIN must be a name like shop.example, without https:// and port');
  });

  it('keeps no open mailbox where everybody could read it', () => {
    expect(readConfig({}).mail).toMatchObject({ sandbox: true, off: false });
    expect(readConfig({ DOMAIN: 'shop.example' }).mail).toMatchObject({ sandbox: false, off: true });
    expect(readConfig({ DOMAIN: 'shop.example', SMTP_URL: 'smtp://mail.example' }).mail).toMatchObject({ sandbox: false, off: false });
  });

  it('splits lists at commas', () => expect(readConfig({ KAFKA_BROKERS: ' a:1, b:2 ,' }).kafkaBrokers).toEqual(['a:1', 'b:2']));
});

describe('an address in a setting', () => {
  const database = 'must be postgres://name:password@host:port/database; encode @ / # % in the password';
  const web = 'must be an address that begins with https:// or http://';
  const mail = 'must be smtp://name:password@host:port, smtps://name:password@host:port or none; encode @ / # % in the password';
  const broker = 'must be host:port, with commas between several';
  const wrong: [string[], string, string[]][] = [
    [
      ['DATABASE_URL', 'MIGRATE_DATABASE_URL'],
      database,
      [
        'postgres://own2:canary@/f2',
        'postgres://own2:canary@/f2?host=db.example',
        'host=localhost user=own2 password=canary dbname=f2',
        'postgres://own2:canary@ss/w#rd@host/f2',
        'postgres://own2:canary@ss/word@host/f2',
        'postgres://own2:canary@ss?word@host/f2',
        'postgres://own2:canary@ss#word@host/f2',
        'postgres://own2:canary/word@host/f2',
        'postgres://own2:12/canary@host/f2',
        'postgres://own2:12#canary@host/f2',
        'postgres://own2:canary%zz@host/f2',
        'postgres://own2:canary@host:port/f2',
        'postgres://own2:canary@host:99999/f2',
        'postgres://own2:canary@host',
        'postgres://host/canary',
        'mysql://own2:canary@host/f2',
        '"postgres://own2:canary@host/f2"',
        'own2:canary@host/f2',
        'canary',
      ],
    ],
    [
      ['SMTP_URL'],
      mail,
      [
        'mail.example:587:canary',
        'https://u:canary@mail.example',
        'smtp://u:canary/x@mail.example',
        'smtp://u:canary#x@mail.example',
        'smtps://u:canary%@mail.example',
        'smtp://u:canary@',
        'canary',
      ],
    ],
    [['KAFKA_BROKERS'], broker, ['u:canary@kafka:9092', 'kafka://u:canary@kafka:9092', 'kafka:9092,canary', 'canary:0', 'canary:70000']],
    [
      [
        'STORE_API_URL',
        'STRIPE_API_URL',
        'OTEL_EXPORTER_OTLP_ENDPOINT',
        'FEEDS_CODE_URL',
        'FEEDS_PREMIUM_VERSION_URL',
        'FEEDS_AVATARS_URL',
      ],
      web,
      [
        'canary.example',
        'ftp://canary.example',
        'https://',
        'https://u:canary@',
        'https://u:canary#x@api.example',
        'https://u:canary%zz@api.example',
      ],
    ],
  ];
  const cases = wrong.flatMap(([names, sentence, values]) =>
    names.flatMap((name) => values.map((value) => [name, value, sentence] as const)),
  );
  const store = { STORE_API_URL: 'https://store.example', STORE_API_KEY: 'k', STORE_WEBHOOK_SECRET: 's' };

  it.each(cases)('%s=%s is refused in a sentence without the value', (name, value, sentence) => {
    let message: unknown;
    try {
      readConfig({ ...store, [name]: value });
    } catch (error) {
      message = error;
    }
    expect(message).toBeInstanceOf(WrongSettings);
    expect((message as Error).message).toBe(`${name} ${sentence}`);
    expect(JSON.stringify([message, (message as Error).cause, (message as Error).stack])).not.toContain('canary');
  });

  it.each([
    ['postgres://u:p@host:5432/db', 'postgres://u:p@host:5432/db'],
    [' postgresql://u:p%40ss%2Fw%23r%25d@host/db\n', 'postgresql://u:p%40ss%2Fw%23r%25d@host/db'],
    ['postgres://u@[::1]/db', 'postgres://u@[::1]/db'],
    ['postgres://u:p@/db?host=/run/postgresql', 'postgres://u:p@localhost/db?host=/run/postgresql'],
    ['postgres://u:p@%2Frun%2Fpostgresql/db', 'postgres://u:p@%2Frun%2Fpostgresql/db'],
    ['postgres://u:p@host/db?sslmode=require', 'postgres://u:p@host/db?sslmode=verify-full'],
    ['postgres://u:p@host/db?sslmode=no-verify', 'postgres://u:p@host/db?sslmode=no-verify'],
  ])('DATABASE_URL=%s is accepted', (given, taken) => expect(readConfig({ DATABASE_URL: given }).databaseUrl).toBe(taken));

  it.each(['nobody', 'admin@localhost', 'admin@mail', '"a"@x.example', 'a@b.local'])('ADMIN_EMAIL=%s is refused', (given) =>
    expect(() => readConfig({ ADMIN_EMAIL: given })).toThrow(
      'ADMIN_EMAIL must be an e-mail address that mail can reach, like you@example.com',
    ),
  );

  it.each(['security@shop.example', 'https://shop.example/report'])('SECURITY_CONTACT=%s is accepted', (given) =>
    expect(readConfig({ SECURITY_CONTACT: given }).securityContact).toBe(given),
  );
  it.each(['nobody', 'http://shop.example', 'javascript:alert(1)'])('SECURITY_CONTACT=%s is refused', (given) =>
    expect(() => readConfig({ SECURITY_CONTACT: given })).toThrow(
      'SECURITY_CONTACT must be an e-mail address, or an address that begins with https://',
    ),
  );

  it.each(['none', 'smtp://mail.example', 'smtps://name:p%40ss@mail.example:465', 'smtp://127.0.0.1:2525/'])(
    'SMTP_URL=%s is accepted',
    (given) => expect(readConfig({ SMTP_URL: given }).mail.off).toBe(given === 'none'),
  );

  it.each(['0', '2', 'loopback, 10.0.0.0/8', '2001:db8::1,192.0.2.7'])('TRUST_PROXY=%s is accepted', (given) =>
    expect(readConfig({ TRUST_PROXY: given }).trustProxy).toBe(given),
  );
  it.each(['yes', '-1', '10.0.0.0/99', 'proxy.example', '1,'])('TRUST_PROXY=%s is refused', (given) =>
    expect(() => readConfig({ TRUST_PROXY: given })).toThrow(
      'TRUST_PROXY must be the number of proxies in front of Framelift, or their addresses with commas between them',
    ),
  );
});

describe('the payment provider', () => {
  const sellauth = { STORE_API_URL: 'https://store.example', STORE_API_KEY: 'k', STORE_WEBHOOK_SECRET: 's' };
  const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
  const read = (env: Record<string, string>) => {
    const { provider, sandbox, sellauth, stripe } = readConfig(env).store;
    const apis = { sellauth: sellauth?.apiUrl, stripe: stripe?.apiUrl };
    return { provider, sandbox, ...apis };
  };
  const sandboxUrl = 'http://localhost:3001';

  it('is the sandbox, which plays both, if none is set', () => {
    expect(read({})).toEqual({ provider: 'sellauth', sandbox: true, sellauth: sandboxUrl, stripe: sandboxUrl });
    expect(read({ STORE_PROVIDER: 'stripe' })).toEqual({ provider: 'stripe', sandbox: true, sellauth: sandboxUrl, stripe: sandboxUrl });
    expect(read({ STORE_PROVIDER: 'sandbox', ...sellauth, ...stripe })).toMatchObject({
      sandbox: true,
      sellauth: sandboxUrl,
      stripe: sandboxUrl,
    });
  });
  it('is SellAuth if its address is set, or the one STORE_PROVIDER names', () => {
    expect(read(sellauth)).toEqual({ provider: 'sellauth', sandbox: false, sellauth: 'https://store.example', stripe: undefined });
    expect(read({ STORE_PROVIDER: 'stripe', ...stripe })).toEqual({
      provider: 'stripe',
      sandbox: false,
      sellauth: undefined,
      stripe: 'https://api.stripe.com',
    });
  });
  it('reads the seller’s options for Stripe checkouts, all off by default', () => {
    const none = { automaticTax: false, billingAddress: false, terms: false, invoices: false };
    for (const env of [{}, stripe]) expect(readConfig(env).store.stripe!.checkouts).toEqual(none);
    const wanted = {
      STRIPE_PRODUCT: 'prod_1',
      STRIPE_AUTOMATIC_TAX: 'on',
      STRIPE_BILLING_ADDRESS: 'required',
      STRIPE_TERMS: 'required',
      STRIPE_INVOICES: 'on',
    };
    const all = { product: 'prod_1', automaticTax: true, billingAddress: true, terms: true, invoices: true };
    for (const env of [wanted, { ...stripe, ...wanted }]) expect(readConfig(env).store.stripe!.checkouts).toEqual(all);
    expect(() => readConfig({ STRIPE_AUTOMATIC_TAX: 'yes' })).toThrow('STRIPE_AUTOMATIC_TAX must be off or on');
    expect(() => readConfig({ STRIPE_TERMS: 'on' })).toThrow('STRIPE_TERMS must be off or required');
  });
  it('may be used next to the other one', () => {
    for (const provider of ['sellauth', 'stripe'])
      expect(read({ STORE_PROVIDER: provider, ...sellauth, ...stripe })).toEqual({
        provider,
        sandbox: false,
        sellauth: 'https://store.example',
        stripe: 'https://api.stripe.com',
      });
  });
  it.each([
    [{ STORE_PROVIDER: 'paypal' }, 'STORE_PROVIDER must be sandbox or sellauth or stripe'],
    [
      { STORE_PROVIDER: 'sellauth' },
      [
        'STORE_API_URL is missing: name the address of SellAuth’s API, or choose another STORE_PROVIDER',
        'STORE_API_KEY is missing: copy it from the dashboard of SellAuth',
        'STORE_WEBHOOK_SECRET is missing: copy it from the dashboard of SellAuth',
      ].join('\n'),
    ],
    [{ STORE_PROVIDER: 'stripe', STRIPE_SECRET_KEY: 'sk' }, 'STRIPE_WEBHOOK_SECRET is missing'],
    [{ STORE_PROVIDER: 'stripe', STRIPE_WEBHOOK_SECRET: 'sk' }, 'STRIPE_SECRET_KEY is missing'],
    [{ ...sellauth, STORE_API_KEY: '' }, 'STORE_API_KEY is missing'],
  ])('lists what is missing: %o', (env, message) => expect(() => readConfig(env as never)).toThrow(message));
});

describe('the sandbox of the public sources', () => {
  const sandboxed = (env: Record<string, string>) => readConfig(env).feeds.sandboxed;

  it('replaces every source without a setting', () => {
    expect(sandboxed({})).toEqual(['code', 'texts', 'chat', 'video', 'people']);
    expect(sandboxed({ FEEDS_FREE_REPO: 'o/free', FEEDS_CHAT_INVITE: 'hello' })).toEqual(['texts', 'video', 'people']);
  });

  it('can be turned off', () => {
    expect(sandboxed({ FEEDS_SANDBOX: 'off' })).toEqual([]);
    expect(() => sandboxed({ FEEDS_SANDBOX: 'maybe' })).toThrow('FEEDS_SANDBOX must be on or off');
  });
});

it('redacted settings contain no secret', () => {
  const env: Record<string, string | undefined> = {
    ...production(),
    ADMIN_PASSWORD: 'canary-admin-Zx81',
    FEEDS_CODE_TOKEN: 'canary-token-Zx81',
    STRIPE_SECRET_KEY: 'sk_live_canary-Zx81-9fK2',
    STRIPE_WEBHOOK_SECRET: 'whsec_canary-Zx81-a1B2,whsec_canary-Zx81-c3D4',
    FEEDS_CHAT_URL: 'https://u:canary-pass-Zx81@x.example/?api_key=canary-query-Zx81',
  };
  const text = JSON.stringify(redacted(readConfig(env)));
  for (const secret of ['canary', 'kR4-fq9.Zb', 'xV7.2lpQ-a', env['STORE_API_KEY']!, env['STORE_WEBHOOK_SECRET']!])
    expect(text).not.toContain(secret);
  expect(text).toContain('postgres://app:***@db/framelift');
  expect(text).toContain('"publicUrl":"https://framelift.example"');
});

describe('PayPal', () => {
  const of = (change: Record<string, string>, env: Record<string, string | undefined> = production()) =>
    readConfig({ ...env, ...change }).paypal;
  it('is off without settings, and the sandbox’s where the store is', () => {
    expect(of({})).toBeNull();
    expect(of({}, { PORT: '4000' })).toMatchObject({ apiUrl: 'http://localhost:4001', clientId: 'sandbox-client' });
  });
  it('is PayPal’s own unless another address is set', () => {
    const secret = fresh();
    const keys = { PAYPAL_CLIENT_ID: 'an-app', PAYPAL_SECRET: secret };
    expect(of(keys)).toEqual({ apiUrl: 'https://api-m.paypal.com', clientId: 'an-app', secret, webhookId: undefined });
    expect(of({ ...keys, PAYPAL_API_URL: 'https://api-m.sandbox.paypal.com/', PAYPAL_WEBHOOK_ID: '8PT597110X687430L' })).toMatchObject({
      apiUrl: 'https://api-m.sandbox.paypal.com',
      webhookId: '8PT597110X687430L',
    });
    expect(JSON.stringify(redacted(readConfig({ ...production(), ...keys })))).not.toContain(secret);
  });
});
