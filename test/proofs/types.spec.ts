import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Catalogue, type EventName, events } from '../../contracts/src/index.ts';
import { TERMS_VERSION, TYPES } from '../../deploy/framelift-verify.mjs';
import { affiliateDecider } from '../../services/src/programme/affiliate/affiliate.decider.ts';

/** Types on the stream of an account: what its owner may see of it, and what decides about it; visits have their own streams. */
const onAccount = (Object.keys(events) as EventName[]).filter(
  (type) => type !== 'VisitTracked' && ((events as Catalogue)[type]!.visibleTo === 'affiliate' || type in affiliateDecider.evolve),
);
const newest = (type: EventName) => (events as Catalogue)[type]!.version ?? 1;

it('the verifier knows every type on an account’s stream, in its newest version, and so does the page', () => {
  const expected = Object.fromEntries(onAccount.map((type) => [type, newest(type)]));
  expect(TYPES).toEqual(expected);
  expect(TERMS_VERSION).toBe(newest('ProgrammeTermsSet'));
  const page = readFileSync(join(import.meta.dirname, '../../docs/proofs.md'), 'utf8');
  const listed = page.split('<!-- types -->')[1]!.split('<!-- end -->')[0]!;
  expect(Object.fromEntries([...listed.matchAll(/(\w+) (\d+)/g)].map(([, type, version]) => [type, Number(version)]))).toEqual(expected);
});
