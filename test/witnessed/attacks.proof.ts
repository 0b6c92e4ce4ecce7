import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { hash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { affiliateStream, visitsStream } from '../../contracts/src/index.ts';
import { Checkpoints } from '../../services/src/engine/tree/checkpoints.ts';
import { originOf } from '../../services/src/engine/tree/origins.ts';
import { Witnesses } from '../../services/src/engine/tree/witnesses.ts';
import { signedNote, verifierKey } from '../../services/src/platform/notes.ts';
import { visitTracked } from '../support/facts.ts';
import { append } from '../support/history.ts';
import { publicKeyOf } from '../../services/src/platform/signing.ts';
import { noteForProof } from '../support/counts.ts';
import { nodeOf } from '../support/node-version.ts';
import { ranBy } from '../support/operator.ts';
import { sold } from '../support/sales.ts';
import { type App, startApp } from '../support/system.ts';
import { type ExportLine, type Forged, forgeable, ForgedLog } from './forger.ts';
import { startWitness, type RunningWitness } from './witness.ts';

const VARIANTS = Array.from({ length: 25 }, (_, n) => n);
const COMMISSION = 10_00;
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
const verdict = (lines: readonly ExportLine[], ...args: string[]) => verdictBy(process.execPath, lines, ...args);
/** The checkpoint of all events, with the signature of a witness. */
const cosignedBy = async ({ url, setting }: RunningWitness) => {
  const witnesses = new Witnesses(app.system.pool, { ...app.system.config, witnesses: [setting] }, app.api.get(Checkpoints));
  await witnesses.ask(witnesses.configured[0]!);
  expect(await witnesses.list()).toEqual([expect.objectContaining({ error: null, size: expect.any(Number) })]);
  return (await fetch(`${url}/${hash('sha256', sign().origin)}/checkpoint`)).text();
};
/** Of events as a forger leaves them: versions count up again. */
const renumbered = (of: readonly Forged[]): Forged[] => {
  const versions = new Map<string, number>();
  return of.map((e) => {
    const version = (versions.get(e.streamId) ?? 0) + 1;
    versions.set(e.streamId, version);
    return { ...e, version };
  });
};
const centsOf = (of: readonly Forged[], id: string) =>
  of.filter((e) => e.streamId === affiliateStream(id) && e.type === 'SaleRecorded').length * COMMISSION;

beforeAll(async () => {
  app = await startApp();
  folder = await mkdtemp(join(tmpdir(), 'framelift-attacks-'));
  [zoe, bob] = [await app.affiliate('zoe'), await app.affiliate('bob')];
  const more = async (from: number, to: number) => {
    for (let i = from; i < to; i++) {
      await sold(app.system.log, zoe.id, COMMISSION, `z${i}`);
      await sold(app.system.log, bob.id, COMMISSION, `b${i}`);
      await append(app.system, visitsStream(zoe.id), [visitTracked()]);
    }
  };
  await more(0, 20);
  const first = await exported(zoe.token);
  saved = await file(asText(first));
  savedSize = Number(first[1]!['checkpoint'].split('\n')[1]);
  await more(20, 40);
  await app.api.get(Checkpoints).run();
  witness = await startWitness(folder, [verifierKey(sign().origin, publicKeyOf(sign().seed))]);
  cosigned = await cosignedBy(witness);
  events = (await app.system.log.read(0, 100_000)).map(forgeable);
});
afterAll(async () => {
  await witness.stop();
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

const found = { rewritten: 0, split: 0, 'left out': 0, 'promise not kept': 0 };
afterAll(() =>
  noteForProof(
    Object.entries(found)
      .map(([name, count]) => `${count} of ${VARIANTS.length} ${name}`)
      .join(', '),
  ),
);
const finds = async (name: keyof typeof found, lines: readonly ExportLine[], ...args: string[]) => {
  expect(await verdict(lines, ...args)).toEqual([1, name]);
  found[name]++;
};

describe('with the signing key, an attacker is found by the file of one affiliate and what was saved before', () => {
  it('an unforged log passes all the same checks, and the forger writes exports as the product does', async () => {
    const lines = await exported(zoe.token, [savedSize]);
    expect(await verdict(lines, '--since', saved, '--key', lines[0]!['key'])).toEqual([0, expect.stringContaining('nothing is wrong')]);
    const witnessed = [...lines.slice(0, 2), { witnessed: cosigned }, ...lines.slice(2)];
    expect(await verdict(witnessed, '--witness', witness.key)).toEqual([0, expect.stringContaining('Witnessed by witness.example/ours')]);
    expect(
      await verdict(await honest().exported(zoe.id, { since: [savedSize], cents: centsOf(events, zoe.id) }), '--since', saved),
    ).toEqual([0, expect.stringContaining('nothing is wrong')]);
    expect(asText(await honest().exported(zoe.id, { since: [savedSize], cents: centsOf(events, zoe.id) }))).toBe(asText(lines));
  });

  it.each(NODES)('Node %s runs the verifier and the witness', async (version) => {
    const node = nodeOf(version);
    const name = `witness.example/node-${version}`;
    const other = await startWitness(folder, [verifierKey(sign().origin, publicKeyOf(sign().seed))], name, node);
    try {
      const lines = await exported(zoe.token, [savedSize]);
      const witnessed = [...lines.slice(0, 2), { witnessed: await cosignedBy(other) }, ...lines.slice(2)];
      expect(await verdictBy(node, witnessed, '--since', saved, '--key', lines[0]!['key'], '--witness', other.key)).toEqual([
        0,
        expect.stringMatching(new RegExp(`nothing is wrong[^]*Witnessed by ${name} up to`)),
      ]);
      const rewritten = new ForgedLog(renumbered(events.toSpliced(savedSize - 2, 1)), sign());
      expect(await verdictBy(node, await rewritten.exported(zoe.id, { since: [savedSize] }), '--since', saved)).toEqual([1, 'rewritten']);
      noteForProof(`Node ${version}`);
    } finally {
      await other.stop();
    }
  });

  it.each(VARIANTS)('a rewritten past, %i', async (variant) => {
    const at = 1 + Math.floor((variant * (savedSize - 3)) / VARIANTS.length);
    const e = events[at]!;
    const rewritten: Forged[] = {
      0: () => events.with(at, { ...e, metadataText: e.metadataText.replace('{', '{ ') }),
      1: () => renumbered(events.toSpliced(at, 1)),
      2: () => renumbered(events.toSpliced(at, 0, e)),
      3: () => renumbered(events.with(at, events[at + 1]!).with(at + 1, e)),
      4: () => events.slice(0, savedSize - 1 - variant),
    }[variant % 5]!();
    const log = new ForgedLog(rewritten, sign());
    await finds('rewritten', await log.exported(zoe.id, { since: [savedSize], cents: centsOf(rewritten, zoe.id) }), '--since', saved);
  });

  it.each(VARIANTS)('two histories, %i', async (variant) => {
    const at = savedSize + variant;
    const theirs = events.with(at, { ...events[at]!, metadataText: events[at]!.metadataText.replace('{', '{ ') });
    const log = new ForgedLog(theirs, sign());
    const lines = await log.exported(bob.id, { since: [savedSize], cents: centsOf(theirs, bob.id) });
    // By what Zoe was shown, or by a witness that was not.
    const zoes = await file(await honest().checkpoint());
    await finds('split', lines, ...(variant % 2 ? ['--since', zoes] : ['--witness', witness.key]));
  });

  it.each(VARIANTS)('an event left out, %i', async (variant) => {
    const lines = await exported(zoe.token, [savedSize]);
    const own = lines.flatMap((line, i) => (line['event'] ? [i] : []));
    const [stream, place] = [lines.findIndex((line) => line['stream']), own[1 + (variant % (own.length - 2))]!];
    const hidden = honest();
    const leftOut: ExportLine[] = await {
      0: async () => lines.toSpliced(place, 1),
      1: async () => lines.toSpliced(own.at(-1)!, 1),
      2: async () => lines.toSpliced(stream, 1),
      3: async () => lines.with(stream, { ...lines[stream], version: own.length - 1 }),
      // Map and export end before what Zoe saved; the tree is as it was.
      4: async () => {
        const upTo = events.slice(0, savedSize).filter((e) => e.streamId === affiliateStream(zoe.id)).length - 1 - (variant % 10);
        hidden.mapUpTo.set(affiliateStream(zoe.id), upTo);
        const all = await hidden.exported(zoe.id, { since: [savedSize] });
        const kept = all.filter((line) => !line['event'] || line['event'].version <= upTo);
        const cents = kept.filter((line) => line['event']?.type === 'SaleRecorded').length * COMMISSION;
        return [...kept.slice(0, -1), { end: { count: upTo, cents } }];
      },
    }[variant % 5]!();
    await finds('left out', leftOut, '--since', saved);
  });

  it.each(VARIANTS)('a promise not kept, %i', async (variant) => {
    const { origin, seed } = sign();
    const own = events.filter((e) => e.streamId === affiliateStream(zoe.id));
    // The sale was promised, and another event, or none, is in its place.
    const version = variant % 2 ? own.length + 1 + variant : own.length - variant;
    const by = new Date(Date.now() - 1_000 - variant).toISOString();
    const promised = Buffer.alloc(32, variant + 1).toString('base64');
    const text = `${origin}\npromise\nstream ${affiliateStream(zoe.id)}\nversion ${version}\nhash ${promised}\nby ${by}\n`;
    await finds('promise not kept', await exported(zoe.token), '--since', await file(signedNote(text, origin, seed)));
  });
});
