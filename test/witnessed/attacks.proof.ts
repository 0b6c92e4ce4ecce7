import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { affiliateStream, visitsStream } from '../../contracts/src/index.ts';
import { Checkpoints } from '../../services/src/engine/tree/checkpoints.ts';
import { originOf } from '../../services/src/engine/tree/origins.ts';
import { Witnesses } from '../../services/src/engine/tree/witnesses.ts';
import { signedNote, verifierKey } from '../../services/src/platform/notes.ts';
import { visitTracked } from '../support/facts.ts';
import { append } from '../support/history.ts';
import { publicKeyOf, signText } from '../../services/src/platform/signing.ts';
import { noteForProof } from '../support/counts.ts';
import { nodeOf } from '../support/node-version.ts';
import { ranBy } from '../support/operator.ts';
import { sold } from '../support/sales.ts';
import { type App, startApp } from '../support/system.ts';
import { type ExportLine, type Forged, forgeable, ForgedLog, renumbered as renumberedBy } from './forger.ts';
import { bySecond, verdictOf } from './verifying.ts';
import { type Options, readKey } from '../../deploy/framelift-verify.mjs';
import { startWitness, type RunningWitness } from './witness.ts';

const VARIANTS = Array.from({ length: 25 }, (_, n) => n);
const COMMISSION = 10_00;
const buyer = { customerEmail: 'buyer@example.com', buyer: 'b'.repeat(40) };
/** The last ones of the versions that affiliates and witnesses may have. */
const NODES = ['18.20.8', '20.20.2', '22.23.3'];
/** The verifier runs three days later, when witnesses must have seen everything. */
const LATER = { NODE_OPTIONS: '--import=data:text/javascript,const%20now=Date.now;Date.now=()=>now()+3*864e5' };
let app: App;
let folder: string;
let witness: RunningWitness;
let cosigned: string;
let zoe: Awaited<ReturnType<App['affiliate']>>;
let bob: Awaited<ReturnType<App['affiliate']>>;
/** Saved by Zoe on the way. */
let saved: string;
let savedSize: number;
/** All events, as they are. */
let events: Forged[];
let secrets: Map<string, Buffer>;
let terms: number;

const sign = () => ({ seed: app.system.secrets.headSigning, origin: originOf(app.system.config) });
const honest = () => new ForgedLog(events, sign());
const exported = async (token: string, since: readonly number[] = []): Promise<ExportLine[]> => {
  const response = await fetch(`${app.url}/api/affiliate/statements/export?since=${since.join()}`, {
    headers: { Authorization: `Bearer ${token}` },
  });
  return (await response.text())
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as ExportLine);
};
const asText = (lines: readonly ExportLine[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
let n = 0;
const file = async (text: string) => {
  const path = join(folder, String(n++));
  await writeFile(path, text);
  return path;
};
const verdictBy = async (node: string, lines: readonly ExportLine[], ...args: string[]) => {
  const { code, out, err } = await ranBy(node, 'deploy/framelift-verify.mjs', LATER, await file(asText(lines)), ...args);
  return [code, /^Verdict: (.+)$/m.exec(out)?.[1] ?? out + err];
};
/** The verifier runs three days later, when witnesses must have seen everything. */
const later = () => Date.now() + 3 * 864e5;
/** By the published entries of a log, with the key that Zoe knows. */
const saidOf = async (lines: readonly (ExportLine | string)[], log: ForgedLog = honest(), more: Options = {}) =>
  (await verdictOf(lines, { key: ownKey(), entries: log.tile, now: later(), ...more })).said;
const ownKey = () => verifierKey(sign().origin, publicKeyOf(sign().seed));
/** The checkpoint of all events, with the signature of a witness. */
const cosignedBy = async ({ url, setting }: RunningWitness) => {
  const witnesses = new Witnesses(app.system.pool, { ...app.system.config, witnesses: [setting] }, app.api.get(Checkpoints));
  await witnesses.ask(witnesses.configured[0]!);
  expect(await witnesses.list()).toEqual([expect.objectContaining({ error: null, size: expect.any(Number) })]);
  return (await fetch(`${url}/${hash('sha256', sign().origin)}/checkpoint`)).text();
};
/** Events as a forger leaves them, who has the secrets of the accounts too: versions and tags count up again. */
const renumbered = (of: readonly Forged[]): Forged[] => renumberedBy(of, secrets);
const centsOf = (of: readonly Forged[], id: string) =>
  of.filter((e) => e.streamId === affiliateStream(id) && e.type === 'SaleRecorded').length * COMMISSION;

beforeAll(async () => {
  app = await startApp();
  folder = await mkdtemp(join(tmpdir(), 'framelift-attacks-'));
  [zoe, bob] = [await app.affiliate('zoe'), await app.affiliate('bob')];
  const admin = await app.admin();
  let inForce = 0;
  const sets = async (change: object) => {
    const { terms: before, position } = (await admin.get('/api/admin/terms')).body;
    expect((await admin.put('/api/admin/terms', { ...before, ...change }, { 'Edit-Base': String(position) })).status).toBe(200);
    inForce = (await app.system.log.head()).position;
  };
  const more = async (from: number, to: number) => {
    for (let i = from; i < to; i++) {
      await sold(app.system.log, zoe.id, COMMISSION, `z${i}`, { ...buyer, terms: inForce });
      await sold(app.system.log, bob.id, COMMISSION, `b${i}`, { ...buyer, terms: inForce });
      await append(app.system, visitsStream(zoe.id), [visitTracked()]);
    }
  };
  await sets({ holdDays: 0, windowDays: 59 });
  await more(0, 20);
  const first = await exported(zoe.token);
  saved = await file(asText(first));
  savedSize = Number(first[1]!['checkpoint'].split('\n')[1]);
  await sets({ windowDays: 58 });
  terms = (await app.system.log.head()).position;
  await more(20, 40);
  await app.api.get(Checkpoints).run();
  witness = await startWitness(folder, [verifierKey(sign().origin, publicKeyOf(sign().seed))]);
  cosigned = await cosignedBy(witness);
  events = (await app.system.log.read(0, 100_000)).map(forgeable);
  const found = await app.system.log.vault.secrets([zoe, bob].map(({ id }) => `affiliate:${id}`));
  secrets = new Map([...found].map(([subject, secret]) => [subject.replace(':', '-'), secret]));
});
afterAll(async () => {
  await witness.stop();
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

const KINDS = {
  rewritten: 0,
  split: 0,
  'left out': 0,
  'terms cut': 0,
  'promise not kept': 0,
  backdated: 0,
  impossible: 0,
  'wrong sum': 0,
  damaged: 0,
  refused: 0,
  newer: 0,
  problem: 0,
};
type Kind = keyof typeof KINDS;
afterAll(() =>
  noteForProof(
    Object.entries(KINDS)
      .map(([name, count]) => `${count} ${name}`)
      .join(', '),
  ),
);
const finds = async (name: Kind, lines: readonly (ExportLine | string)[], log: ForgedLog = honest(), more: Options = {}) => {
  expect(await saidOf(lines, log, more)).toBe(name);
  await agrees(name, lines, log, more);
  KINDS[name]++;
};
/** The second program, which was written from docs/proofs.md alone, says the same. */
async function agrees(name: string, lines: readonly (ExportLine | string)[], log: ForgedLog, more: Options): Promise<void> {
  const said = await bySecond(lines, { key: ownKey(), now: later(), ...more }, more.entries ? honest() : log, folder);
  expect([name, said]).toEqual([name, SECOND[name as keyof typeof SECOND] ?? name]);
}
/** It has no name for what is no cheat, and refuses what is not for it with exit code 2. */
const SECOND = { problem: 'damaged', refused: 'wrong use', newer: 'wrong use' };
const secretOf = ({ id }: { id: string }) => secrets.get(affiliateStream(id));
/** Zoe’s export of a forged log. `since`: proofs for her save. */
const forged = async (of: readonly Forged[], cents = centsOf(of, zoe.id)) => {
  const log = new ForgedLog(of, sign());
  return { log, lines: await log.exported(zoe.id, { since: [savedSize], cents, secret: secretOf(zoe) }) };
};
const save = async () => ({ saves: [{ from: 'save', text: await readFile(saved, 'utf8') }] });
const own = () => events.flatMap((e, i) => (e.streamId === affiliateStream(zoe.id) ? [i] : []));
const salesOf = () => own().filter((i) => events[i]!.type === 'SaleRecorded');
const withData = (e: Forged, change: (data: Record<string, any>) => void): Forged => {
  const data = JSON.parse(e.dataText) as Record<string, any>;
  change(data);
  return { ...e, dataText: JSON.stringify(data) };
};
/** A further event of Zoe at the end, like the one at `i`. */
const added = (i: number, type: Forged['type'], data: object, schemaVersion = 1): Forged[] =>
  renumbered([...events, { ...events[i]!, type, schemaVersion, dataText: JSON.stringify(data), recordedAt: events.at(-1)!.recordedAt }]);

describe('with the signing key, the database and a cosignature in hand, an attacker is found by the file of one affiliate', () => {
  it('an unforged log passes all the same checks, and the forger writes exports as the product does', async () => {
    const lines = await exported(zoe.token, [savedSize]);
    const witnessed = [...lines.slice(0, 2), { witnessed: cosigned }, ...lines.slice(2)];
    const all = { witnesses: [readKey(witness.key)!], account: zoe.id, ...(await save()) };
    const { said, result } = await verdictOf(witnessed, { key: ownKey(), entries: honest().tile, now: later(), ...all });
    expect([said, result!.unchecked]).toEqual(['ok', []]);
    expect(result!.notes).toContainEqual(expect.stringContaining('Witnessed by witness.example/ours'));
    expect(asText(await honest().exported(zoe.id, { since: [savedSize], cents: centsOf(events, zoe.id), secret: secretOf(zoe) }))).toBe(
      asText(lines),
    );
    const args = ['--since', saved, '--key', ownKey(), '--witness', witness.key, '--log', `${app.url}/log`, '--account', zoe.id];
    const [code, out] = await verdictBy(process.execPath, witnessed, ...args);
    expect([code, out]).toEqual([0, expect.stringContaining('nothing is wrong')]);
  });

  it.each(NODES)('Node %s runs the verifier and the witness', async (version) => {
    const node = nodeOf(version);
    const name = `witness.example/node-${version}`;
    const other = await startWitness(folder, [ownKey()], name, node);
    try {
      const lines = await exported(zoe.token, [savedSize]);
      const witnessed = [...lines.slice(0, 2), { witnessed: await cosignedBy(other) }, ...lines.slice(2)];
      const args = ['--since', saved, '--key', ownKey(), '--log', `${app.url}/log`];
      expect(await verdictBy(node, witnessed, ...args, '--witness', other.key)).toEqual([
        0,
        expect.stringMatching(new RegExp(`nothing is wrong[^]*Witnessed by ${name} up to`)),
      ]);
      const { lines: rewritten } = await forged(renumbered(events.toSpliced(savedSize - 2, 1)));
      expect(await verdictBy(node, rewritten, ...args)).toEqual([1, 'rewritten']);
      noteForProof(`Node ${version}`);
    } finally {
      await other.stop();
    }
  });

  it.each(VARIANTS)('a rewritten past, %i', async (variant) => {
    const at = 1 + Math.floor((variant * (savedSize - 3)) / VARIANTS.length);
    const e = events[at]!;
    const rewritten: Forged[] = {
      0: () => events.with(at, { ...e, metadataText: e.metadataText.replace('{', '{"more":1,') }),
      1: () => renumbered(events.toSpliced(at, 1)),
      2: () => renumbered(events.toSpliced(at, 0, e)),
      3: () => renumbered(events.with(at, events[at + 1]!).with(at + 1, e)),
      4: () => events.slice(0, savedSize - 1 - variant),
    }[variant % 5]!();
    const { log, lines } = await forged(rewritten);
    await finds('rewritten', lines, log, await save());
  });

  it.each(VARIANTS)('two histories, %i', async (variant) => {
    const at = savedSize + variant;
    const e = events[at]!;
    // Behind the witness the first unseen event may be dated far ahead.
    const ahead = variant % 5 === 3 ? { recordedAt: '2099-01-01T00:00:00.000Z' } : {};
    const theirs = events.with(at, { ...e, ...ahead, metadataText: e.metadataText.replace('{', '{"more":1,') });
    const log = new ForgedLog(theirs, sign());
    const lines = await log.exported(bob.id, { since: [savedSize], cents: centsOf(theirs, bob.id), secret: secretOf(bob) });
    const zoes = { from: 'zoe', text: await honest().checkpoint() };
    const more = [
      { others: [zoes] },
      { witnesses: [readKey(witness.key)!] },
      { entries: honest().tile },
      { witnesses: [readKey(witness.key)!] },
      { others: [{ from: 'zoe', text: await honest().checkpoint(events.length - 1 - variant) }] },
    ][variant % 5]!;
    const since = variant % 5 === 4 ? [events.length - 1 - variant] : [savedSize];
    const compared =
      variant % 5 === 4 ? await log.exported(bob.id, { since, cents: centsOf(theirs, bob.id), secret: secretOf(bob) }) : lines;
    // What comes after the change is not the same any more; what came before is.
    if (variant % 5 === 4 && at >= events.length - 1 - variant) return void (await finds('split', lines, log, { others: [zoes] }));
    await finds('split', compared, log, more);
  });

  it.each(VARIANTS)('an event left out, %i', async (variant) => {
    const lines = await exported(zoe.token, [savedSize]);
    const places = lines.flatMap((line, i) => (line['event'] ? [i] : []));
    const place = places[1 + (variant % (places.length - 2))]!;
    const cut = (count: number) => {
      const kept = lines.filter((line, i) => !line['event'] || i < places[count]!);
      const cents = kept.filter((line) => line['event']?.type === 'SaleRecorded').length * COMMISSION;
      return [...kept.slice(0, -1), { end: { count, cents } }];
    };
    const last = salesOf().at(-1 - (variant % 3))!;
    const noise = (e: Forged): Forged => ({ ...e, metadataText: e.metadataText.replace(/"tag":"[^"]+"/, `"tag":"${'A'.repeat(22)}"`) });
    await {
      0: async () => finds('left out', lines.toSpliced(place, 1)),
      1: async () => finds('left out', lines.toSpliced(places.at(-1)!, 1)),
      // All that is shown is whole, and the sum is right: only the published tags say that there is more.
      2: async () => finds('left out', cut(places.length - 1 - (variant % 10))),
      3: async () => finds('left out', lines.with(0, { ...lines[0], secret: Buffer.alloc(32, variant).toString('base64') })),
      // One of Zoe’s events is shown without the tag by which the next check would look for it.
      4: async () => {
        const hidden = await forged(events.with(last, noise(events[last]!)));
        await finds('left out', hidden.lines, hidden.log);
      },
    }[variant % 5]!();
  });

  it.each(VARIANTS)('terms cut or not those in force, %i', async (variant) => {
    const lines = await exported(zoe.token, [savedSize]);
    const places = lines.flatMap((line, i) => (line['terms'] ? [i] : []));
    const [first, second] = places as [number, number];
    const at = events.flatMap((e, i) => (e.type === 'ProgrammeTermsSet' ? [i] : []));
    const without = (place: number) => lines.toSpliced(place, 1);
    const tag = (e: Forged) => ({ ...e, metadataText: e.metadataText.replace(/"tag":"[^"]+"/, `"tag":"${'A'.repeat(22)}"`) });
    await {
      0: async () => finds('terms cut', without(second)),
      1: async () => finds('terms cut', without(first)),
      2: async () =>
        finds(
          'terms cut',
          lines.filter((line) => !line['terms']),
        ),
      3: async () => {
        const other = await forged(events.with(at[1]!, tag(events[at[1]!]!)));
        await finds('terms cut', other.lines, other.log);
      },
      4: async () => {
        const other = await forged(
          events.with(
            at[1]!,
            withData(events[at[1]!]!, (data) => (data['after'] = 1_000 + variant)),
          ),
        );
        await finds('terms cut', other.lines, other.log);
      },
    }[variant % 5]!();
    expect(terms).toBe(at[1]! + 1);
  });

  it.each(VARIANTS)('a promise not kept, %i', async (variant) => {
    const { origin, seed } = sign();
    const [, at] = [0, salesOf()[variant % 20]!];
    const e = events[at]!;
    const recordedAt = e.recordedAt;
    const by = new Date(Date.parse(recordedAt) + 864e5).toISOString();
    const lines = await exported(zoe.token);
    const shown = lines.find((line) => line['event']?.position === at + 1)!['event'];
    const { amountCents, commissionCents, commissionBps, terms: of } = JSON.parse(e.dataText) as Record<string, number>;
    const text = (change: Record<string, unknown>) => {
      const p = {
        version: e.version,
        hash: Buffer.from(shown.hash, 'hex').toString('base64'),
        by,
        at: recordedAt,
        amount: amountCents,
        commission: commissionCents,
        rate: commissionBps,
        terms: of,
        ...change,
      };
      const says = ['version', 'hash', 'by', 'at', 'amount', 'commission', 'rate', 'terms'].map((name) => `${name} ${p[name as 'by']}\n`);
      return { saves: [{ from: 'promise', text: signedNote(`${origin}\npromise\nstream ${e.streamId}\n${says.join('')}`, origin, seed) }] };
    };
    expect(await saidOf(lines, honest(), text({}))).toBe('ok');
    const changes: Record<string, unknown>[] = [
      { hash: Buffer.alloc(32, variant + 1).toString('base64') },
      { version: own().length + 1 + variant },
      { amount: amountCents! + 1 + variant },
      { commission: commissionCents! * 100 },
      { by: '9999-12-31T00:00:00.000Z' },
      { rate: commissionBps! + 1 },
      { terms: of! + 1 },
    ];
    await finds('promise not kept', lines, honest(), text(changes[variant % changes.length]!));
  });

  it.each(VARIANTS)('a time at which nothing was recorded, %i', async (variant) => {
    const at = salesOf()[1 + variant]!;
    const e = events[at]!;
    const moved = (recordedAt: string) => forged(events.with(at, { ...e, recordedAt }));
    const day = (n: number) => new Date(Date.parse(e.recordedAt) + n * 864e5).toISOString();
    if (variant % 3 === 0) {
      const { log, lines } = await moved(day(-30 - variant));
      return void (await finds('backdated', lines, log));
    }
    if (variant % 3 === 1) {
      const { log, lines } = await moved('2099-01-01T00:00:00.000Z');
      return void (await finds('backdated', lines, log));
    }
    // A witness cosigned the log hours before its last events say that they were recorded.
    const log = honest();
    const lines = await log.exported(zoe.id, { cents: centsOf(events, zoe.id), secret: secretOf(zoe) });
    const seen = cosignedWith(await log.checkpoint(), Math.floor(Date.now() / 1000) - (1 + variant) * 3_600);
    const witnessed = [...lines.slice(0, 2), { witnessed: seen }, ...lines.slice(2)];
    return void (await finds('backdated', witnessed, log, { witnesses: [ownWitness()] }));
  });

  it.each(VARIANTS)('what the rules do not allow, %i', async (variant) => {
    const [one, other] = [salesOf()[variant % 20]!, salesOf()[(variant + 1) % 20]!];
    const sale = JSON.parse(events[one]!.dataText) as Record<string, any>;
    const { provider, invoiceId, amountCents, commissionCents } = sale;
    const reversal = { provider, invoiceId, amountCents, commissionCents, cause: 'refund' };
    const cashout = { cashoutId: `${zoe.id}-1`, amountCents: 50_00, paymentMethodId: 'm1', paymentType: 'paypal', payTo: 'x' };
    const processed = { cashoutId: `${zoe.id}-1`, amountCents: 50_00, paymentMethodId: 'm1', from: 'pending', status: 'completed' };
    const reversed = (data: object) => added(one, 'SaleReversed', data, 7);
    const all = centsOf(events, zoe.id);
    const cases: (() => [Forged[], number])[] = [
      () => [renumbered([...reversed(reversal), reversed(reversal).at(-1)!]), all - 2 * commissionCents],
      () => [reversed({ ...reversal, commissionCents: 9_999_99 }), all - 9_999_99],
      () => [added(one, 'SaleRecorded', sale, 5), all + commissionCents],
      () => [added(one, 'SaleReversed', { ...reversal, invoiceId: 'never' }, 7), all - commissionCents],
      () => [added(one, 'CashoutProcessed', processed, 4), all],
      () => [added(one, 'CashoutProcessed', { ...processed, status: 'rejected' }, 4), all + 50_00],
      () => [added(one, 'CashoutRequested', { ...cashout, amountCents: all + 1 }), -1],
      () => [added(one, 'CashoutRequested', { ...cashout, cashoutId: 'other-1' }), all - 50_00],
      () => [added(one, 'PaymentReturned', { ...cashout, runId: 'r1', because: 'returned', forfeitedCents: 0 }, 4), all + 50_00],
      () => [added(one, 'SaleRestored', { ...reversal, attributedBy: 'click', forfeitedCents: 0 }, 3), all + commissionCents],
      () => [added(one, 'AffiliateDeleted', { forfeitedCents: 1 }), all - 1],
      () => [
        renumbered(
          events.with(
            other,
            withData(events[other]!, (data) => (data['commissionCents'] += 1)),
          ),
        ),
        all + 1,
      ],
      () => [
        renumbered(
          events.with(
            other,
            withData(events[other]!, (data) => (data['terms'] += 1)),
          ),
        ),
        all,
      ],
      () => [
        renumbered(
          events.with(
            other,
            withData(events[other]!, (data) => Object.assign(data, { commissionBps: 1_000, commissionCents: 5_00 })),
          ),
        ),
        all - 5_00,
      ],
      () => [
        renumbered(
          events.with(
            other,
            withData(events[other]!, (data) => (data['tier'] = 'gold')),
          ),
        ),
        all,
      ],
      () => [added(one, 'TierReached', { from: 'gold', to: 'platinum', netSales: 100 }), all],
      () => [added(own()[0]!, 'AffiliateRegistered', JSON.parse(events[own()[0]!]!.dataText) as object, 3), all],
    ];
    const [of, cents] = cases[variant % cases.length]!();
    const { log, lines } = await forged(of, cents);
    await finds('impossible', lines, log, await save().then(() => ({})));
  });

  it.each(VARIANTS)('another balance, %i', async (variant) => {
    const lines = await exported(zoe.token);
    const { end } = lines.at(-1)!;
    await finds('wrong sum', lines.with(lines.length - 1, { end: { ...end, cents: end.cents + (variant % 2 ? 1 : -1) * (variant + 1) } }));
  });

  it.each(VARIANTS)('a file that may be read in two ways, %i', async (variant) => {
    const lines = await exported(zoe.token, [savedSize]);
    const checkpoint = lines.findIndex((line) => line['checkpoint']);
    const sale = lines.findIndex((line) => line['event']?.type === 'SaleRecorded');
    const text = (i: number) => JSON.stringify(lines[i]);
    const all = lines.map((_, i) => text(i));
    const data = (change: (text: string) => string) =>
      all.with(sale, JSON.stringify({ ...lines[sale], event: { ...lines[sale]!['event'], data: change(lines[sale]!['event'].data) } }));
    const cases = [
      () => all.toSpliced(checkpoint, 0, text(checkpoint)),
      () => all.with(sale, text(sale).replace('"position"', '"position":1,"position"')),
      () => all.with(sale, text(sale).replace(':', ' :')),
      () => all.toSpliced(sale, 0, '{"more":true}'),
      () => [...all, text(sale)],
      () => all.toSpliced(0, 1),
      () => all.with(sale, text(sale).replace('"version":', '"version":0')),
      () => data((one) => one.replace('"commissionCents":', '"commissionCents":1,"commissionCents":')),
      () => data((one) => one.replace(/"commissionCents":\d+/, '"commissionCents":null')),
      () => data((one) => one.replace(/"commissionCents":\d+/, '"commissionCents":-1')),
      () => data((one) => one.replace(/"commissionCents":\d+/, '"commissionCents":1e21')),
      () => all.with(sale, text(sale).replace(/"recordedAt":"[^"]+"/, '"recordedAt":"soon"')),
      () => all.with(checkpoint, text(checkpoint).replace(/\\n\d+\\n/, String.raw`\n0x20\n`)),
    ];
    await finds('damaged', cases[variant % cases.length]!());
  });

  it.each(VARIANTS)('an export or a save of somebody else, %i', async (variant) => {
    const [mine, theirs] = [await exported(zoe.token), await exported(bob.token)];
    const cases: (() => [ExportLine[], Options])[] = [
      () => [theirs, { account: zoe.id }],
      () => [mine, { saves: [{ from: 'bob', text: asText(theirs) }] }],
      () => [mine.with(0, { ...mine[0], format: 2 }), {}],
      () => [mine, { saves: [{ from: 'cut', text: asText(mine.slice(0, 1)) }] }],
      () => [mine, { saves: [{ from: 'twice', text: asText([...mine.slice(0, 2), ...mine.slice(1)]) }] }],
    ];
    const [lines, more] = cases[variant % cases.length]!();
    await finds('refused', lines, honest(), more);
  });

  it.each(VARIANTS)('what only a newer program knows, %i', async (variant) => {
    const at = salesOf()[variant]!;
    const newer = variant % 2 ? { type: 'SaleDoubled' as never } : { schemaVersion: 6 + variant };
    const { log, lines } = await forged(events.with(at, { ...events[at]!, ...newer }));
    await finds('newer', lines, log);
  });

  it.each(VARIANTS)('another key, %i', async (variant) => {
    const other = { seed: Buffer.alloc(32, variant + 1), origin: sign().origin };
    const log = new ForgedLog(events, other);
    const lines = await log.exported(zoe.id, { cents: centsOf(events, zoe.id), secret: secretOf(zoe) });
    await finds('problem', variant % 2 ? lines : lines.with(0, { ...lines[0], key: ownKey() }), log);
    const { result } = await verdictOf(lines, { entries: log.tile, now: later() });
    expect(result!.unchecked).toContainEqual(expect.stringContaining('nothing is proved against the seller'));
  });
});

/** A witness in the forger’s hand. */
const witnessSeed = Buffer.alloc(32, 0x55);
const typedKey = () => Buffer.concat([Buffer.from([4]), Buffer.from(publicKeyOf(witnessSeed), 'base64').subarray(-32)]);
const witnessId = () => hash('sha256', Buffer.concat([Buffer.from('witness.example/forger\n'), typedKey()]), 'buffer').subarray(0, 4);
const ownWitness = () => readKey(`witness.example/forger+${witnessId().toString('hex')}+${typedKey().toString('base64')}`)!;
function cosignedWith(note: string, seconds: number): string {
  const body = note.slice(0, note.indexOf('\n\n') + 1);
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(seconds));
  const signature = Buffer.from(signText(witnessSeed, `cosignature/v1\ntime ${seconds}\n${body}`), 'base64');
  return `${note}— witness.example/forger ${Buffer.concat([witnessId(), time, signature]).toString('base64')}\n`;
}
