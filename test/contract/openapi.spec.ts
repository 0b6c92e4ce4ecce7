import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

interface Schema {
  $ref?: string;
  type?: string;
  format?: string;
  description?: string;
  enum?: unknown[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
  allOf?: Schema[];
}
interface Operation {
  tags: string[];
  parameters: { schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>;
}
interface Document {
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const document = JSON.parse(readFileSync(join(root, 'contracts/openapi.json'), 'utf8')) as Document;
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
);

/** A schema and all inside it. */
const within = (schema: Schema): Schema[] => [
  schema,
  ...[
    ...Object.values(schema.properties ?? {}),
    ...(schema.items ? [schema.items] : []),
    ...(schema.anyOf ?? []),
    ...(schema.allOf ?? []),
  ].flatMap(within),
];
/** The schemas that a value of this one may be. */
const choices = (schema: Schema): Schema[] => (schema.anyOf ?? [schema]).flatMap((one) => (one === schema ? [one] : choices(one)));

/** Fields that a rule does not hold for: the specification of the product names them, or a signed document keeps them. */
const EXCEPTIONS: Record<string, string[]> = {
  times: [
    'SaleView.timestamp',
    'AdminSaleView.timestamp',
    'NotCreditedView.timestamp',
    'TrackVisitBody.timestamp',
    'StatementView.at',
    'BackupsView.at',
    // As a browser kept it, which may be anything.
    'CheckoutBody.referredAt',
  ],
  present: ['PaymentDetails.email', 'PaymentDetails.address', 'PaymentDetails.iban', 'PaymentDetails.name'],
};

// Public events keep the names they were shipped with (public-events.spec.ts).
const components = Object.entries(document.components.schemas).filter(([name]) => name !== 'FeedView');
const fields = components.flatMap(([component, schema]) =>
  within(schema).flatMap(({ properties = {}, required = [] }) =>
    Object.entries(properties).map(([name, field]) => ({
      component,
      name,
      field,
      at: `${component}.${name}`,
      isRequired: required.includes(name),
    })),
  ),
);
const namesOf = (found: { at: string }[], rule?: string) =>
  [...new Set(found.map(({ at }) => at))].filter((at) => !rule || !EXCEPTIONS[rule]!.includes(at));

describe('the words of the API', () => {
  it('end times with At, and only them', () => {
    const isTime = (field: Schema) => choices(field).some(({ format }) => format === 'date-time' || format === 'moment');
    expect(
      namesOf(
        fields.filter(({ name, field }) => isTime(field) !== /[a-z]At$/.test(name)),
        'times',
      ),
    ).toEqual([]);
  });

  it('end cents with Cents, as whole numbers, and show euros and cents in no one answer', () => {
    const cents = fields.filter(({ name }) => name.endsWith('Cents'));
    expect(cents.length).toBeGreaterThan(0);
    expect(namesOf(cents.filter(({ field }) => choices(field).some(({ type }) => type !== 'integer' && type !== 'null')))).toEqual([]);
    expect(namesOf(fields.filter(({ name }) => /^cents$/i.test(name)))).toEqual([]);
    const inEuros = new Set(fields.flatMap(({ component, field }) => (field.description?.startsWith('Decimal euros') ? [component] : [])));
    expect(namesOf(cents.filter(({ component }) => inEuros.has(component)))).toEqual([]);
  });

  it('say underReview as a boolean that is always there', () => {
    const reviewed = fields.filter(({ name }) => name === 'underReview');
    expect(reviewed.map(({ field, isRequired }) => [field.type, isRequired])).toEqual(reviewed.map(() => ['boolean', true]));
    expect(reviewed.length).toBeGreaterThan(3);
  });

  it('answer every field, null where it has no value', () => {
    const answers = fields.filter(({ component }) => !component.endsWith('Body'));
    expect(
      namesOf(
        answers.filter(({ isRequired }) => !isRequired),
        'present',
      ),
    ).toEqual([]);
  });

  it('have no spaces in the allowed values', () => {
    const schemas = [
      ...components.flatMap(([, schema]) => within(schema)),
      ...operations.flatMap(({ operation }) => operation.parameters.flatMap(({ schema }) => within(schema))),
    ];
    const values = schemas.flatMap((schema) => schema.enum ?? []);
    expect(values.length).toBeGreaterThan(100);
    expect(values.filter((value) => /\s/.test(String(value)))).toEqual([]);
  });

  it('name each exception for a field that there is', () => {
    const all = new Set(fields.map(({ at }) => at));
    expect(
      Object.values(EXCEPTIONS)
        .flat()
        .filter((at) => !all.has(at)),
    ).toEqual([]);
  });
});

describe('the types of a generated client', () => {
  const bodies = operations.flatMap(({ name, operation: { requestBody, responses } }) =>
    [...(requestBody ? [requestBody] : []), ...Object.values(responses)].flatMap(({ content }) => {
      const schema = content?.['application/json']?.schema;
      return schema ? [{ name, ref: schema.$ref }] : [];
    }),
  );

  it('have a name for every body and answer, and a tag for every call', () => {
    expect(bodies.filter(({ ref }) => !ref)).toEqual([]);
    const tags = document.tags.map(({ name }) => name);
    expect(operations.filter(({ operation }) => operation.tags.length !== 1 || !tags.includes(operation.tags[0]!))).toEqual([]);
  });

  let folder: string;
  // Inside the repository: the generated client is compiled with its modules.
  beforeAll(() => void (folder = mkdtempSync(join(root, 'node_modules/.client-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  const run = (program: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'node_modules', program), ...args], {
      cwd: folder,
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${program}: ${stdout}${stderr}`);
  };

  it('are those names, and a program that uses the client compiles', () => {
    run(
      '@hey-api/openapi-ts/bin/run.js',
      '-i',
      join(root, 'contracts/openapi.json'),
      '-o',
      join(folder, 'client'),
      '--silent',
      '--no-log-file',
    );
    const client = './client/index.ts';
    const types = [...new Set(bodies.map(({ ref }) => ref!.split('/').at(-1)!))].toSorted();
    writeFileSync(
      join(folder, 'program.ts'),
      `import { getApiAffiliateStats, postApiAffiliateLogin } from '${client}';
import type { ${types.join(', ')} } from '${client}';
export type All = [${types.join(', ')}];
const body: LoginBody = { username: 'zoe', password: 'a password' };
const { data } = await postApiAffiliateLogin({ baseUrl: 'http://localhost:3000', body });
const session: SessionView | undefined = data;
const stats = await getApiAffiliateStats({ auth: session?.token });
const view: DashboardView | undefined = stats.data;
export const underReview: boolean | undefined = view?.affiliate.underReview;
// @ts-expect-error A name that is missing does not compile.
export type Missing = import('${client}').NoSuchView;
`,
    );
    const options = {
      target: 'es2024',
      module: 'esnext',
      moduleResolution: 'bundler',
      strict: true,
      noEmit: true,
      allowImportingTsExtensions: true,
      skipLibCheck: true,
    };
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    writeFileSync(
      join(folder, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { ...options, lib: ['es2024', 'dom', 'dom.iterable'], types: [] }, files: ['program.ts'] }),
    );
    run('ts7/bin/tsc', '-p', folder);
  });
});
