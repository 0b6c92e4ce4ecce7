import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { affiliateStream, DAY_MS, refusals } from '../../contracts/src/index.ts';
import { DailyHeads } from '../../services/src/operating/heads/daily-heads.ts';
import { signHead } from '../../services/src/operating/heads/signature.ts';
import { signText } from '../../services/src/platform/signing.ts';
import { MerkleTree } from '../../services/src/platform/merkle.ts';
import { cashoutProcessed, cashoutRequested, paymentMethodAdded } from '../support/facts.ts';
import { append } from '../support/history.ts';
import { ran } from '../support/operator.ts';
import { refunded, sold } from '../support/sales.ts';
import { type App, startApp } from '../support/system.ts';

type Line = Record<string, any>;
let app: App;
let folder: string;
let zoe: Awaited<ReturnType<App['affiliate']>>;
let bob: Awaited<ReturnType<App['affiliate']>>;
let honest: Line[];
let others: Line[];
/** An earlier export of the same account, with fewer events and heads. */
let older: Line[];
/** A statement of that moment. */
let statement: Line;

const exported = async (token: string): Promise<Line[]> => {
  const response = await fetch(`${app.url}/api/affiliate/statements/export`, { headers: { Authorization: `Bearer ${token}` } });
  expect(response.status).toBe(200);
  return (await response.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
};
const head = (inDays: number) =>
  new DailyHeads(app.system.pool, app.system.streams, app.system.secrets, () => Date.now() + inDays * DAY_MS).run();

beforeAll(async () => {
  app = await startApp();
  folder = await mkdtemp(join(tmpdir(), 'framelift-account-'));
  [zoe, bob] = [await app.affiliate('zoe'), await app.affiliate('bob')];
  for (let n = 0; n < 5; n++) {
    await sold(app.system.log, zoe.id, 20_00, `z${n}`);
    await sold(app.system.log, bob.id, 7_00, `b${n}`);
  }
  await head(1);
  await refunded(app.system.log, zoe.id, 20_00, 'z1');
  older = await exported(zoe.token);
  statement = (await zoe.get('/api/affiliate/statement')).body;
  const requested = cashoutRequested({ cashoutId: `${zoe.id}-1`, amountCents: 50_00 });
  const paid = cashoutProcessed({ cashoutId: `${zoe.id}-1`, amountCents: 50_00, status: 'completed' });
  await append(app.system, affiliateStream(zoe.id), [paymentMethodAdded({ paymentMethodId: 'm1' }), requested, paid]);
  await head(2);
  await sold(app.system.log, zoe.id, 3_00, 'z9');
  honest = await exported(zoe.token);
  others = await exported(bob.token);
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

let n = 0;
const check = async (lines: readonly (Line | string)[], ...args: string[]) => {
  const file = join(folder, `${n++}.jsonl`);
  await writeFile(file, lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''));
  return ran('deploy/framelift-verify.mjs', {}, file, ...args);
};
const copy = () => structuredClone(honest);
const events = (lines: Line[]) => lines.filter((line) => line['event']);
const heads = (lines: Line[]) => lines.filter((line) => line['head']);
const sale = (lines: Line[]) => events(lines).find(({ event }) => event.type === 'SaleRecorded')!;

describe('an account’s export', () => {
  it('is checked with Node alone: every event, its balance and the heads that cover it', async () => {
    const { code, out } = await check(honest);
    expect([code, out]).toEqual([0, expect.stringContaining('nothing is wrong')]);
    expect(out).toContain(`${events(honest).length} events, ${events(honest).length - 1} of them under signed heads, 33.00 EUR`);
    const { head: saved } = heads(honest)[0]!;
    const file = join(folder, 'head.json');
    await writeFile(file, JSON.stringify({ position: saved.position, hash: saved.hash }));
    expect(await check(honest, '--since', file)).toMatchObject({ code: 0, out: expect.stringContaining('is part of this history') });
    expect((await check(honest, '--key', saved.publicKey)).code).toBe(0);
    expect((await check(older)).code).toBe(0);
  });

  it('is given only to its owner', async () => {
    expect((await app.anybody.get('/api/affiliate/statements/export')).status).toBe(401);
    const admin = await app.admin();
    expect(await admin.get('/api/affiliate/statements/export')).toMatchObject({ status: 403, body: { error: refusals.affiliateOnly } });
    expect(events(others).every(({ event }) => event.streamId === affiliateStream(bob.id))).toBe(true);
  });

  const changed = (find: (lines: Line[]) => Line, change: (line: Line) => void) => () => {
    const lines = copy();
    change(find(lines));
    return lines;
  };
  const onSale = (change: (event: Line) => void) => changed(sale, ({ event }) => change(event));
  const onProof = (change: (proof: Line) => void) => changed(sale, ({ proof }) => change(proof));
  const onHead = (change: (head: Line) => void) =>
    changed(
      (lines) => heads(lines)[0]!,
      ({ head }) => change(head),
    );
  const onEnd = (change: (end: Line) => void) =>
    changed(
      (lines) => lines.at(-1)!,
      ({ end }) => change(end),
    );
  const without = (find: (lines: Line[]) => Line) => () => honest.filter((line) => line !== find(honest));
  const cents = (event: Line, by: number) =>
    (event['data'] = event['data'].replace('"commissionCents":2000', `"commissionCents":${2000 + by}`));
  /** With a recomputed hash, as a forger would. */
  const rehashed = (event: Line) => {
    const net = (value: unknown) => `${Buffer.byteLength(String(value))}:${value},`;
    const { position, streamId, version, id, type, schemaVersion, recordedAt, data, metadata } = event;
    const text = [position, streamId, version, id, type, schemaVersion, recordedAt, data, metadata].map(net).join('');
    event['hash'] = createHash('sha256').update(Buffer.from(event['previous'], 'hex')).update(text).digest('hex');
  };
  const ownSeed = Buffer.alloc(32, 9);
  const byForger = (head: Line) =>
    Object.assign(head, signHead(ownSeed, head['position'], head['hash'], { from: head['from'], roots: head['roots'] }));
  const swapped = (a: number, b: number) => () => {
    const lines = copy();
    const [first, second] = [events(lines)[a]!, events(lines)[b]!];
    const [i, j] = [lines.indexOf(first), lines.indexOf(second)];
    [lines[i], lines[j]] = [second, first];
    return lines;
  };

  const forgeries: Record<string, () => (Line | string)[]> = {
    'a cent more': onSale((e) => cents(e, 1)),
    'a cent less': onSale((e) => cents(e, -1)),
    'a cent more, with its hash': onSale((e) => (cents(e, 1), rehashed(e))),
    'a cent more, with its hash and the sum': () => {
      const lines = copy();
      cents(sale(lines)['event'], 1);
      rehashed(sale(lines)['event']);
      lines.at(-1)!['end'].cents += 1;
      return lines;
    },
    'a dropped sale': without(sale),
    'a dropped refund': without((lines) => events(lines).find(({ event }) => event.type === 'SaleReversed')!),
    'the last event dropped': without((lines) => events(lines).at(-1)!),
    'the first event dropped': without((lines) => events(lines)[0]!),
    'the last event dropped, and its number': () => {
      const lines = honest.filter((line) => line !== events(honest).at(-1)).map((line) => structuredClone(line));
      lines.at(-1)!['end'].count -= 1;
      lines.at(-1)!['end'].cents -= 3_00;
      return lines;
    },
    'two events swapped': swapped(2, 3),
    'the first and the last swapped': swapped(0, 7),
    'an event twice': () => honest.flatMap((line) => (line === sale(honest) ? [line, line] : [line])),
    'another affiliate’s event added': () => honest.flatMap((line) => (line === sale(honest) ? [line, sale(others)] : [line])),
    'another affiliate’s event in place of one': () => honest.map((line) => (line === sale(honest) ? sale(others) : line)),
    'another affiliate’s export under this name': () => others.map((line, i) => (i === 0 ? honest[0]! : line)),
    'another affiliate’s end': () => [...honest.slice(0, -1), others.at(-1)!],
    'an older end': () => [...honest.slice(0, -1), older.at(-1)!],
    'a later end on older events': () => [...older.slice(0, -1), honest.at(-1)!],
    'another stream’s name': onSale((e) => (e['streamId'] = affiliateStream(bob.id))),
    'another version': onSale((e) => (e['version'] += 1)),
    'another position': onSale((e) => (e['position'] += 1)),
    'another type': onSale((e) => (e['type'] = 'SaleReversed')),
    'another id': onSale((e) => (e['id'] = e['id'].replace(/^./, e['id'].startsWith('0') ? '1' : '0'))),
    'another time': onSale((e) => (e['recordedAt'] = '2020-01-01T00:00:00.000Z')),
    'other metadata': onSale((e) => (e['metadata'] = e['metadata'].replace('"kind":"', '"kind":"x'))),
    'another schema version': onSale((e) => (e['schemaVersion'] += 1)),
    'another previous hash': onSale((e) => (e['previous'] = 'ab'.repeat(32))),
    'another previous hash, rehashed': onSale((e) => ((e['previous'] = 'ab'.repeat(32)), rehashed(e))),
    'another way up': onProof((p) => (p['path'][0] = 'ab'.repeat(32))),
    'a shorter way up': onProof((p) => p['path'].pop()),
    'a longer way up': onProof((p) => p['path'].push('ab'.repeat(32))),
    'no way up': changed(sale, (line) => delete line['proof']),
    'another head named': onProof((p) => (p['head'] += 1)),
    'another root named': onProof((p) => (p['root'] = 1)),
    'another root': onHead((h) => (h['roots'] = ['ab'.repeat(32)])),
    'another root, signed by the forger': onHead((h) => ((h['roots'] = ['ab'.repeat(32)]), byForger(h))),
    'a head signed by the forger': onHead(byForger),
    'another hash of a head': onHead((h) => (h['hash'] = 'ab'.repeat(32))),
    'a head that begins later': onHead((h) => (h['from'] += 1)),
    'a head left out': without((lines) => heads(lines)[0]!),
    'all heads left out': () => honest.filter((line) => !line['head']),
    'another balance': onEnd((e) => (e['cents'] += 1_00)),
    'another balance, in the text too': onEnd(
      (e) => ((e['cents'] += 1_00), (e['text'] = e['text'].replace(/\d+ cents/, `${e['cents']} cents`))),
    ),
    'no end': () => honest.slice(0, -1),
    'a line after the end': () => [...honest, sale(honest)],
    'another public key': changed(
      (lines) => lines[0]!,
      (line) => (line['publicKey'] = signHead(ownSeed, 1, 'a').publicKey),
    ),
    'a damaged line': () => honest.map((line) => (line === sale(honest) ? '{"event":{"position"' : line)),
  };
  it.each(Object.keys(forgeries))('reveals %s', async (name) => {
    const { code, out } = await check(forgeries[name]!());
    expect([name, code, out]).toEqual([name, 1, expect.not.stringContaining('nothing is wrong')]);
  });

  describe('with the signing key in the forger’s hand', () => {
    /** Changes a sale to €1 and keeps the positions and hashes of heads: other roots, signed again. */
    const forged = async () => {
      const lines = copy();
      const seed = app.system.secrets.headSigning;
      const { event } = sale(lines) as { event: Line };
      event['data'] = event['data'].replace('"commissionCents":2000', '"commissionCents":100');
      rehashed(event);
      const { end } = lines.at(-1)! as { end: Line };
      end['cents'] -= 1_900;
      end['text'] = end['text'].replace(/-?\d+ cents/, `${end['cents']} cents`);
      end['signature'] = signText(seed, end['text']);
      for (const { head: signed } of heads(lines)) {
        const hashes = await app.system.log.hashes(signed.from, signed.position);
        const at = event['position'] - signed.from;
        if (at >= 0 && at < hashes.length) hashes[at] = Buffer.from(event['hash'], 'hex');
        const tree = await MerkleTree.over(hashes);
        Object.assign(signed, signHead(seed, signed.position, signed.hash, { from: signed.from, roots: [tree.root.toString('hex')] }));
        for (const { event: own, proof } of events(lines)) {
          if (proof?.head !== signed.position) continue;
          proof.path = tree.path(own.position - signed.from).map((node) => node.toString('hex'));
        }
      }
      return lines;
    };
    const saved = async (name: string, text: string) => {
      const file = join(folder, `${n++}-${name}`);
      await writeFile(file, text);
      return file;
    };
    const asLines = (lines: Line[]) => lines.map((line) => JSON.stringify(line)).join('\n');

    it('reveals the change by an export saved before, and by a statement', async () => {
      const earlier = await saved('account.jsonl', asLines(older));
      const file = await saved('statement.json', JSON.stringify(statement));
      expect(statement.heads.position).toBe(heads(older)[0]!['head'].position);
      for (const since of [earlier, file]) {
        const good = await check(honest, '--since', since);
        expect([good.code, good.out]).toEqual([0, expect.stringContaining(`No event up to ${statement.heads.position} was changed since`)]);
        const bad = await check(await forged(), '--since', since);
        expect([bad.code, bad.out]).toEqual([1, expect.not.stringContaining('nothing is wrong')]);
        expect(bad.out).toContain('roots');
      }
    });

    it('reveals the change by each saved signed head from the first event on', async () => {
      const first = await saved('head.json', JSON.stringify(heads(older)[0]!));
      expect(await check(honest, '--since', first)).toMatchObject({ code: 0, out: expect.stringContaining('No event up to') });
      expect(await check(await forged(), '--since', first)).toMatchObject({ code: 1 });
    });

    it('cannot reveal the change by position and hash alone, and the program says so', async () => {
      const { position, hash } = heads(older)[0]!['head'];
      const file = await saved('old-head.json', JSON.stringify({ position, hash }));
      for (const lines of [honest, await forged()])
        expect(await check(lines, '--since', file)).toMatchObject({
          code: 0,
          out: expect.stringContaining('It has no roots, so it does not prove'),
        });
    });

    it.each([
      ['a statement of another digest', () => ({ ...statement, heads: { ...statement.heads, digest: 'ab'.repeat(32) } })],
      ['a statement that reaches further', () => ({ ...statement, heads: { ...statement.heads, position: statement.heads.position + 1 } })],
      ['an unsigned statement', () => ({ ...statement, signed: { ...statement.signed, signature: 'AAAA' } })],
    ])('is not hidden by %s', async (_, change) => {
      expect(await check(honest, '--since', await saved('statement.json', JSON.stringify(change())))).toMatchObject({ code: 1 });
    });

    it('reveals an event dropped since, with all after it', async () => {
      const earlier = await saved('account.jsonl', asLines(honest));
      expect(await check(older, '--since', earlier)).toMatchObject({ code: 1, out: expect.stringContaining('ends before the saved head') });
    });
  });

  it('reveals an older export by a head saved later, and a saved head of another history', async () => {
    const save = async (position: number, hash: string) => {
      const file = join(folder, `saved-${n++}.json`);
      await writeFile(file, JSON.stringify({ position, hash }));
      return file;
    };
    const { position, hash } = honest.at(-1)!['end'];
    expect(await check(older, '--since', await save(position, hash))).toMatchObject({
      code: 1,
      out: expect.stringContaining('ends before the saved head'),
    });
    expect(await check(honest, '--since', await save(position, 'ab'.repeat(32)))).toMatchObject({
      code: 1,
      out: expect.stringContaining('its hash differs'),
    });
    const otherKey = signHead(ownSeed, 1, 'a').publicKey;
    expect((await check(honest, '--key', otherKey)).code).toBe(1);
    expect((await ran('deploy/framelift-verify.mjs', {}, join(folder, 'nothing.jsonl'))).code).toBe(2);
  });
});
