import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { affiliateStream, fact } from '../../contracts/src/index.ts';
import { DailyHeads } from '../../services/src/operating/heads/daily-heads.ts';
import { isSigned, type SignedHead, signHead } from '../../services/src/operating/heads/signature.ts';
import { Streams } from '../../services/src/engine/log/deciding/streams.ts';
import { Log } from '../../services/src/engine/log/log.ts';
import { merkleRoot } from '../../services/src/platform/merkle.ts';
import { publicKeyOf } from '../../services/src/platform/signing.ts';
import { append } from '../support/history.ts';
import { type App, startApp } from '../support/system.ts';
import { operatorOf, ran } from '../support/operator.ts';
import { sold } from '../support/sales.ts';
import { cashoutRequested } from '../support/facts.ts';

const DAY = 24 * 60 * 60 * 1000;

let app: App;
let folder: string;
let ops: ReturnType<typeof operatorOf>;
let seller: Awaited<ReturnType<App['affiliate']>>;
beforeAll(async () => {
  app = await startApp();
  folder = await mkdtemp(join(tmpdir(), 'framelift-heads-'));
  ops = operatorOf(app.system, app.db.ownerUrl);
  seller = await app.affiliate();
  await sold(app.system.log, seller.id, 6_00);
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

const heads = (inDays: number) =>
  new DailyHeads(app.system.pool, app.system.streams, app.system.secrets, () => Date.now() + inDays * DAY, {
    publicUrl: 'https://shop.example',
  });
const signedIn = async () => (await app.system.log.readStream('programme')).filter((e) => e.type === 'HeadSigned');

describe('a signature', () => {
  const seed = Buffer.alloc(32, 7);
  it('is valid for exactly that head and that key', () => {
    const head = signHead(seed, 41, 'ab'.repeat(32));
    expect([isSigned(head), head.publicKey]).toEqual([true, publicKeyOf(seed)]);
    for (const other of [{ position: 42 }, { hash: 'ac'.repeat(32) }, { publicKey: publicKeyOf(Buffer.alloc(32, 8)) }, { signature: 'x' }])
      expect(isSigned({ ...head, ...other })).toBe(false);
  });
});

describe('the daily head', () => {
  it('is not signed on the day the log began', async () => expect(await heads(0).run()).toBeUndefined());

  it('is signed once a day, however many processes try', async () => {
    const before = await app.system.log.head();
    await Promise.all([heads(1).run(), heads(1).run(), heads(1).run()]);
    await heads(1).run();
    const signed = await signedIn();
    expect(signed.map((e) => (e.data as SignedHead).position)).toEqual([before.position]);
    expect((signed[0]!.data as SignedHead).hash).toBe(before.hash.toString('hex'));
    expect(isSigned(signed[0]!.data as SignedHead)).toBe(true);
  });

  it('is not signed again without new events', async () => {
    expect(await heads(2).run()).toBeUndefined();
    await sold(app.system.log, seller.id, 6_00);
    await heads(3).run();
    // The second time on the same day, with new events, by another process.
    await sold(app.system.log, seller.id, 6_00);
    const other = await Log.open(app.db.pool, app.db.vault);
    const elsewhere = new DailyHeads(app.db.pool, new Streams(app.db.pool, other), app.system.secrets, () => Date.now() + 3 * DAY, {
      publicUrl: 'https://shop.example',
    });
    await Promise.all([heads(3).run(), elsewhere.run(), heads(3).run(), elsewhere.run()]);
    expect(await signedIn()).toHaveLength(2);
    await heads(4).run();
    expect(await signedIn()).toHaveLength(3);
  });

  it('can be compared with history, like the head of a statement', async () => {
    const { body } = await seller.get('/api/affiliate/statement');
    const file = join(folder, 'statement.json');
    await writeFile(file, JSON.stringify(body));
    expect(await ops('audit', '--since', file)).toMatchObject({ code: 0, out: expect.stringContaining('part of this history') });
    const exported = join(folder, 'log.ndjson');
    expect((await ops('export', exported)).code).toBe(0);
    expect(await ran('deploy/framelift-verify.mjs', {}, exported, '--since', file)).toMatchObject({
      code: 0,
      out: expect.stringContaining('3 signed heads'),
    });
  });

  it('is reported by audit when its signature does not match', async () => {
    const { position, hash } = await app.system.log.head();
    const forged = { ...signHead(Buffer.alloc(32, 1), position, hash.toString('hex')), signature: 'AAAA' };
    const at = await append(app.system, 'programme', [fact('HeadSigned', forged)], { at: new Date().toISOString() });
    expect(await ops('audit', '--json')).toMatchObject({
      code: 1,
      json: { problems: [{ position: at, what: 'the signature of the head is not valid' }] },
    });
  });

  it('is reported by audit when another key signed it, and accepted when the operator names that key', async () => {
    const { position, hash } = await app.system.log.head();
    const other = signHead(Buffer.alloc(32, 1), position, hash.toString('hex'));
    const file = join(folder, 'foreign.json');
    await writeFile(file, JSON.stringify(other));
    expect(await ops('audit', '--since', file)).toMatchObject({ code: 2, err: expect.stringContaining('not this log’s') });
    const named = await ops('audit', '--json', '--since', file, '--signer', other.publicKey);
    expect(named.json).toMatchObject({ problems: [{ what: 'the signature of the head is not valid' }] });
  });
});

it('audit reports a signed head of another history, and one of a position beyond the log', async () => {
  const { position, hash } = await app.system.log.head();
  const positions: number[] = [];
  for (const [at, of] of [
    [position, hash.toString('hex')],
    [position, 'ab'.repeat(32)],
    [position + 1_000, hash.toString('hex')],
  ] as const) {
    const commandId = crypto.randomUUID();
    const actor = { kind: 'system', id: 'heads' } as const;
    const facts = [{ type: 'HeadSigned' as const, data: signHead(app.system.secrets.headSigning, at, of) }];
    const metadata = { commandId, correlationId: commandId, occurredAt: new Date().toISOString(), actor };
    positions.push((await app.system.log.append({ streams: [{ streamId: 'programme', expected: 'any', facts }], metadata })).position);
  }
  const { code, json } = await ops('audit', '--json');
  const found = json.problems.filter((p: { position: number }) => positions.includes(p.position));
  const what = (at: number) => `the head signed at ${at} is not part of this history`;
  expect([code, found]).toEqual([
    1,
    [
      { position: positions[1], what: what(position) },
      { position: positions[2], what: what(position + 1_000) },
    ],
  ]);
});

it('audit and the verifier report roots that do not follow from the events, no matter who signed them', async () => {
  const own = await startApp();
  try {
    const { pool, log, secrets } = own.system;
    const affiliate = await own.affiliate();
    await sold(log, affiliate.id, 10_00);
    /** As programs before checkpoints signed them. */
    const signed = async (from: number, rootOf: (leaves: Buffer[]) => Promise<Buffer>) => {
      const { position, hash } = await log.head();
      const roots = [(await rootOf(await log.hashes(from, position))).toString('hex')];
      const data = signHead(secrets.headSigning, position, hash.toString('hex'), { from, roots });
      return { position, at: await append({ log }, 'programme', [fact('HeadSigned', data)], { at: new Date().toISOString() }) };
    };
    const { position, at } = await signed(1, async () => Buffer.alloc(32, 0xab));
    await signed(position + 1, merkleRoot);
    await new DailyHeads(pool, own.system.streams, secrets, () => Date.now() + 2 * DAY, { publicUrl: 'https://shop.example' }).run();
    const ops = operatorOf(own.system, own.db.ownerUrl);
    expect(await ops('audit', '--json')).toMatchObject({
      code: 1,
      json: { problems: [{ position: at, what: 'the roots of the head do not follow from the events' }] },
    });
    const exported = join(folder, 'wrong-roots.ndjson');
    expect((await ops('export', exported)).code).toBe(0);
    const checked = await ran('deploy/framelift-verify.mjs', {}, exported);
    expect(checked).toMatchObject({ code: 1, out: expect.stringContaining(`the roots of the head signed at ${position} do not follow`) });
    expect(checked.out.match(/do not follow/g)).toHaveLength(1);
  } finally {
    await own.stop();
  }
});

it('audit names the position of unbalanced books of a stream without its checkout', async () => {
  const commandId = crypto.randomUUID();
  const metadata = {
    occurredAt: new Date().toISOString(),
    actor: { kind: 'system', id: 'x' },
    commandId,
    correlationId: commandId,
  } as const;
  const facts = [
    cashoutRequested({
      cashoutId: `${seller.id}-9`,
      amountCents: 900_00,
      paymentMethodId: 'm',
      paymentType: 'paypal',
      payTo: { email: 'a@b.c' },
    }),
  ];
  const { position } = await app.system.log.append({
    streams: [{ streamId: affiliateStream(seller.id), expected: 'any', facts }],
    metadata,
  });
  const { json } = await ops('audit', '--json');
  expect(json.problems).toContainEqual({ position, what: expect.stringContaining('more than is available') });
});
