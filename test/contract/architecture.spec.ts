import { describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const root = join(import.meta.dirname, '../..');

interface Source {
  /** Path from the root. */
  file: string;
  imports: string[];
  /** Imports that exist at run time. */
  values: string[];
  lines: number;
  /** It is formatted by hand. */
  isByHand: boolean;
  /** It declares a Nest module. */
  isModule: boolean;
  /** It contains a word of a payment provider, other than in imports and references to documents. */
  saysProviderWords: boolean;
  /** It names a payout method. */
  saysPayoutMethod: boolean;
}

const PAYOUT_METHOD = /['"`](paypal|solana|bank)['"`]/;
const PROVIDER_WORDS = /sellauth|(shop|product|variant)_?id|x-signature|shop_invoice|stripe/i;
/** Where an operator chooses providers and enters their keys. */
const STORE_SETTINGS = ['services/src/platform/store-settings.ts', 'services/src/platform/settings.ts'];
const BY_HAND = ['prettier', 'ignore'].join('-');

const walk = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    if (['node_modules', 'dist', 'build', '.react-router'].includes(name)) return [];
    return statSync(path).isDirectory() ? walk(path) : [path];
  });

const read = (path: string): Source => {
  const text = readFileSync(path, 'utf8');
  const from = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, to]) => (to!.startsWith('.') ? relative(root, resolve(dirname(path), to!)) : to!));
  const dynamic = from(/\bimport\(['"]([^'"]+)['"]\)/g);
  const imports = [...from(/^(?:import|export)[^'"]*?from\s+['"]([^'"]+)['"]/gm), ...dynamic];
  const values = [...from(/^(?:import|export) (?!type\b)[^'"]*?from\s+['"]([^'"]+)['"]/gm), ...dynamic];
  const [lines, isByHand, isModule] = [text.split('\n').length, text.includes(BY_HAND), /^@Module\(/m.test(text)];
  const saysProviderWords = PROVIDER_WORDS.test(text.replaceAll(/^import .*$|docs\/(sellauth|stripe)\.md|STRIPE_[A-Z_]+/gm, ''));
  const saysPayoutMethod = PAYOUT_METHOD.test(text);
  return { file: relative(root, path), imports, values, lines, isByHand, isModule, saysProviderWords, saysPayoutMethod };
};

const sources = ['contracts/src', 'services/src', 'web/src', 'test', 'bench', 'examples']
  .flatMap((folder) => walk(join(root, folder)))
  .filter((path) => /\.tsx?$/.test(path))
  .map(read);
const product = sources.filter(({ file }) => !/\.(spec|proof)\.tsx?$/.test(file) && !/^(test|bench|examples)\//.test(file));

/** The floors of `services/src`, from the bottom: each imports itself and those below. Programme and store are side by side. */
const floors = [
  ['platform'],
  ['engine/log'],
  ['engine/tree'],
  ['engine/projecting'],
  ['engine/reacting'],
  ['engine/feed'],
  ['observing'],
  ['published'],
  ['http'],
  ['programme', 'store'],
  ['screens'],
  ['reactors'],
  ['operating'],
  ['main'],
];
const within = (folder: string, path: string) => path.startsWith(`services/src/${folder}/`);
const floorOf = (path: string) => floors.findIndex((folders) => folders.some((folder) => within(folder, path)));
const PROGRAMME = floors.findIndex((folders) => folders.includes('programme'));

/** The folder of one feature: `programme/visits`, `store`, `store/providers/sandbox`, `screens/live`. */
const featureOf = (path: string) => {
  const floor = floorOf(path);
  if (floor < PROGRAMME || floor === floors.length - 1) return undefined;
  return /^services\/src\/(store\/providers\/[^/]+|store|[^/]+\/[^/]+)\//.exec(path)?.[1];
};
/** A screen that lists another's rows names them by the type of their projection; what screens share is next to their folders. */
const namesRows = ({ file, values }: Source, to: string) =>
  within('screens', file) && to.endsWith('.projection.ts') && !values.includes(to);
/** One list of the store names the adapters, which use its words for providers and invoices. */
const words = ['services/src/store/invoice.ts', 'services/src/store/provider.ts'];
const adapts = ({ file }: Source, own: string, other: string, to: string) =>
  (file === 'services/src/store/providers/selling.ts' && other.startsWith('store/providers/')) ||
  (own.startsWith('store/providers/') && words.includes(to));
const isShared = (to: string) => /^services\/src\/screens\/[^/]+$/.test(to);
/** Names of tables that others may read (docs/architecture.md#floors). */
const namesTables = (to: string) => to.endsWith('.tables.ts');
/** They do by hand what other features do over HTTP, so they may use any of them. */
const operating = ['operating/ops', 'operating/demo', 'operating/withdrawn'];
const writes = (feature: string) => product.some(({ file }) => featureOf(file) === feature && file.endsWith('.decider.ts'));

const contracts = product.filter(({ file }) => file.startsWith('contracts/'));

const breaches = (of: Source[], allowed: (from: Source, to: string) => boolean) =>
  of.flatMap((source) => source.imports.filter((to) => !allowed(source, to)).map((to) => `${source.file} imports ${to}`));

describe('imports flow one way', () => {
  it('contracts import no framework and nothing of ours', () => {
    expect(contracts.length).toBeGreaterThan(30);
    expect(breaches(contracts, (_, to) => to.startsWith('contracts/') || to === 'typebox')).toEqual([]);
  });

  it('every contract is on a shelf and imports only that shelf and those before it, types included', () => {
    const shelves = ['rules', 'events', 'calls', 'public', 'content'];
    const shelfOf = (path: string) => shelves.indexOf(/^contracts\/src\/([^/]+)\//.exec(path)?.[1] ?? '');
    const files = contracts.filter(({ file }) => file !== 'contracts/src/index.ts');
    expect(files.filter(({ file }) => shelfOf(file) < 0).map(({ file }) => file)).toEqual([]);
    expect(breaches(files, ({ file }, to) => to === 'typebox' || (shelfOf(to) >= 0 && shelfOf(to) <= shelfOf(file)))).toEqual([]);
  });

  it('every file of the services is on a floor and imports only that floor and those below, types included', () => {
    const files = product.filter(({ file }) => file.startsWith('services/'));
    expect(files.length).toBeGreaterThan(150);
    expect(files.filter(({ file }) => floorOf(file) < 0).map(({ file }) => file)).toEqual([]);
    expect(breaches(files, ({ file }, to) => !to.startsWith('services/') || floorOf(to) <= floorOf(file))).toEqual([]);
  });

  it('a feature imports from another only the words of a stream, its deciders, and types of rows', () => {
    const files = product.filter(({ file }) => featureOf(file) && !operating.includes(featureOf(file)!));
    expect(
      breaches(files, (from, to) => {
        const [own, other] = [featureOf(from.file)!, featureOf(to)];
        if (!other || other === own || namesRows(from, to) || namesTables(to) || adapts(from, own, other, to)) return true;
        // Reactors need the deciders of what they report.
        return to.endsWith('.decider.ts') && (writes(own) || within('reactors', from.file));
      }),
    ).toEqual([]);
  });

  it('words of a payment provider are only in its folder of the services', () => {
    const files = product.filter(
      ({ file }) => file.startsWith('services/src/') && !file.startsWith('services/src/store/providers/') && !STORE_SETTINGS.includes(file),
    );
    expect(files.filter((f) => f.saysProviderWords).map(({ file }) => file)).toEqual([]);
  });

  it('the name of a payout method is written only in its files and where one is chosen', () => {
    const places = [
      /^services\/src\/programme\/payouts\/providers\//,
      /^web\/src\/(admin\/payouts\/methods|dashboard\/payout-methods)\//,
      // The first terms, and made-up history.
      /^contracts\/src\/rules\/terms\.ts$/,
      /^services\/src\/operating\/demo\//,
      // The account that pays is a bank's, and the events of PayPal's API are folded into the run.
      /^contracts\/src\/events\/event-fields\.ts$/,
      /^services\/src\/(programme\/payouts\/payout-run\.decider|screens\/payouts\/payouts\.(view|projection))\.ts$/,
    ];
    const named = product.filter(({ saysPayoutMethod }) => saysPayoutMethod).map(({ file }) => file);
    expect(named.filter((file) => !places.some((place) => place.test(file)))).toEqual([]);
    expect(places.filter((place) => !named.some((file) => place.test(file)))).toEqual([]);
  });

  it('no file imports itself through others, types included', () => {
    const graph = new Map(product.map(({ file, imports }) => [file, imports]));
    const found: string[] = [];
    const done = new Set<string>();
    const walkOn = (file: string, way: string[]) => {
      if (way.includes(file)) return void found.push([...way.slice(way.indexOf(file)), file].join(' → '));
      if (done.has(file)) return;
      for (const next of graph.get(file) ?? []) walkOn(next, [...way, file]);
      done.add(file);
    };
    for (const file of graph.keys()) walkOn(file, []);
    expect(found).toEqual([]);
  });

  it('deciders are pure: contracts, deciders, refusals and types', () => {
    const deciders = product.filter(({ file }) => file.endsWith('.decider.ts'));
    expect(deciders.length).toBeGreaterThan(3);
    const pure = [
      'services/src/engine/log/deciding/decider.ts',
      'services/src/platform/refused.ts',
      'services/src/platform/entry.ts',
      '@framelift/contracts',
    ];
    const atRunTime = deciders.map((d) => ({ ...d, imports: d.values }));
    expect(breaches(atRunTime, (_, to) => pure.includes(to) || to.endsWith('.decider.ts'))).toEqual([]);
  });

  it('commands are data: at run time they import only their base, and handlers are separate', () => {
    const commands = product.filter(({ file }) => file.endsWith('.commands.ts'));
    expect(commands.length).toBeGreaterThan(2);
    const atRunTime = commands.map((c) => ({ ...c, imports: c.values }));
    expect(breaches(atRunTime, (_, to) => to === 'services/src/engine/log/deciding/command.ts')).toEqual([]);
    const readers = product.filter(({ file }) => file.endsWith('.decider.ts') || file.endsWith('.commands.ts'));
    expect(breaches(readers, (_, to) => !to.endsWith('.handlers.ts'))).toEqual([]);
  });

  it('projections import only contracts, their engine and shared parts of screens', () => {
    const files = product.filter(({ file }) => file.endsWith('.projection.ts'));
    expect(
      breaches(
        files,
        ({ file }, to) => to === '@framelift/contracts' || within('engine/projecting', to) || isShared(to) || dirname(to) === dirname(file),
      ),
    ).toEqual([]);
  });

  it('the web goes lib ← ui ← session ← checkout ← screens ← app, types included', () => {
    const ranks = [['lib'], ['ui'], ['session'], ['checkout'], ['site', 'account', 'dashboard', 'admin'], ['app']];
    const folderOf = (path: string) => /^web\/src\/([^/]+)\//.exec(path)?.[1] ?? '';
    const rankOf = (path: string) => ranks.findIndex((folders) => folders.includes(folderOf(path)));
    const files = product.filter(({ file }) => file.startsWith('web/src/') && !file.endsWith('.d.ts'));
    expect(files.filter(({ file }) => rankOf(file) < 0).map(({ file }) => file)).toEqual([]);
    expect(
      breaches(files, ({ file }, to) => !to.startsWith('web/src/') || rankOf(to) < rankOf(file) || folderOf(to) === folderOf(file)),
    ).toEqual([]);
    expect(readdirSync(join(root, 'web/src/lib')).length).toBeLessThanOrEqual(15);
  });
});

const text = (file: string) => readFileSync(join(root, file), 'utf8');
const code = product.filter(({ file }) => file.startsWith('services/src/')).map(({ file }) => ({ file, sql: text(file) }));
/** The schema of each read model, and the folder of its projection, which owns it. */
const folded = code
  .filter(({ file }) => file.endsWith('.projection.ts'))
  .map(({ file, sql }) => {
    const [, name] = /projection\(\{\s*name: '([\w-]+)'/.exec(sql)!;
    return [name!.replaceAll('-', '_'), [`${dirname(file).slice('services/src/'.length)}/`]] as const;
  });

/** The owner of each Postgres schema: only its files name the tables, and export those that others may read. */
const owners: Record<string, readonly string[]> = {
  ...Object.fromEntries(folded),
  log: ['engine/'],
  vault: ['engine/log/sealing/'],
  projecting: ['engine/projecting/', 'operating/read-models/'],
  feed: ['engine/feed/'],
  sign_in: ['programme/sign-in/'],
  affiliate: ['programme/affiliate/'],
  api_keys: ['programme/keys/'],
  backups: ['operating/backups/', 'observing/backup-watch.ts'],
  drafts: ['programme/site/'],
  pictures: ['programme/site/', 'http/site/kept-pictures.ts'],
  visits: ['programme/visits/'],
  store: ['store/'],
  sandbox_store: ['store/providers/sandbox/'],
  access: ['operating/access/'],
  first_run: ['operating/first-run'],
  releases: ['operating/newer-version'],
  sandbox_mail: ['reactors/mail/'],
  webhooks: ['reactors/webhooks/'],
  accounts: ['screens/accounts/', 'screens/names.ts'],
};

describe('SQL keeps to the floors', () => {
  const migrations = walk(join(root, 'services/sql')).map((path) => readFileSync(path, 'utf8'));

  it('every schema has an owner', () => {
    const made = [...migrations, ...code.map(({ sql }) => sql)].flatMap((sql) =>
      [...sql.matchAll(/create schema (?:if not exists )?(\w+)/g)].map(([, name]) => name!),
    );
    expect([...new Set([...made, ...folded.map(([schema]) => schema)])].toSorted()).toEqual(Object.keys(owners).toSorted());
  });

  it('a file names only tables of its folder', () => {
    const named = new RegExp(
      `\\b(?:from|join|into|update|table|exists|null::|select|')\\s*(${Object.keys(owners).join('|')})\\.[a-z_]+\\b(?!\\()`,
      'gi',
    );
    const found = code.flatMap(({ file, sql }) =>
      [...sql.matchAll(named)]
        .filter(([, schema]) => !owners[schema!]!.some((owner) => file.startsWith(`services/src/${owner}`)))
        .map(([statement]) => `${file}: ${statement}`),
    );
    expect(found).toEqual([]);
  });
});

describe('facts', () => {
  const callers = (call: RegExp) => code.filter(({ sql }) => call.test(sql)).map(({ file }) => file.slice('services/src/'.length));

  it('reach the log only through Streams', () => {
    expect(callers(/\b(log|Log\))\s*\.append\(\{|\blog\.append\(\$/)).toEqual([
      'engine/log/appending/calls.ts',
      'engine/log/appending/recording-again.ts',
      'engine/log/deciding/streams.ts',
    ]);
  });

  it('come from a rule, except in the files listed here', () => {
    expect(callers(/\.recordFacts\(/)).toEqual([
      'operating/backups/archive-bypass.ts',
      'operating/demo/stage.ts',
      'operating/heads/daily-heads.ts',
      'operating/ops/accounts.ts',
      'operating/ops/carry-over.ts',
      'operating/ops/rotate-signing-key.ts',
      'operating/read-models/parked-events.ts',
      'operating/read-models/read-model-runs.ts',
      'programme/affiliate/proof-secrets.ts',
      'programme/visits/visits.ts',
    ]);
  });
});

describe('what leaves', () => {
  const callers = (call: RegExp) => code.filter(({ sql }) => call.test(sql)).map(({ file }) => file.slice('services/src/'.length));
  /** Every file that speaks to somebody outside, and why nothing leaves through it before it is archived (docs/architecture.md#what-leaves). */
  const outside = {
    'engine/tree/witnesses.ts': 'shows the last checkpoint, which has archived events alone',
    'operating/backups/s3-store.ts': 'is the archive',
    'programme/payouts/providers/paypal/paypal.ts': 'PaypalBatches.ask waits for the archive before each call that pays',
    'reactors/mail/mailer.ts': 'an outbox sends for archived events; a test mail has none',
    'reactors/webhooks/post.ts': 'an outbox sends for archived events; a test has none',
    'screens/public-feeds/upstream.ts': 'only asks',
    'store/providers/sandbox/sandbox-notifier.ts': 'is a store for trials',
    'store/providers/sellauth/sellauth.ts': 'only asks, and begins checkouts: the store has them, and is read again',
    'store/providers/stripe/stripe.ts': 'only asks, and begins checkouts: the store has them, and is read again',
  };

  it('leaves only through files listed here', () => {
    expect(callers(/\bfetch\(url|\bawait fetch\(|createTransport\(|\brequest\(url|new S3Client\(|new StripeApi\(/)).toEqual(
      Object.keys(outside),
    );
  });

  it('waits for the archive in these files', () => {
    expect(callers(/\bbarrier\b[^;]*\.(afterArchived|reached|reachedSoon|upTo)\(|await barrier\./)).toEqual([
      'engine/feed/event-feed.ts',
      'engine/reacting/outbox.ts',
      'engine/tree/checkpoints.ts',
      'http/leaving.ts',
      'programme/payouts/providers/paypal/paypal-batches.ts',
    ]);
  });
});

describe('the house', () => {
  it('keeps HTTP out of rules: no decider and no rule of the contract names a status', () => {
    const status = /\b(40[134569]|41[35]|42[29]|50[234])\b/;
    const files = product.filter(({ file }) => file.endsWith('.decider.ts') || file.startsWith('contracts/src/rules/'));
    expect(files.length).toBeGreaterThan(40);
    expect(files.filter(({ file }) => status.test(text(file))).map(({ file }) => file)).toEqual([]);
  });

  it('keeps specs and their helpers in folders of test/', () => {
    const files = readdirSync(join(root, 'test'), { withFileTypes: true }).filter((entry) => !entry.isDirectory());
    expect(files.map(({ name }) => name)).toEqual(['tsconfig.json']);
  });

  it('has no folder or file with a generic name', () => {
    const forbidden = /(^|\/)(utils?|common|helpers?|handlers?|dtos?|interfaces?)(\/|\.|$)|(Manager|Impl|Base)\.tsx?$/i;
    expect(product.filter(({ file }) => forbidden.test(file)).map(({ file }) => file)).toEqual([]);
  });

  it('keeps files to 300 lines and components to 120', () => {
    const most = (file: string) => (file.endsWith('.tsx') ? 120 : 300);
    expect(product.filter(({ file, lines }) => lines > most(file) + 1).map(({ file, lines }) => `${file} ${lines}`)).toEqual([]);
  });

  it('connects to the database in one file, which sets what each session relies on', () => {
    const connects = /new (pg\.)?(Client|Pool)\(/;
    const files = product.filter(({ file }) => file.startsWith('services/src/') && connects.test(readFileSync(join(root, file), 'utf8')));
    expect(files.map(({ file }) => file)).toEqual(['services/src/platform/pg.ts']);
  });

  it('keeps each module in a separate file', () => {
    const modules = product.filter(({ isModule }) => isModule).map(({ file }) => file);
    expect(modules.length).toBeGreaterThan(8);
    expect(modules.filter((file) => !file.endsWith('.module.ts'))).toEqual([]);
  });

  it('keeps the entry of each process to 15 lines', () => {
    const entries = ['start', 'api-process', 'relay', 'projector', 'ops', 'demo'].map((name) => `services/src/main/${name}.ts`);
    const found = product.filter(({ file }) => entries.includes(file));
    expect(found.length).toBe(entries.length);
    expect(found.filter(({ lines }) => lines > 16).map(({ file, lines }) => `${file} ${lines}`)).toEqual([]);
  });

  it('keeps styles to 200 lines a file', () => {
    const files = walk(join(root, 'web/src')).filter((path) => path.endsWith('.css'));
    expect(files.length).toBeGreaterThan(50);
    expect(files.filter((path) => readFileSync(path, 'utf8').split('\n').length > 201).map((path) => relative(root, path))).toEqual([]);
  });

  it('converts between paths and file URLs by the library, because they encode spaces and accents differently', () => {
    const byHand = /import\.meta\.url\)\s*\.pathname|['"`]file:\/\/\$\{/;
    const files = ['contracts', 'services', 'web', 'test', 'tools', 'bench', 'deploy', 'examples'].flatMap((folder) =>
      walk(join(root, folder)),
    );
    const programs = files.filter((path) => /\.[cm]?tsx?$|\.mjs$/.test(path));
    expect(programs.length).toBeGreaterThan(500);
    expect(programs.filter((path) => byHand.test(readFileSync(path, 'utf8'))).map((path) => relative(root, path))).toEqual([]);
  });

  it('sends every command as a press, so that one that was not answered keeps its key', () => {
    const screens = product
      .filter(({ file }) => file.startsWith('web/src/'))
      .map(({ file }) => [file, readFileSync(join(root, file), 'utf8')] as const);
    // A file is asked for with the bearer header: a mutation that reads.
    const reads = screens.flatMap(([, text]) =>
      [...text.matchAll(/(\w+): build\.mutation<string, [^>]*>\(\{\s*query: [^=]*=>\s*file\(/g)].map(([, name]) => name!.toLowerCase()),
    );
    expect(reads.length).toBeGreaterThan(4);
    const hooks = screens.flatMap(([file, text]) =>
      [...text.matchAll(/(useCommand\()?\buse(\w+)Mutation\(\)/g)].map(([, pressed, name]) => ({ file, name: name!, pressed })),
    );
    expect(hooks.length).toBeGreaterThan(70);
    expect(
      hooks.filter(({ name, pressed }) => !pressed && !reads.includes(name.toLowerCase())).map(({ file, name }) => `${file} ${name}`),
    ).toEqual([]);
  });

  it('leaves formatting to the formatter', () => {
    expect(sources.filter(({ isByHand }) => isByHand).map(({ file }) => file)).toEqual([]);
  });
});
