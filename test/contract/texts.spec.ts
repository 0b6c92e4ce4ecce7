import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');
const NEEDED = ['lucide-react', 'react', 'typebox'];

/** Prints every text of the rules and of the site's content under the first terms, one per line; Node strips the types itself. */
const program = `
  const texts = (value) =>
    typeof value === 'string' ? [value] : value && typeof value === 'object' && !value.$$typeof ? Object.values(value).flatMap(texts) : [];
  const { refusals } = await import('@framelift/contracts/refusals');
  const { notCreditedReasons } = await import('@framelift/contracts/rules');
  const { firstTerms } = await import('@framelift/contracts/terms');
  const [first, ...files] = process.argv.slice(1);
  const { firstTermsView } = await import(first);
  const { affiliatePage } = await import('@framelift/contracts/content/page-affiliate');
  const content = (await Promise.all(files.map((file) => import(file)))).flatMap((module) => Object.values(module));
  const said = content.map((value) => (typeof value === 'function' ? value(affiliatePage, firstTermsView) : value));
  console.log(texts([refusals, refusals.belowMinimum(firstTerms.minimumCashoutCents), notCreditedReasons, said]).join('\\n'));
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'framelift-texts-'));
  await mkdir(join(folder, 'node_modules/@framelift'), { recursive: true });
  await cp(join(root, 'contracts/src'), join(folder, 'contracts/src'), { recursive: true });
  await cp(join(root, 'web/src'), join(folder, 'web/src'), { recursive: true });
  const manifest = JSON.parse(await readFile(join(root, 'contracts/package.json'), 'utf8'));
  const exports = {
    './refusals': './src/rules/refusals.ts',
    './rules': './src/rules/rules.ts',
    './payout-methods': './src/rules/payout-methods.ts',
    './terms': './src/rules/terms.ts',
    './paths': './src/rules/paths.ts',
    './content/*': './src/content/*.ts',
  };
  await writeFile(join(folder, 'contracts/package.json'), JSON.stringify({ ...manifest, exports }));
  await symlink(join(folder, 'contracts'), join(folder, 'node_modules/@framelift/contracts'));
  for (const name of NEEDED) await symlink(join(root, 'node_modules', name), join(folder, 'node_modules', name));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function texts(): Promise<string> {
  const files = globSync(
    ['lib/pages.ts', 'site/content/*.ts', 'site/affiliate-landing/affiliateTexts.ts', '../../contracts/src/content/{page-*,policies}.ts'],
    { cwd: join(folder, 'web/src') },
  );
  expect(files.length).toBeGreaterThan(8);
  const paths = ['site/affiliate-landing/firstTermsView.ts', ...files].map((file) => join(folder, 'web/src', file));
  // A symbolic link resolves to its target, where Node strips types; it does not in node_modules.
  const run = promisify(execFile)(process.execPath, ['--input-type=module', '-e', program, ...paths], { cwd: folder, env: {} });
  return (await run).stdout;
}

it('texts that name the minimum cashout, a rate or a size are computed from the rule', async () => {
  const now = await texts();
  for (const text of [
    'Minimum cashout amount is €50',
    'Cash out from €50.',
    'Minimum payout €50',
    'Start at 20% and climb to 40%',
    'at most 2 MB',
    'paid in EUR',
  ])
    expect(now).toContain(text);
  const others = { 'minimumCashoutCents: 50_00': 'minimumCashoutCents: 75_00', '20_00': '21_00', '40_00': '45_50', '2 * 1024': '3 * 1024' };
  for (const file of ['rules.ts', 'terms.ts'].map((name) => join(folder, 'contracts/src/rules', name))) {
    const rules = await readFile(file, 'utf8');
    await writeFile(
      file,
      Object.entries(others).reduce((text, [rule, other]) => text.replaceAll(rule, other), rules),
    );
  }
  const then = await texts();
  expect(then.split('\n').filter((text) => /€50\b|\b20%|\b40%|\b2 MB/.test(text))).toEqual([]);
  for (const text of [
    'Minimum cashout amount is €75',
    'Cash out from €75.',
    'Minimum payout €75',
    'Start at 21% and climb to 45.5%',
    'at most 3 MB',
  ])
    expect(then).toContain(text);
});
