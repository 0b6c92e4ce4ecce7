import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { execFile, spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { globSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline, Readable } from 'node:stream';
import { tileNamed } from '../../services/src/engine/tree/tiles.ts';
import { emptyRoot, merkleRoot } from '../../services/src/platform/merkle.ts';
import { checkpointText, signedNote, verifierKey, withdrawalText } from '../../services/src/platform/notes.ts';
import { publicKeyOf } from '../../services/src/platform/signing.ts';
import { until } from '../support/until.ts';

const PROGRAM = join(import.meta.dirname, '../../deploy/monitor/monitor.mjs');
const [seed, otherSeed] = [Buffer.alloc(32, 5), Buffer.alloc(32, 6)];
type Entries = readonly Buffer[];
/** The first five entries have no tag. */
const entry = (i: number, salt = '') => hash('sha512', `${i}${salt}`, 'buffer').subarray(0, i < 5 ? 32 : 48);
const entriesTo = (size: number, salt?: string) => Array.from({ length: size }, (_, i) => entry(i, salt));
/** The same up to a size, then others. */
const since = (same: number, size: number) => [...entriesTo(same), ...entriesTo(size, 'again').slice(same)];
const tileOf = (entries: Entries) => Buffer.concat(entries.flatMap((one) => [Buffer.from([0, one.length]), one]));
const rootOf = async (entries: Entries) => (entries.length ? merkleRoot(entries) : emptyRoot);

/** The logs by their names, and other answers by their paths: a number is a status. */
let logs: Record<string, { entries: Entries; note: string }>;
let answers: Record<string, string | Buffer | number | typeof endless>;
let asked: string[];
let [host, verified, files, flooded] = ['', '', 0, 0];
const folder = mkdtempSync(join(tmpdir(), 'framelift-monitor-'));

function* endless() {
  for (; ; flooded += 65_536) yield 'x'.repeat(65_536);
}
function answerTo(path: string) {
  const [, name = '', rest = ''] = /^\/([^/]+)\/(?:tile\/)?(.+)$/.exec(path) ?? [];
  const [log, tile] = [logs[name], tileNamed(rest)];
  const entries = tile && log?.entries.slice(tile.n * 256, tile.n * 256 + tile.width);
  const [note, bytes] = [rest === 'checkpoint' && log?.note, entries?.length === tile?.width && entries && tileOf(entries)];
  return answers[path] ?? (note || bytes || 404);
}
/** Publishes entries with their checkpoint, in which `wrong` is otherwise. */
async function publish(entries: Entries, wrong: { origin?: string; root?: Buffer; by?: Buffer; signer?: string } = {}, name = 'log') {
  const { origin = `${host}/${name}`, root = await rootOf(entries), by = seed, signer = origin } = wrong;
  logs[name] = { entries, note: signedNote(checkpointText({ origin, size: entries.length, root }), signer, by) };
}

const key = () => verifierKey(`${host}/log`, publicKeyOf(seed));
const argsOf = (state: string) => [PROGRAM, '--log', `http://${host}/log`, '--key', key(), '--state', state];
const stateFile = (content?: string) => {
  const file = join(folder, `${files++}.state`);
  if (content) writeFileSync(file, content);
  return file;
};
const evidenceOf = (state: string) => globSync(`${state}.evidence-*`);
/** Every line begins with the time. */
const textIn = (out: string) => out.replaceAll(/^(.*)\n/gm, (_, line: string) => `${/^\d{4}-\d\d-\d\dT[\d:.]+Z (.+)$/.exec(line)![1]}\n`);
async function ran(...args: string[]) {
  const [code, out] = await new Promise<[number, string]>((done) => {
    execFile(process.execPath, args, { timeout: 20_000 }, (error, out, err) => done([error ? Number(error.code) : 0, out + err]));
  });
  return [code, textIn(out)];
}
const round = (state: string) => ran(...argsOf(state), '--once');
/** What a monitor prints that goes on until `work` has waited for what it `says`. */
async function printed(state: string, work: (says: (text: string, times?: number) => Promise<void>) => Promise<void>) {
  const child = spawn(process.execPath, [...argsOf(state), '--every', '0.05']);
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  await work((text, times = 1) => until(() => out.split(text).length > times)).finally(() => child.kill());
  await once(child, 'close');
  return textIn(out);
}

const server = createServer((request, response) => {
  asked.push(request.url!);
  const answer = answerTo(request.url!);
  if (typeof answer === 'function') return pipeline(Readable.from(answer()), response, () => {});
  return response.writeHead(typeof answer === 'number' ? answer : 200).end(typeof answer === 'number' ? '' : answer);
});
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  host = `127.0.0.1:${(server.address() as { port: number }).port}`;
});
beforeEach(async () => {
  [logs, answers, asked, flooded] = [{}, {}, [], 0];
  await publish(entriesTo(300));
  const state = stateFile(verified);
  if (!verified) expect(await round(state)).toEqual([0, expect.stringContaining('size 300 follows from the entries')]);
  verified ||= readFileSync(state, 'utf8');
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

describe('the monitor', () => {
  it('follows a log over several rounds and beyond 256 entries, and goes on after a restart', async () => {
    const state = stateFile();
    await publish([]);
    const text = await printed(state, async (says) => {
      for (const size of [3, 255, 256, 257, 600]) {
        await publish(entriesTo(size));
        await says(`size ${size} follows`);
      }
    });
    expect(text).toMatch(/^The monitor follows \S+ from size 0\n(.+ size \d+ follows .+\n){5}$/);
    await publish(entriesTo(601));
    asked = [];
    expect(await round(state)).toEqual([0, expect.stringContaining('size 601 follows')]);
    expect(asked).toEqual(['/log/checkpoint', '/log/tile/entries/002.p/89']);
    // A complete tile may take the place of the partial one.
    await publish(entriesTo(602));
    [logs['log']!.entries, answers['/log/tile/entries/002.p/90']] = [entriesTo(800), 404];
    expect(await round(state)).toEqual([0, expect.stringContaining('size 602 follows')]);
  });

  const TILE = 'log/tile/entries/001.p/54';
  const serves = (entries: Entries, bytes?: number) => (answers[`/${TILE}`] = tileOf(entries.slice(256)).subarray(0, bytes));
  it.each<[string, () => unknown, string]>([
    ['a size that falls', () => publish(entriesTo(299)), 'the size falls from 300 to 299'],
    ['two roots for one size', () => publish(entriesTo(300, 'other')), 'size 300 has two roots'],
    ['a made-up root', () => publish(entriesTo(310), { root: emptyRoot }), 'the root of size 310 does not follow from the entries'],
    ['a new past', () => publish(entriesTo(600).with(7, entry(9))), 'the root of size 600 does not follow from the entries'],
    ['a changed entry', () => publish(entriesTo(310).with(299, entry(9))), 'entry 299 has changed'],
    ['a missing tile', () => (answers[`/${TILE}`] = 404), `a tile is missing: HOST/${TILE}`],
    ['too few entries', () => serves(entriesTo(309)), `the tile HOST/${TILE} has 53 entries, not 54`],
    ['too many entries', () => serves(entriesTo(311)), `the tile HOST/${TILE} has more than 2700 bytes`],
    ['a cut entry', () => serves(entriesTo(310), -1), `the tile HOST/${TILE} ends within an entry`],
    ['a long entry', () => serves([...entriesTo(309), Buffer.alloc(40)]), `the tile HOST/${TILE} has an entry of 40 bytes`],
    ['a missing tag', () => publish([...entriesTo(309), entry(0)]), 'entry 309 has 32 bytes, and entry 5 before it has 48'],
    ['an endless tile', () => (answers[`/${TILE}`] = endless), `the tile HOST/${TILE} has more than 2700 bytes`],
    ['an unknown key', () => publish(entriesTo(310), { by: otherSeed }), 'the key did not sign the checkpoint under the name HOST/log'],
    ['another signer', () => publish(entriesTo(310), { signer: 'o/log' }), 'the key did not sign the checkpoint under the name HOST/log'],
    ['another origin', () => publish(entriesTo(310), { origin: 'o/log' }), 'the checkpoint names o/log, not HOST/log'],
    ['no checkpoint', () => (answers['/log/checkpoint'] = '<html>'), 'the answer is no checkpoint'],
  ])('raises an alarm about %s, and keeps both notes', async (_, change, sentence) => {
    const state = stateFile(verified);
    await publish(entriesTo(310));
    await change();
    const [code, text] = await round(state);
    const [evidence = '', ...more] = evidenceOf(state);
    expect([code, text, more]).toEqual([1, `ALARM: ${sentence.replace('HOST', host)}. Evidence: ${evidence}\n`, []]);
    const notes = `Kept:\n${JSON.parse(verified).note}\n\nShown:\n${answers['/log/checkpoint'] ?? logs['log']!.note}`;
    expect(readFileSync(evidence, 'utf8')).toContain(notes);
    expect(readFileSync(state, 'utf8')).toBe(verified);
    expect(flooded).toBeLessThan(1 << 27);
  });

  it('repeats an alarm each round, writes its evidence once, and ends it when the evidence is moved', async () => {
    const state = stateFile(verified);
    await publish(entriesTo(299));
    await printed(state, (says) => says('ALARM: the size falls from 300 to 299. ', 3));
    const [earlier = '', ...more] = evidenceOf(state);
    await publish(entriesTo(301));
    const repeated = `size 301 follows[^]+ALARM: the size falls from 300 to 299 \\(earlier, 0 more\\). Evidence: ${earlier}\n$`;
    expect(await round(state)).toEqual([1, expect.stringMatching(repeated)]);
    expect([more, evidenceOf(state)]).toEqual([[], [earlier]]);
    renameSync(earlier, join(folder, 'kept.txt'));
    expect(await round(state)).toEqual([0, expect.not.stringContaining('ALARM')]);
  });

  it('says since when the log cannot be reached: always in one round, otherwise after an hour', async () => {
    answers['/log/checkpoint'] = endless;
    const { reached } = JSON.parse(verified);
    const why = `${host}/log/checkpoint: the answer has more than 65536 bytes\n`;
    expect(await round(stateFile(verified))).toEqual([0, `the log cannot be reached since ${reached}: ${why}`]);
    expect(await printed(stateFile(verified), () => until(() => asked.length > 4))).not.toContain('reached');
    const longAgo = new Date(Date.now() - 3_601_000).toISOString();
    await printed(stateFile(verified.replace(reached, longAgo)), (says) => says(`the log cannot be reached since ${longAgo}: ${why}`));
    expect(flooded).toBeLessThan(1 << 27);
    // A fault is tried again.
    [answers['/log/checkpoint'], asked] = [503, []];
    const tried = round(stateFile(verified));
    await until(() => asked.length > 0);
    answers = {};
    expect(await tried).toEqual([0, expect.stringContaining('size 300 follows')]);
  });
});

describe('after the seller went back', () => {
  type Wrong = { size?: number; root?: Buffer; by?: Buffer; names?: 1 };
  /** The seller goes back `to` a size, and the log goes on with these entries under another name. */
  async function goesBack(name: string, to: number, entries: Entries, wrong: Wrong = {}) {
    const old = Object.keys(logs)[0]!;
    const { size = logs[old]!.entries.length, root = await rootOf(logs[old]!.entries), by = seed } = wrong;
    const [from, origin, at] = [`${host}/${old}`, `${host}/${name}`, '2026-11-29T12:00:00.000Z'];
    const text = withdrawalText({ origin, old: from, size, root: root.toString('base64'), to, at, reason: 'A wrong import' });
    const statement = signedNote(text, [from, origin].slice(0, wrong.names), by);
    answers = { [`/${name}/withdrawn`]: [...Object.values(answers), statement].join('\n') };
    logs = {};
    await publish(entries, {}, name);
  }
  const back = (to: number, of: string) => `the seller went back at 2026\\S+Z to size ${to}: A wrong import. ${host}/${of} ended,.+\n`;

  it('says so and follows the new name, also after a restart, a second time, and both at once', async () => {
    const state = stateFile(verified);
    await goesBack('log-2', 280, since(280, 290));
    const [first, second] = [back(280, 'log'), back(285, 'log-2')];
    expect(await round(state)).toEqual([0, expect.stringMatching(`^${first}${host}/log-2: size 290 follows.+\n$`)]);
    expect(await round(state)).toEqual([0, expect.stringMatching(`^${host}/log-2: size 290 follows.+\n$`)]);
    await goesBack('log-3', 285, [...since(280, 285), ...entriesTo(400).slice(285)]);
    expect(await round(state)).toEqual([0, expect.stringMatching(`^${second}${host}/log-3: size 400 follows.+\n$`)]);
    expect(await round(stateFile(verified))).toEqual([0, expect.stringMatching(`^${first}${second}.+size 400 follows.+\n$`)]);
  });

  it('compares entries that are long past by their tiles', async () => {
    const state = stateFile();
    await publish(entriesTo(17_000));
    await round(state);
    await goesBack('log-2', 300, since(300, 310));
    const content = readFileSync(state, 'utf8');
    expect(await round(state)).toEqual([0, expect.stringMatching(/\nentries 256 to 299 are too old .+\n.+size 310 follows/)]);
    await publish(since(7, 310), {}, 'log-2');
    expect((await round(stateFile(content)))[1]).toContain('ALARM: the root of size 310 does not follow from the entries. ');
  });

  it.each<[string, number, Entries, Wrong, string]>([
    ['another entry', 280, since(279, 290), {}, 'entry 279 has changed'],
    ['another entry in an earlier tile', 20, since(10, 290), {}, 'entry 10 has changed'],
    ['fewer entries', 280, entriesTo(270), {}, 'the size falls from 280 to 270'],
    ['another root', 280, since(280, 290), { root: emptyRoot }, 'size 300 of HOST/log has two roots, one is in the statement'],
    ['a smaller size', 280, since(280, 290), { size: 290 }, 'the statement ends HOST/log at size 290, and it had size 300'],
    ['an unknown key', 280, [], { by: otherSeed }, 'the key did not sign the statement of HOST/log-2 under both names'],
    ['one signature', 280, [], { names: 1 }, 'the key did not sign the statement of HOST/log-2 under both names'],
  ])('raises an alarm about %s', async (_, to, entries, wrong, sentence) => {
    const state = stateFile(verified);
    await goesBack('log-2', to, entries, wrong);
    expect(await round(state)).toEqual([1, expect.stringContaining(`ALARM: ${sentence.replace('HOST', host)}. `)]);
    for (const note of [`Kept:\n${JSON.parse(verified).note}`, String(Object.values(answers)[0])])
      expect(readFileSync(evidenceOf(state)[0]!, 'utf8')).toContain(note);
  });
});

it('refuses wrong use, and a state that is damaged or of another log', async () => {
  const but = (changed: object) => argsOf(stateFile(JSON.stringify({ ...JSON.parse(verified), ...changed }))).slice(1);
  for (const [args, sentence] of [
    [[], 'Usage: '],
    [['--log', `http://${host}/log`, '--key', `${key()}A`], 'is not the verifier key of a log'],
    [['--log', 'https://o.example/log', '--key', key()], `The key is of ${host}/log, and the address of o.example/log`],
    [[...argsOf('s').slice(1), '--every', '0'], 'SECONDS is a number above 0'],
    [but({ origin: 'o/log' }), 'it is of another log, o/log'],
    [but({ tree: { tiles: [], leaves: [], from: 0 } }), 'its tree has another root than its checkpoint'],
    [argsOf(stateFile('{')).slice(1), 'cannot be used: '],
  ] as [string[], string][])
    expect(await ran(PROGRAM, ...args)).toEqual([2, expect.stringContaining(sentence)]);
});
