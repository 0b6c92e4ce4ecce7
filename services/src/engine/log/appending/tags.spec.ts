import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { affiliateStream } from '@framelift/contracts';
import { freshDatabase, type TestDatabase } from '../../../../../test/support/database.ts';
import { affiliateDeleted, affiliateRegistered, proofSecretGiven, saleRecorded, visitTracked } from '../../../../../test/support/facts.ts';
import { append } from '../../../../../test/support/history.ts';
import { ProofSecrets } from '../../../programme/affiliate/proof-secrets.ts';
import { commitment } from './tags.ts';

let db: TestDatabase;
beforeAll(async () => void (db = await freshDatabase()));
afterAll(() => db.close());

const metadataOf = async (stream: string) => (await db.log.readStream(stream)).map(({ metadata }) => metadata);
const tagOf = (secret: Buffer, version: number) =>
  createHmac('sha256', secret).update(String(version)).digest().subarray(0, 16).toString('base64url');

it('each event has a tag: of an account by its secret, of all others by chance', async () => {
  await append(db, affiliateStream('a1'), [affiliateRegistered({ affiliateId: 'a1' }), saleRecorded()]);
  await append(db, 'visits-a1', [visitTracked(), visitTracked()]);
  const secret = (await db.vault.secrets(['affiliate:a1'])).get('affiliate:a1')!;
  const own = await metadataOf(affiliateStream('a1'));
  expect(own.map(({ tag, tags }) => [tag, tags])).toEqual([
    [tagOf(secret, 1), commitment(secret)],
    [tagOf(secret, 2), undefined],
  ]);
  const visits = await metadataOf('visits-a1');
  expect(new Set(visits.map(({ tag }) => tag)).size).toBe(2);
  expect(visits.map(({ tags }) => tags)).toEqual([undefined, undefined]);
});

it('an account that is older than tags commits to its secret once; an erased one has none, and its tags are noise', async () => {
  await append(db, affiliateStream('old'), [affiliateRegistered({ affiliateId: 'old' })]);
  await append(db, affiliateStream('gone'), [affiliateRegistered({ affiliateId: 'gone' })]);
  await db.owner.query(
    `update log.events set metadata = (metadata::jsonb - 'tags')::json where stream_id in ('affiliate-old', 'affiliate-gone')`,
  );
  const before = (await db.vault.secrets(['affiliate:gone'])).get('affiliate:gone')!;
  const client = await db.pool.connect();
  await db.vault.destroy(client, ['affiliate:gone']);
  client.release();
  await Promise.all([1, 2].map(() => new ProofSecrets(db.streams, db.pool, Date.now).give()));
  const secret = (await db.vault.secrets(['affiliate:old'])).get('affiliate:old')!;
  const old = await db.log.readStream(affiliateStream('old'));
  expect(old.map(({ type, metadata }) => [type, metadata.tags])).toEqual([
    ['AffiliateRegistered', undefined],
    ['ProofSecretGiven', commitment(secret)],
  ]);
  expect(old[1]!.metadata.tag).toBe(tagOf(secret, 2));
  await append(db, affiliateStream('gone'), [affiliateDeleted({ forfeitedCents: 0 })]);
  const gone = await db.log.readStream(affiliateStream('gone'));
  expect(gone.map(({ type }) => type)).toEqual(['AffiliateRegistered', 'AffiliateDeleted']);
  expect(gone[1]!.metadata.tag).not.toBe(tagOf(before, 2));
  expect(proofSecretGiven().data).toEqual({});
});

it('erased accounts do not hide living ones, however many come before', async () => {
  const many = Array.from({ length: 3 }, (_, n) => `erased-${n}`);
  for (const id of [...many, 'living']) await append(db, affiliateStream(id), [affiliateRegistered({ affiliateId: id })]);
  await db.owner.query(
    `update log.events set metadata = (metadata::jsonb - 'tags')::json where stream_id like 'affiliate-erased-%' or stream_id = 'affiliate-living'`,
  );
  const client = await db.pool.connect();
  await db.vault.destroy(
    client,
    many.map((id) => `affiliate:${id}`),
  );
  client.release();
  await new ProofSecrets(db.streams, db.pool, Date.now).give(undefined, undefined, 2);
  expect((await db.log.readStream(affiliateStream('living'))).map(({ type }) => type)).toEqual(['AffiliateRegistered', 'ProofSecretGiven']);
});

it('after the system went back to before it, accounts get it again', async () => {
  const secrets = new ProofSecrets(db.streams, db.pool, Date.now);
  await append(db, affiliateStream('again'), [affiliateRegistered({ affiliateId: 'again' })]);
  await db.owner.query(`update log.events set metadata = (metadata::jsonb - 'tags')::json where stream_id = 'affiliate-again'`);
  await secrets.give();
  await db.owner.query('delete from log.events where position = (select position from log.head)');
  await db.log.checkHistory();
  await secrets.give();
  expect((await db.log.readStream(affiliateStream('again'))).map(({ type }) => type)).toEqual(['AffiliateRegistered', 'ProofSecretGiven']);
});
