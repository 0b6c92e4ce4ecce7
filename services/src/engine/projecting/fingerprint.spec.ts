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

it('is the same for the same program', async () => {
  const before = await fingerprintOf(db.log, countingProjection());
  expect(await fingerprintOf(db.log, countingProjection())).toBe(before);
});

it('tells releases apart, whose folds may call functions that changed', async () => {
  const of = (release?: string) => fingerprintOf(db.log, countingProjection(), release);
  expect(await of('one')).not.toBe(await of('another'));
  expect(await of()).toBe(await of(releaseId()));
});

it('tells folds of one text apart by what they make of the first events, or fail to', async () => {
  const of = (program: Parameters<typeof countingProjection>[0]) => fingerprintOf(db.log, countingProjection(program), 'one');
  expect(new Set([await of({}), await of({ step: 2 }), await of({ mended: true })]).size).toBe(3);
});
