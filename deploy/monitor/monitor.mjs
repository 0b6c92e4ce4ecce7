#!/usr/bin/env node
// Monitors the published log of somebody else's Framelift: it reads every entry, continues the Merkle tree by itself, and raises an alarm
// when a checkpoint does not follow. It cosigns nothing. Reads c2sp.org/tlog-tiles. Needs only Node (18 or later) and this file.
//
//   node monitor.mjs --log https://HOST/log --key VERIFIERKEY [--state FILE] [--every SECONDS] [--once]
//
// VERIFIERKEY is the key of the log: the first line of any export of an account has it.
// FILE keeps the last verified checkpoint and the tree; without it, monitor.state does. Evidence goes beside it, as FILE.evidence-TIME.txt.
// SECONDS pass between two rounds: 60 unless you say otherwise. With --once there is one round, as cron needs it.
//
// Exit codes: 0 all is well, 1 an alarm, 2 wrong use. It repeats an alarm each round until you move the evidence elsewhere.
import { createHash, createPublicKey, verify } from 'node:crypto';
import fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

const now = () => new Date().toISOString();
const line = (text) => `${now()} ${text.replace(/\p{C}/gu, '?').slice(0, 2_000)}`;
const say = (text) => console.log(line(text));
const wrongUse = (text) => {
  console.error(line(text));
  process.exit(2);
};
const USAGE = 'Usage: node monitor.mjs --log https://HOST/log --key VERIFIERKEY [--state FILE] [--every SECONDS] [--once]';
const given = {};
for (let [name, ...rest] = process.argv.slice(2); name !== undefined; [name, ...rest] = rest) {
  if (!/^--(log|key|state|every|once)$/.test(name) || name in given) wrongUse(`${name} is not expected here. ${USAGE}`);
  given[name] = name === '--once' ? 'yes' : (rest.shift() ?? '');
}
const { '--log': address, '--key': keyText, '--state': file = 'monitor.state', '--every': every = 60, '--once': once } = given;
if (!address || !keyText || Object.values(given).some((one) => /^(--|$)/.test(one))) wrongUse(USAGE);
if (!(every > 0 && every <= 86_400)) wrongUse('SECONDS is a number above 0, and at most 86400');

const TILE = 256;
const [UNTAGGED, TAGGED] = [32, 48];
const MAX_ENTRY = 2 + TAGGED;
const MAX_NOTE = 64 * 1024;
/** So many leaves are kept, to be compared one by one after the seller went back; for older ones the roots of their tiles are kept. */
const RECENT = 64 * TILE;
const [ATTEMPTS, TIMEOUT_MS, HOUR_MS] = [3, 30_000, 3_600_000];
const MAX_EVIDENCE = 100;
/** A seller may go back more than once between two rounds. */
const NAMES_AHEAD = 8;

class Unreachable extends Error {}
class Alarm extends Error {}
/** @throws Alarm unless it holds */
const check = (holds, text) => {
  if (!holds) throw new Alarm(text.slice(0, 500));
};

/** After its seller went back a log goes on as `<first name>-2` and so on, with the same key. */
const LATER = /-([2-9]|[1-9]\d{1,5})$/;
const numberOf = (origin) => Number(LATER.exec(origin)?.[1] ?? 1);
const [, protocol, originGiven] = /^(https?:)\/\/([^\s?#@]+?)\/?$/.exec(address) ?? wrongUse(`${address} is not the address of a log`);
const first = originGiven.replace(LATER, '');
const [, keyName, id, encoded = ''] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]{44})$/.exec(keyText) ?? [];
const typedKey = Buffer.from(encoded, 'base64');
const keyId = (name) => createHash('sha256').update(`${name}\n`).update(typedKey).digest('hex').slice(0, 8);
if (typedKey[0] !== 1 || keyId(keyName) !== id) wrongUse(`${keyText} is not the verifier key of a log`);
if (keyName.replace(LATER, '') !== first) wrongUse(`The key is of ${keyName}, and the address of ${originGiven}`);
const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), typedKey.subarray(1)]);
const publicKey = createPublicKey({ key: spki, format: 'der', type: 'spki' });

/** Whether the key signed a note under this name. */
function isSigned(note, name) {
  const end = note.indexOf('\n\n') + 1;
  const lines = note.slice(end + 1).split('\n');
  const signatures = lines.filter((one) => one.startsWith(`— ${name} `)).map((one) => Buffer.from(one.split(' ')[2], 'base64'));
  const own = signatures.filter((bytes) => bytes.toString('hex', 0, 4) === keyId(name));
  return own.length > 0 && own.every((bytes) => verify(null, Buffer.from(note.slice(0, end)), publicKey, bytes.subarray(4)));
}
/** A checkpoint may have more than three lines. undefined: the note is none. */
function checkpointOf(note) {
  const [, origin, size, root] = /^(\S+)\n(0|[1-9]\d{0,14})\n([A-Za-z0-9+/]{43}=)\n(?:.+\n)*\n/.exec(note) ?? [];
  return origin && { origin, size: Number(size), root };
}
const STATEMENT = /^(\S+)\nwithdrawn\nlog (\S+)\nsize (\d{1,15})\nroot (\S+)\nto (\d{1,15})\nat (\S+)\nreason (.*)\n\n(?:— \S+ \S+\n)+/gm;

// Hashes are base64. A tree has the roots of its complete tiles, its leaves from number `from` on, and the number of its first entry with a tag.
const leafOf = (entry) => createHash('sha256').update('\0').update(entry).digest('base64');
const nodeOf = (left, right) => createHash('sha256').update('\x01').update(left, 'base64').update(right, 'base64').digest('base64');
/** RFC 6962, 2.1: the last node of an odd level moves up unchanged. */
function rootOver(nodes) {
  let level = nodes;
  const above = (_, i) => (2 * i + 1 < level.length ? nodeOf(level[2 * i], level[2 * i + 1]) : level[2 * i]);
  while (level.length > 1) level = Array.from({ length: Math.ceil(level.length / 2) }, above);
  return level[0] ?? createHash('sha256').digest('base64');
}
const sizeOf = ({ from, leaves }) => from + leaves.length;
function rootOf({ tiles, leaves, from }) {
  const rest = leaves.slice(tiles.length * TILE - from);
  return rootOver(rest.length ? [...tiles, rootOver(rest)] : tiles);
}
/** Takes in the entries of tile `n`, in which the tree ends. It may have some of them. */
function add(tree, n, entries) {
  for (const [i, entry] of entries.entries()) {
    const at = n * TILE + i;
    if (entry.length === TAGGED) tree.tagged ??= at;
    const mayBe = entry.length === TAGGED || tree.tagged === null || at <= tree.tagged;
    check(mayBe, `entry ${at} has ${UNTAGGED} bytes, and entry ${tree.tagged} before it has ${TAGGED}`);
    const leaf = leafOf(entry);
    check((tree.leaves[at - tree.from] ??= leaf) === leaf, `entry ${at} has changed`);
  }
  if (entries.length === TILE) tree.tiles.push(rootOver(tree.leaves.slice(-TILE)));
  if (tree.leaves.length >= RECENT + TILE) tree.from += tree.leaves.splice(0, TILE).length;
}
/** Goes back to a size, or if those leaves are not kept to the beginning of their tile. */
function cut({ tiles, leaves, from, tagged }, to) {
  const size = to < from ? to - (to % TILE) : to;
  const rest = { leaves: leaves.slice(0, Math.max(0, size - from)), from: Math.min(from, size) };
  return { ...rest, tiles: tiles.slice(0, Math.floor(size / TILE)), tagged: tagged < size ? tagged : null };
}

/** `note`: the last checkpoint, or the statement that the seller went back. `earlier`: notes under earlier names. `reached`: the last answer. */
let state = { origin: originGiven, note: '', earlier: [], reached: now(), tree: { tiles: [], leaves: [], from: 0, tagged: null } };
function load() {
  const { origin, note, tree } = (state = JSON.parse(fs.readFileSync(file, 'utf8')));
  const kept = checkpointOf(note);
  if (origin.replace(LATER, '') !== first) throw new Error(`it is of another log, ${origin}`);
  if (!isSigned(note, origin)) throw new Error('the key did not sign its note');
  if (kept && (kept.size !== sizeOf(tree) || kept.root !== rootOf(tree))) throw new Error('its tree has another root than its checkpoint');
}
function keep(changed) {
  state = { ...state, ...changed };
  const handle = fs.openSync(`${file}.part`, 'w');
  fs.writeFileSync(handle, JSON.stringify(state));
  fs.fsyncSync(handle);
  fs.closeSync(handle);
  fs.renameSync(`${file}.part`, file);
}

const { Agent, get } = await import(protocol === 'https:' ? 'node:https' : 'node:http');
const agent = new Agent({ keepAlive: true });
/** Reads at most one byte more than `max`. undefined: there is no such file. */
async function fetched(path, max, attempt = 1) {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await new Promise((done, failed) => get(`${protocol}//${path}`, { agent, signal }, done).on('error', failed));
    const { statusCode } = response;
    if (statusCode !== 200) response.destroy();
    if (statusCode === 404) return undefined;
    if (statusCode !== 200) throw new Error(`the answer is ${statusCode}`);
    let bytes = Buffer.alloc(0);
    for await (const part of response) if ((bytes = Buffer.concat([bytes, part])).length > max) break;
    return bytes.subarray(0, max + 1);
  } catch (error) {
    const why = signal.aborted ? 'the answer does not end within 30 s' : error.message || error.code;
    if (attempt === ATTEMPTS) throw new Unreachable(`${path}: ${why}`);
    await pause(attempt * 1_000);
    return fetched(path, max, attempt + 1);
  }
}
async function noteAt(path) {
  const bytes = await fetched(path, MAX_NOTE);
  if (bytes?.length > MAX_NOTE) throw new Unreachable(`${path}: the answer has more than ${MAX_NOTE} bytes`);
  return bytes?.toString('utf8');
}
function entriesIn(bytes, path, count) {
  check(bytes.length <= count * MAX_ENTRY, `the tile ${path} has more than ${count * MAX_ENTRY} bytes`);
  const entries = [];
  for (let at = 0; at < bytes.length; at += 2 + entries.at(-1).length) {
    const length = at + 2 <= bytes.length ? bytes.readUInt16BE(at) : 0;
    check([UNTAGGED, TAGGED].includes(length), `the tile ${path} has an entry of ${length} bytes`);
    check(at + 2 + length <= bytes.length, `the tile ${path} ends within an entry`);
    entries.push(bytes.subarray(at + 2, at + 2 + length));
  }
  check(entries.length === count, `the tile ${path} has ${entries.length} entries, not ${count}`);
  return entries;
}
/** The first `width` entries of tile `n`: from the partial tile, or from the complete one, which may have taken its place. */
async function entriesOf(n, width) {
  const digits = String(n).padStart(Math.ceil(String(n).length / 3) * 3, '0');
  const complete = `${state.origin}/tile/entries/${digits.replace(/\d{3}(?=\d)/g, 'x$&/')}`;
  const paths = new Map([[width < TILE ? `${complete}.p/${width}` : complete, width]]).set(complete, TILE);
  for (const [path, count] of paths) {
    const bytes = await fetched(path, count * MAX_ENTRY);
    if (bytes) return entriesIn(bytes, path, count).slice(0, width);
  }
  if ((await noteAt(`${state.origin}/checkpoint`)) === undefined) throw new Unreachable(`${state.origin} ended while it was read`);
  throw new Alarm(`a tile is missing: ${[...paths.keys()][0]}`);
}

/** The note that the log shows in this round. */
let shown;
async function follow() {
  const { origin, size, root } = checkpointOf(shown) ?? {};
  check(origin, 'the answer is no checkpoint');
  check(origin === state.origin, `the checkpoint names ${origin}, not ${state.origin}`);
  check(isSigned(shown, origin), `the key did not sign the checkpoint under the name ${origin}`);
  const tree = structuredClone(state.tree);
  const before = sizeOf(tree);
  check(size >= before, `the size falls from ${before} to ${size}`);
  check(size > before || root === rootOf(tree), `size ${size} has two roots`);
  for (let n = Math.floor(before / TILE); sizeOf(tree) < size; n++) add(tree, n, await entriesOf(n, Math.min(TILE, size - n * TILE)));
  check(root === rootOf(tree), `the root of size ${size} does not follow from the entries`);
  keep({ note: shown, tree });
  if (once || size > before) say(`${origin}: size ${size} follows from the entries, root ${root}`);
}

/** Follows the statements that the seller went back. @returns whether there is one */
async function wentBack() {
  const gone = numberOf(state.origin);
  for (let n = gone + 1; n <= gone + NAMES_AHEAD && numberOf(state.origin) === gone; n++) {
    const notes = (await noteAt(`${first}-${n}/withdrawn`)) ?? '';
    for (const [note, origin, old, size, root, to, at, reason] of notes.matchAll(STATEMENT)) {
      if (old !== state.origin || origin !== `${first}-${numberOf(old) + 1}`) continue;
      shown = note;
      const kept = checkpointOf(state.note) ?? { size: 0 };
      check(isSigned(note, old) && isSigned(note, origin), `the key did not sign the statement of ${origin} under both names`);
      check(kept.size <= size, `the statement ends ${old} at size ${size}, and it had size ${kept.size}`);
      check(kept.size < size || !kept.root || kept.root === root, `size ${size} of ${old} has two roots, one is in the statement`);
      say(`the seller went back at ${at} to size ${to}: ${reason}. ${old} ended, ${origin} continues it`);
      const tree = cut(state.tree, Number(to));
      const both = Math.min(to, sizeOf(state.tree));
      if (sizeOf(tree) < both) say(`entries ${sizeOf(tree)} to ${both - 1} are too old to be compared with ${old}`);
      keep({ origin, note, tree, earlier: [...state.earlier, state.note, note] });
    }
  }
  return numberOf(state.origin) > gone;
}

async function round() {
  for (;;) {
    const note = await noteAt(`${state.origin}/checkpoint`);
    shown = note ?? '';
    if (note !== undefined) state.reached = now();
    if (note !== undefined) return follow();
    if (!(await wentBack())) throw new Unreachable(`${state.origin}/checkpoint: there is none`);
  }
}

const evidence = () =>
  fs.readdirSync(dirname(file)).flatMap((one) => (one.startsWith(`${basename(file)}.evidence-`) ? [join(dirname(file), one)] : []));
/** Writes the notes of an alarm, each once. @returns the file */
function evidenceOf(text) {
  const kept = [...new Set([...state.earlier, state.note])].join('\n');
  const content = `${text}\n\nLog: ${state.origin}\nKey: ${keyText}\n\nKept:\n${kept}\n\nShown:\n${shown}`;
  const files = evidence();
  const same = files.find((one) => fs.readFileSync(one, 'utf8') === content);
  if (same || files.length >= MAX_EVIDENCE) return same ?? `not written, there are ${files.length} files`;
  const path = `${file}.evidence-${now().replace(/[-:]/g, '')}.txt`;
  try {
    fs.writeFileSync(path, content, { flag: 'wx' });
  } catch (error) {
    return `not written, ${error.message}`;
  }
  return path;
}

/** @returns whether there is an alarm */
async function watch() {
  try {
    await round();
  } catch (error) {
    if (error instanceof Alarm) say(`ALARM: ${error.message}. Evidence: ${evidenceOf(error.message)}`);
    if (error instanceof Alarm) return true;
    if (!(error instanceof Unreachable)) throw error;
    if (once || Date.now() - Date.parse(state.reached) > HOUR_MS) say(`the log cannot be reached since ${state.reached}: ${error.message}`);
  }
  const [earlier, ...more] = evidence().sort();
  if (earlier) say(`ALARM: ${fs.readFileSync(earlier, 'utf8').split('\n')[0]} (earlier, ${more.length} more). Evidence: ${earlier}`);
  return Boolean(earlier);
}

try {
  evidence();
  if (fs.existsSync(file)) load();
} catch (error) {
  wrongUse(`${file} cannot be used: ${error.message}`);
}
try {
  if (!once) say(`The monitor follows ${state.origin} from size ${sizeOf(state.tree)}`);
  for (; !once; await pause(every * 1_000)) await watch();
  process.exitCode = (await watch()) ? 1 : 0;
  agent.destroy();
} catch (error) {
  wrongUse(`The monitor ends: ${error.message}`);
}
