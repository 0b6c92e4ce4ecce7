import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { append } from '../../../../test/support/history.ts';
import { removed, countingProjection } from '../../../../test/support/counting-projection.ts';
import { releaseId } from '../../platform/release.ts';
import { fingerprintOf } from './fingerprint.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
  await append(db, 'affiliate-a', [removed('x'), removed('poison')]);
});
afterAll(() => db.close());

it('is stable for the same program', async () => {
  const before = await fingerprintOf(db.log, countingProjection());
  expect(await fingerprintOf(db.log, countingProjection())).toBe(before);
});

it('differs between releases, whose folds may call changed functions', async () => {
  const of = (release?: string) => fingerprintOf(db.log, countingProjection(), release);
  expect(await of('one')).not.toBe(await of('another'));
  expect(await of()).toBe(await of(releaseId()));
});

it('differs between folds of the same text by their results for the first events, or failures', async () => {
  const of = (program: Parameters<typeof countingProjection>[0]) => fingerprintOf(db.log, countingProjection(program), 'one');
  expect(new Set([await of({}), await of({ step: 2 }), await of({ fixed: true })]).size).toBe(3);
});
