import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { affiliateStream, DAY_MS, refusals } from '../../contracts/src/index.ts';
import { DailyHeads } from '../../services/src/operating/heads/daily-heads.ts';
import { AccountExports } from '../../services/src/screens/dashboard/account-export.ts';
import { publicKeyOf } from '../../services/src/platform/signing.ts';
import { cashoutProcessed, cashoutRequested, paymentMethodAdded } from '../support/facts.ts';
import { append } from '../support/history.ts';
import { ran } from '../support/operator.ts';
import { refunded, sold } from '../support/sales.ts';
import { type App, startApp } from '../support/system.ts';
import { signedNote } from '../../services/src/platform/notes.ts';
import { forgeable, type Forged, ForgedLog } from '../witnessed/forger.ts';

type Line = Record<string, any>;
let app: App;
let folder: string;
let zoe: Awaited<ReturnType<App['affiliate']>>;
let bob: Awaited<ReturnType<App['affiliate']>>;
let honest: Line[];
let others: Line[];
/** An earlier export of the same account, with fewer events. */
let older: Line[];
/** A statement of that moment. */
let statement: Line;

const exported = async (token: string, since: readonly number[] = []): Promise<Line[]> => {
  const response = await fetch(`${app.url}/api/affiliate/statements/export?since=${since.join()}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  expect(response.status).toBe(200);
  return (await response.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
};
/** An account's export where its owner can sign in no more. */
const honestOf = async (id: string): Promise<Line[]> =>
  (await text(await app.api.get(AccountExports).of(id, [])))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
/** Of the checkpoint of an export. */
const sizeOf = (lines: Line[]): number => Number(lines.find((line) => line['checkpoint'])!['checkpoint'].split('\n')[1]);
const head = (inDays: number) =>
  new DailyHeads(app.system.pool, app.system.streams, app.system.secrets, () => Date.now() + inDays * DAY_MS, {
    publicUrl: 'https://shop.example',
  }).run();

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
  honest = await exported(zoe.token, [sizeOf(older)]);
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
  return ran('deploy/framelift-verify.mjs', {}, file, '--log', `${app.url}/log`, ...args);
};
/** No witness is named, so that is said. */
const FINE = 'no fault was found in what was checked';
const copy = () => structuredClone(honest);
const events = (lines: Line[]) => lines.filter((line) => line['event']);
const sale = (lines: Line[]) => events(lines).find(({ event }) => event.type === 'SaleRecorded')!;

describe('an account’s export', () => {
  it('is checked with Node alone: every event, its balance and the checkpoint that has them', async () => {
    const [{ key }] = honest as [Line];
    // Nothing was saved to compare it with.
    const { code, out } = await check(honest.filter((line) => !line['since']));
    expect([code, out.split('\n').slice(0, 5)]).toEqual([
      0,
      [
        `${zoe.id}, ${events(honest).length} events`,
        `${events(honest).length} events of the account in a log of ${sizeOf(honest)}, balance 33.00 EUR: ${FINE}`,
        'not checked: witnesses, none named',
        'not checked: the key. The export names it itself, so nothing is proved against the seller. Give the one that you know with --key',
        `Signed with ${key}`,
      ],
    ]);
    expect(out).not.toContain('nothing is wrong');
    for (const own of [key, publicKeyOf(app.system.secrets.headSigning)]) {
      const known = await check(honest, '--key', own, '--account', zoe.id);
      expect([known.code, known.out]).toEqual([0, expect.not.stringContaining('not checked: the key')]);
    }
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
  const onProof = (change: (nodes: string[]) => string[]) =>
    changed(sale, (line) => {
      const [name, index, ...nodes] = line['proof'].trimEnd().split('\n');
      line['proof'] = [name, index, ...change(nodes), ''].join('\n');
    });
  const node = Buffer.alloc(32, 0xab).toString('base64');
  const onCheckpoint = (change: (note: string) => string) =>
    changed(
      (lines) => lines.find((line) => line['checkpoint'])!,
      (line) => (line['checkpoint'] = change(line['checkpoint'])),
    );
  const onHeader = (change: (header: Line) => void) => changed((lines) => lines[0]!, change);
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
    'another way up': onProof(([, ...others]) => [node, ...others]),
    'a shorter way up': onProof((nodes) => nodes.slice(0, -1)),
    'a longer way up': onProof((nodes) => [...nodes, node]),
    'no way up': changed(sale, (line) => delete line['proof']),
    'another place in the tree': changed(sale, (line) => (line['proof'] = line['proof'].replace(/index \d+/, 'index 1'))),
    'another size': onCheckpoint((note) => note.replace(/\n\d+\n/, '\n1\n')),
    'another root of the tree': onCheckpoint((note) => note.replace(/\n[^\n]{44}\n/, `\n${node}\n`)),
    'an older checkpoint': onCheckpoint(() => older.find((line) => line['checkpoint'])!['checkpoint']),
    'no checkpoint': without((lines) => lines.find((line) => line['checkpoint'])!),
    'another secret': onHeader((header) => (header['secret'] = node)),
    'two checkpoints': () => honest.flatMap((line) => (line['checkpoint'] ? [line, older.find((one) => one['checkpoint'])!] : [line])),
    'a key twice': () => honest.map((line) => (line['end'] ? JSON.stringify(line).replace('{"count"', '{"cents":1,"count"') : line)),
    'a space': () => honest.map((line) => (line['end'] ? JSON.stringify(line).replace(':', ': ') : line)),
    'a field more': onHeader((header) => (header['more'] = 1)),
    'a line of another kind': () => [honest[0]!, { more: 1 }, ...honest.slice(1)],
    'events before the checkpoint': () => [honest[0]!, sale(honest), ...honest.slice(1).filter((line) => line !== sale(honest))],
    'a checkpoint signed by the forger': onCheckpoint((note) => {
      const body = note.slice(0, note.indexOf('\n\n') + 1);
      return signedNote(body, body.split('\n')[0]!, ownSeed);
    }),
    'another balance': onEnd((e) => (e['cents'] += 1_00)),
    'no end': () => honest.slice(0, -1),
    'a line after the end': () => [...honest, sale(honest)],
    'another verifier key': changed(
      (lines) => lines[0]!,
      (line) => (line['key'] = line['key'].replace(/^[^+]+/, 'other.example/log')),
    ),
    'a damaged line': () => honest.map((line) => (line === sale(honest) ? '{"event":{"position"' : line)),
  };
  it.each(Object.keys(forgeries))('reveals %s', async (name) => {
    const { code, out } = await check(forgeries[name]!());
    expect([name, code, out]).toEqual([name, name === 'another schema version' ? 2 : 1, expect.not.stringContaining(FINE)]);
  });

  describe('with the signing key in the forger’s hand', () => {
    /** Changes a sale to €1, with all hashes after it, and signs the tree of that. */
    const forged = async (since: number[] = []) => {
      const all = (await app.system.log.read(0, 100_000)).map(forgeable);
      const at = sale(honest)['event'].position - 1;
      all[at] = { ...all[at], dataText: all[at]!.dataText.replace('"commissionCents":2000', '"commissionCents":100') } as Forged;
      const { headSigning: seed } = app.system.secrets;
      const origin = `${new URL(app.system.config.publicUrl).host}/log`;
      return new ForgedLog(all, { seed, origin }).exported(zoe.id, {
        since,
        cents: 33_00 - 19_00,
        secret: Buffer.from(honest[0]!['secret'], 'base64'),
      });
    };
    const saved = async (name: string, text: string) => {
      const file = join(folder, `${n++}-${name}`);
      await writeFile(file, text);
      return file;
    };
    const asLines = (lines: Line[]) => lines.map((line) => JSON.stringify(line)).join('\n');

    it.each([
      ['an export', () => asLines(older)],
      ['a statement', () => JSON.stringify(statement)],
      ['a checkpoint', () => older.find((line) => line['checkpoint'])!['checkpoint']],
    ])('reveals the change by %s saved before', async (_, text) => {
      const save = await saved('save', text());
      const good = await check(honest, '--since', save);
      expect([good.code, good.out]).toEqual([0, expect.stringContaining(`No event up to ${sizeOf(older)} was changed since`)]);
      const bad = await check(await forged([sizeOf(older)]), '--since', save);
      expect([bad.code, bad.out]).toEqual([1, expect.stringContaining('Verdict: rewritten')]);
      expect(await check(await forged(), '--since', save)).toMatchObject({ code: 1, out: expect.stringContaining('?since=') });
    });

    it('compares a head of position and hash alone with the account’s own events, and says what that proves', async () => {
      const { position, previous } = events(honest).at(-1)!['event'];
      const own = await saved('own.json', JSON.stringify({ position: position - 1, hash: previous }));
      expect(await check(honest, '--since', own)).toMatchObject({
        code: 0,
        out: expect.stringContaining('It is no checkpoint, so it does not'),
      });
      const other = await saved('other.json', JSON.stringify({ position: 2, hash: 'ab'.repeat(32) }));
      expect(await check(honest, '--since', other)).toMatchObject({
        code: 1,
        out: expect.stringContaining('says nothing about position 2'),
      });
    });

    it('is not hidden by an unsigned statement', async () => {
      const unsigned = JSON.stringify({ ...statement, signed: { ...statement['signed'], signature: 'AAAA' } });
      expect(await check(honest, '--since', await saved('statement.json', unsigned))).toMatchObject({ code: 1 });
    });

    it('reveals an event dropped since, with all after it', async () => {
      const earlier = await saved('account.jsonl', asLines(honest));
      expect(await check(older, '--since', earlier)).toMatchObject({
        code: 1,
        out: expect.stringMatching(/The export ends at \d+, before the checkpoint in \S+account\.jsonl at \d+[^]*Verdict: rewritten/),
      });
    });

    it('reveals another history of the same length by somebody else’s export', async () => {
      const size = sizeOf(others);
      const theirs = await saved('bob.jsonl', asLines(others));
      expect(await check(await exported(zoe.token, [size]), '--other', theirs)).toMatchObject({ code: 0 });
      const bad = await check(await forged([size]), '--other', theirs);
      expect([bad.code, bad.out]).toEqual([1, expect.stringContaining('Verdict: split')]);
      // Not as a save: a seller that swaps two accounts would show the other one's past.
      const swapped = await check(await exported(zoe.token, [size]), '--since', theirs);
      expect([swapped.code, swapped.err]).toEqual([2, expect.stringContaining(`is a save of another account, ${bob.id}`)]);
      const demanded = await check(honest, '--account', bob.id);
      expect([demanded.code, demanded.err]).toEqual([2, expect.stringContaining(`of the account ${zoe.id}, not of ${bob.id}`)]);
    });
  });

  describe('promises', () => {
    const promised = async () =>
      (await zoe.get('/api/affiliate/promises')).body.promises as {
        note: string;
        dueAt: string;
        recordedAt: string;
        transactionId: string;
      }[];
    const save = async (text: string) => {
      const file = join(folder, `promise-${n++}`);
      await writeFile(file, text);
      return file;
    };

    it('are made of each credited sale, the newest first, and are kept', async () => {
      const all = await promised();
      expect(all.map(({ transactionId }) => transactionId)).toEqual(['z9', 'z4', 'z3', 'z2', 'z1', 'z0'].map((id) => `sellauth-${id}`));
      const { body } = await zoe.get('/api/affiliate/promises?limit=2');
      const rest = await zoe.get(`/api/affiliate/promises?limit=9&after=${body.next}`);
      expect([...body.promises, ...rest.body.promises]).toEqual(all);
      for (const { note } of all)
        expect(await check(honest, '--since', await save(note))).toMatchObject({
          code: 0,
          out: expect.stringContaining('is in the checkpoint'),
        });
    });

    it('reveal a sale that an export does not have, and are due within a day', async () => {
      const [newest] = await promised();
      expect(Date.parse(newest!.dueAt) - Date.parse(newest!.recordedAt)).toBe(DAY_MS);
      const due = await check(older, '--since', await save(newest!.note));
      expect([due.code, due.out]).toEqual([0, expect.stringContaining(`is due by ${newest!.dueAt}`)]);
      const body = newest!.note.slice(0, newest!.note.indexOf('\n\n') + 1).replace(/by .*/, 'by 2026-01-01T00:00:00.000Z');
      const past = signedNote(body, body.split('\n')[0]!, app.system.secrets.headSigning);
      expect(await check(older, '--since', await save(past))).toMatchObject({
        code: 1,
        out: expect.stringContaining('Verdict: promise not kept'),
      });
      expect(await check(honest, '--since', await save(signedNote(body, body.split('\n')[0]!, ownSeed)))).toMatchObject({ code: 1 });
      const another = await check(others, '--since', await save(past));
      expect([another.code, another.err]).toEqual([2, expect.stringContaining(`is about another account, ${affiliateStream(zoe.id)}`)]);
    });

    it('are read together, with the text of a mail around them', async () => {
      const notes = (await promised()).map(({ note }) => note);
      const mail = ['Keep this mail.', '', ...notes, '-- ', 'You get this because'].join('\n').replaceAll('\n', ' \r\n');
      expect(await check(honest, '--since', await save(mail))).toMatchObject({
        code: 0,
        out: expect.stringContaining(`${notes.length} promised events are in the checkpoint`),
      });
      expect(await check(older, '--since', await save(mail))).toMatchObject({
        code: 0,
        out: expect.stringMatching(/5 promised events are in the checkpoint\nThe promised event \d+ is due by /),
      });
    });
  });

  it('goes with the last checkpoint, which an account may compare with those that it kept', async () => {
    const { body } = await zoe.get(`/api/account/checkpoint?since=${sizeOf(older)},999999`);
    const again = await exported(zoe.token, [sizeOf(older)]);
    expect(body).toMatchObject({ note: again[1]!['checkpoint'], size: sizeOf(again), key: again[0]!['key'], witnesses: [] });
    expect(body.continues).toEqual([{ size: sizeOf(older), proof: again.find((line) => line['since'])!['proof'] }]);
    expect((await zoe.get('/api/account/checkpoint?since=x')).status).toBe(400);
  });

  it('reveals an older export by a head saved later, and a saved head of another history', async () => {
    const save = async (position: number, hash: string) => {
      const file = join(folder, `saved-${n++}.json`);
      await writeFile(file, JSON.stringify({ position, hash }));
      return file;
    };
    const { position, hash } = events(honest).at(-1)!['event'];
    expect(await check(older, '--since', await save(position, hash))).toMatchObject({
      code: 1,
      out: expect.stringContaining('ends before the saved head'),
    });
    expect(await check(honest, '--since', await save(position, 'ab'.repeat(32)))).toMatchObject({
      code: 1,
      out: expect.stringContaining('its hash differs'),
    });
    const otherKey = publicKeyOf(ownSeed);
    expect((await check(honest, '--key', otherKey)).code).toBe(1);
    expect((await ran('deploy/framelift-verify.mjs', {}, join(folder, 'nothing.jsonl'))).code).toBe(2);
  });

  it('that was cut off names no cheat', async () => {
    const whole = honest.map((line) => `${JSON.stringify(line)}\n`).join('');
    for (const part of [0.2, 0.6, 0.99]) {
      const { code, out } = await check([whole.slice(0, whole.length * part)]);
      expect([code, out]).toEqual([1, expect.stringContaining('The export is incomplete')]);
      expect(out).not.toContain('Verdict');
    }
  });

  it('is not checked where the command is wrong, which is said in one sentence', async () => {
    const files = { honest: honest.map((line) => JSON.stringify(line)).join('\n'), empty: '', note: 'Hello' };
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    const [good, empty, note] = Object.keys(files).map((name) => join(folder, name)) as [string, string, string];
    const wrong: [string[], RegExp][] = [
      [[], /^Usage: /],
      [[empty], /is empty$/],
      [[note], /is not an export of Framelift$/],
      [[join(folder, 'gone')], /^There is no file .*gone$/],
      [[folder], /cannot be read: EISDIR/],
      [[good, '--sinse', note], /^--sinse is not expected here\. Usage: /],
      [[good, note], /is not expected here\. Usage: /],
      [[good, '--since'], /^Usage: /],
      [[good, '--since', good], /cannot be compared with itself$/],
      [[good, '--since', join(folder, 'gone')], /^There is no file .*gone$/],
      [[good, '--since', empty, note], /cannot be compared\. Give a proof, /],
      [[good, '--key', 'x+1+y'], /^x\+1\+y is neither a verifier key nor an Ed25519 public key$/],
      [[good, '--witness', honest[0]!['key']], /is not the key of a witness$/],
    ];
    for (const [args, says] of wrong) {
      const { code, out, err } = await ran('deploy/framelift-verify.mjs', {}, ...args);
      expect([args, code, out, err.trimEnd()]).toEqual([args, 2, '', expect.stringMatching(says)]);
    }
  });
});

describe('an erased account', () => {
  it('leaves every proof of others as it was', async () => {
    const save = async (lines: Line[]) => {
      const file = join(folder, `saved-${n++}`);
      await writeFile(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
      return file;
    };
    const admin = await app.admin();
    expect((await admin.send('DELETE', `/api/admin/affiliates/${bob.id}`)).status).toBe(200);
    const after = await exported(zoe.token, [sizeOf(older), sizeOf(others)]);
    expect(sizeOf(after)).toBeGreaterThan(sizeOf(others));
    const { code, out } = await check(after, '--since', await save(older), '--other', await save(others));
    expect([code, out]).toEqual([0, expect.stringMatching(new RegExp(`shows the same history up to ${sizeOf(others)}\n`))]);
    // The erased person’s own export has no secret any more, and says so.
    const { code: gone, out: said } = await check(await honestOf(bob.id));
    expect([gone, said]).toEqual([0, expect.stringContaining('the account was erased, and with it its secret')]);
    expect(out).toContain('An erasure destroys only its key, so hashes and proofs stay the same');
  });
});
