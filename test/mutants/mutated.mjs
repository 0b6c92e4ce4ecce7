// Which files are mutated, and which specs judge each of them. A new decider, projection or spec beside them is in by itself.
import { globSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { importsOf, projectOf } from '../support/projects.mjs';

const root = join(import.meta.dirname, '../..');
const glob = (...patterns) => globSync(patterns, { cwd: root }).filter((file) => !file.endsWith('.spec.ts'));

/** Deciders, folds, money, the chain and the vault. */
export const mutated = glob(
  'services/src/**/*.decider.ts',
  'services/src/engine/log/{chain,event,deciding/decider,sealing/vault}.ts',
  'services/src/engine/projecting/fold.ts',
  'services/src/store/providers/stripe/stripe-{invoice,money}.ts',
  'contracts/src/rules/{books,campaign,documents,exchange,holds,offers,paypal,products,review,rules,sepa,solana-pay,terms,time}.ts',
  'contracts/src/events/postings.ts',
);

function reached(file, follow, seen = new Set()) {
  for (const to of importsOf(file).filter((name) => !seen.has(name))) {
    seen.add(to);
    if (to.endsWith('.ts') && follow(to)) reached(to, follow, seen);
  }
  return seen;
}

const units = globSync(['services/src/**/*.spec.ts', 'contracts/src/**/*.spec.ts'], { cwd: root }).filter(
  (spec) => projectOf(spec) === 'unit',
);

/** Loading Nest takes a third of a second: such a spec judges only where no other does. */
const needsNest = (spec) => [...reached(spec, () => true)].some((name) => /^(@nestjs\/|class-|reflect-metadata)/.test(name));

/** The specs of a file's own folder that reach it through that folder or test/; where there are none, any spec that does. */
export function specsOf(file) {
  const folder = dirname(file);
  const all = units.filter((spec) =>
    reached(spec, (to) => to.startsWith('test/') || [dirname(spec), folder].includes(dirname(to))).has(file),
  );
  const quick = all.filter((spec) => !needsNest(spec));
  const near = quick.filter((spec) => dirname(spec) === folder);
  // Loading more than a few takes longer than the mutant is worth: then those that are named after the file.
  const own = near.length > 4 ? near.filter((spec) => basename(spec).startsWith(basename(file).split('.')[0])) : [];
  return [own, near, quick, all].find((specs) => specs.length) ?? [];
}
