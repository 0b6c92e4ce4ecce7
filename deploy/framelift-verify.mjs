#!/usr/bin/env node
// Checks an export of Framelift without Framelift:
//   node framelift-verify.mjs FILE [--key KEY] [--since HEADFILE …] [--witness KEY …]
// FILE: a whole log (ops export), or one account (Ledger → Proof → Download proof).
// KEY of the log: a verifier key (name+id+key), or an Ed25519 public key as base64. Without it the export's own key is believed.
// HEADFILE: an earlier save, also of somebody else: an export of an account, a checkpoint, a statement, promises, or a head.
// KEY of a witness: its verifier key. The events of more than a day ago must be in a checkpoint that it cosigned.
// Needs only Node (18 or later) and this file. Exit codes: 0 the export is complete and unchanged; 1 something is wrong, and if that is
// a cheat, the last line names it: rewritten, split, left out, promise not kept, wrong sum, withdrawn; 2 wrong use.
//
// A log: each line but the first and the last is an event. Its hash is sha256(hash before ‖ netstrings of position, stream, version,
// id, type, schema version, recordedAt, data, metadata); the hash before the first is 32 zero bytes. A netstring is `<bytes>:<text>,`.
// HeadSigned events name an earlier position and hash, signed with Ed25519 over `framelift head <position> <hash>`, followed, if
// they have roots, by ` <from> <roots>`: Merkle roots (RFC 9162) over the hashes of the events from there, 65,536 per root.
//
// An account: a checkpoint (c2sp.org/tlog-checkpoint) of the Merkle tree (RFC 6962) whose leaves are the hashes of all events, proofs
// that it continues earlier ones, the account's stream in the map that the checkpoint commits, and the account's own
// events, each with its place in the tree (c2sp.org/tlog-proof). The map: sha256(0 ‖ sha256(stream) ‖ version, 8 bytes ‖ hash of the
// last event) as leaves of a binary tree by the bits of the key; a part with one leaf is that leaf, an empty one 32 zero bytes.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [file, ...rest] = process.argv.slice(2);
/** What follows an option, up to the next one. */
const given = (name) =>
  rest.filter((one, i) => !one.startsWith('--') && rest.slice(0, i).findLast((before) => before.startsWith('--')) === name);
const wrongUse = (text) => {
  console.error(text);
  process.exit(2);
};
const USAGE = 'Usage: node framelift-verify.mjs FILE [--key KEY] [--since HEADFILE …] [--witness KEY …]';
const OPTIONS = ['--key', '--since', '--witness'];
const isEmpty = (name) => rest.includes(name) && !given(name).length;
if (!file || file.startsWith('--') || OPTIONS.some(isEmpty) || given('--key').length > 1) wrongUse(USAGE);
const strange = rest.find((one, i) => (i === 0 || one.startsWith('--')) && !OPTIONS.includes(one));
if (strange) wrongUse(`${strange} is not expected here. ${USAGE}`);
if (given('--since').includes(file)) wrongUse(`${file} cannot be compared with itself`);

const unreadable = (path, { code, message }) =>
  wrongUse(code === 'ENOENT' ? `There is no file ${path}` : `${path} cannot be read: ${message}`);
function textOf(path) {
  try {
    return readFileSync(path, 'utf8')
      .split('\n')
      .map((text) => text.trimEnd())
      .join('\n');
  } catch (error) {
    return unreadable(path, error);
  }
}
const readLines = (text) => text.split('\n').flatMap((one) => (one.trim() ? [JSON.parse(one)] : []));

/** A save: promises, a checkpoint, or position and hash; of an account also its events, of a statement its signature. */
function savedHead(from) {
  const text = textOf(from);
  try {
    // Text around them, such as of a mail, is no part of them.
    const promises = text.match(/^\S+\npromise\n(?:\S+ \S+\n)+\n(?:— \S+ \S+(?:\n|$))+/gm);
    if (promises) return { from, promises: promises.map(promiseOf) };
    if (!/^\s*\{/.test(text)) return { from, checkpoint: noteOf(text), events: [] };
    const [first, ...others] = /^\s*\{[^\n]*"framelift"/.test(text) ? readLines(text) : [JSON.parse(text)];
    const all = (name) => others.flatMap((one) => (one[name] ? [one[name]] : []));
    const [checkpoint] = [first.checkpoint, ...all('checkpoint')].flatMap((note) => (note ? [noteOf(note)] : []));
    const events = first.framelift === 'account' ? all('event') : [];
    if (first.framelift === 'account' && checkpoint) return { from, account: first.affiliate, checkpoint, events };
    const { end, head = end } = others.at(-1) ?? {};
    const { position, hash } = (first.framelift ? head : (first.head ?? first)) ?? {};
    if (!Number.isSafeInteger(position) || !/^[0-9a-f]{64}$/.test(hash)) throw new Error('not a head');
    return { from, account: first.affiliate, checkpoint, events, position, hash, statement: first.signed };
  } catch {
    return wrongUse(
      `${from} cannot be compared. Give a proof, a checkpoint, a statement, a promise, or { "position": …, "hash": "64 hex digits" }`,
    );
  }
}

/** The text of a signed note, with the newline at its end, and its signatures. */
function signedText(note) {
  const end = note.indexOf('\n\n') + 1;
  const signatures = note
    .slice(end + 1)
    .split('\n')
    .flatMap((text) => {
      const [, name, encoded] = /^— (\S+) (\S+)$/.exec(text) ?? [];
      const bytes = Buffer.from(encoded ?? '', 'base64');
      return name ? [{ name, id: bytes.subarray(0, 4).toString('hex'), bytes: bytes.subarray(4) }] : [];
    });
  if (!end || !signatures.length) throw new Error('not a signed note');
  return { body: note.slice(0, end), signatures };
}

const hexOf = (text) => {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== 32) throw new Error('not a hash');
  return bytes.toString('hex');
};

/** A checkpoint: origin, size, root, and the root of the map. */
function noteOf(note) {
  const { body, signatures } = signedText(note);
  const [, origin, size, root, map] = /^(\S+)\n(\d{1,15})\n(\S+)\nmap (\S+)\n$/.exec(body);
  return { body, signatures, origin, size: Number(size), root: hexOf(root), map: hexOf(map) };
}

/** What the log promised when it recorded an event. */
function promiseOf(note) {
  const { body, signatures } = signedText(note);
  const [, origin, stream, version, hash, by] = /^(\S+)\npromise\nstream (\S+)\nversion (\d+)\nhash (\S+)\nby (\S+)\n$/.exec(body);
  if (Number.isNaN(Date.parse(by))) throw new Error('not a time');
  return { body, signatures, origin, stream, version: Number(version), hash: hexOf(hash), by };
}

/** What a seller says who went back: which history was withdrawn from where on. Signed under the name of both. */
function withdrawalOf(note) {
  const { body, signatures } = signedText(note);
  const [, origin, old, size, root, to, at, reason] =
    /^(\S+)\nwithdrawn\nlog (\S+)\nsize (\d{1,15})\nroot (\S+)\nto (\d{1,15})\nat (\S+)\nreason (.*)\n$/.exec(body);
  return { body, signatures, origin, old, size: Number(size), root: hexOf(root), to: Number(to), at, reason };
}

const problems = [];
/** Cheats by name, in the order in which they outweigh each other. */
const CHEATS = {
  split: 'Others may see a different history than you',
  rewritten: 'The past was changed or cut off after it was recorded',
  'left out': 'Events of the account are missing from the export',
  'promise not kept': 'A sale that was promised is not in the log',
  'wrong sum': 'The balance is not the sum of the events',
  withdrawn: 'The seller went back to an earlier moment and says so: what happened to your account since then was withdrawn',
};
const found = new Set();
const cheat = (name, text) => {
  found.add(name);
  if (problems.length < 1000) problems.push(text);
};
const wrong = (position, what, name = 'rewritten') => cheat(name, `Position ${position}: ${what}`);
const plural = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`;
const inEuros = (cents) => `${(cents / 100).toFixed(2)} EUR`;
const verdict = () => (problems.length ? plural(problems.length, 'problem') : 'nothing is wrong');
/** Says what was found, and ends. */
const finish = (...summary) => {
  for (const problem of problems.slice(0, 50)) console.log(problem);
  if (problems.length > 50) console.log(`… and ${problems.length - 50} more`);
  for (const text of summary) console.log(text);
  const worst = Object.keys(CHEATS).find((name) => found.has(name));
  if (worst) console.log(`${CHEATS[worst]}\nVerdict: ${worst}`);
  process.exit(problems.length ? 1 : 0);
};
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const netstring = (value) => `${Buffer.byteLength(String(value))}:${value},`;

/** A verifier key, or an Ed25519 key as base64 of SubjectPublicKeyInfo: what signatures are checked with. undefined: neither. */
function readKey(text) {
  try {
    const [, name, id, encoded] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? [];
    const typed = encoded && Buffer.from(encoded, 'base64');
    const raw = typed ? typed.subarray(1) : Buffer.from(text, 'base64').subarray(-32);
    const key = createPublicKey({ key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw]), format: 'der', type: 'spki' });
    return typed && id !== keyId(name, typed) ? undefined : { name, id, type: typed?.[0], raw, key };
  } catch {
    return undefined;
  }
}
const keyNamed = (text) => readKey(text) ?? wrongUse(`${text} is neither a verifier key nor an Ed25519 public key`);
const keyId = (name, typed) => sha256(`${name}\n`, typed).subarray(0, 4).toString('hex');
const isSignedBy = ({ key }, text, bytes) => verify(null, Buffer.from(text), key, bytes);

const saves = given('--since').map(savedHead);
const ownKey = given('--key')[0] && keyNamed(given('--key')[0]);
const witnesses = given('--witness').map((text) => {
  const key = keyNamed(text);
  return key.type === 4 ? key : wrongUse(`${text} is not the key of a witness`);
});
const versions = new Map();
const signed = [];
const wanted = new Map();
let previous = Buffer.alloc(32);
let [position, recordedAt, line, footer] = [0, '', 0, undefined];

const hashOf = (before, e) => {
  const fields = [e.position, e.streamId, e.version, e.id, e.type, e.schemaVersion, e.recordedAt, e.data, e.metadata];
  return sha256(before, fields.map(netstring).join('')).toString('hex');
};

function isSigned(text, publicKey, signature) {
  try {
    const key = ownKey?.key ?? createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}
const headText = ({ position: at, hash, from, roots }) => `framelift head ${at} ${hash}${roots ? ` ${from} ${roots.join()}` : ''}`;

/** The tree over all events so far: the roots of its complete parts, from the largest on. */
const parts = [];
function grow(hash) {
  let part = { size: 1, root: sha256('\0', Buffer.from(hash, 'hex')) };
  while (parts.at(-1)?.size === part.size) part = { size: 2 * part.size, root: sha256('\x01', parts.pop().root, part.root) };
  parts.push(part);
}
const rootNow = () => parts.reduceRight((right, { root }) => (right ? sha256('\x01', root, right) : root), undefined).toString('hex');

const OTHER_HASH = 'its hash does not follow from the event and the hash before it';
const OTHER_HEAD = 'the saved head is not part of this history: its hash differs';

function event(e) {
  if (e.position > position + 1) wrong(position + 1, `the events from here to ${e.position - 1} are missing`);
  if (e.position <= position) wrong(e.position, `the event comes after that of ${position}`);
  if (hashOf(previous, e) !== e.hash) wrong(e.position, OTHER_HASH);
  const version = (versions.get(e.streamId) ?? 0) + 1;
  if (e.version !== version) wrong(e.position, `${e.streamId} goes from version ${version - 1} to ${e.version}`);
  versions.set(e.streamId, e.version);
  if (e.recordedAt < recordedAt) wrong(e.position, 'its time is before that of the previous event');
  grow(e.hash);
  for (const { position: at, hash, checkpoint } of saves) {
    if (at === e.position && hash !== e.hash) wrong(at, OTHER_HEAD);
    if (checkpoint?.size === e.position && checkpoint.root !== rootNow()) wrong(e.position, 'the saved checkpoint is of another history');
  }
  if (e.type === 'HeadSigned') heads(e);
  wanted.set(e.position, e.hash);
  unrooted.leaves.push(Buffer.from(e.hash, 'hex'));
  if (unrooted.leaves.length > MANY) unrooted.full.push(rootOf(unrooted.leaves.splice(0, TO_A_ROOT)));
  // Signed heads name the position right before them or a little earlier; older hashes need not be kept.
  if (wanted.size > 200_000) for (const old of wanted.keys()) if (wanted.size > 100_000) wanted.delete(old);
  previous = Buffer.from(e.hash, 'hex');
  [position, recordedAt] = [e.position, e.recordedAt];
}

/** Hashes that no signed head has roots over yet; once there are many, full blocks are kept as their root. */
const unrooted = { from: 1, full: [], leaves: [] };
const TO_A_ROOT = 65_536;
const MANY = 16 * TO_A_ROOT;

function rootOf(hashes) {
  let level = hashes.map((hash) => sha256('\0', hash));
  while (level.length > 1)
    level = Array.from({ length: Math.ceil(level.length / 2) }, (_, i) =>
      2 * i + 1 < level.length ? sha256('\x01', level[2 * i], level[2 * i + 1]) : level[2 * i],
    );
  return level[0].toString('hex');
}

/** The roots of a head must follow from the events themselves. */
function checkRoots(e, { position: at, from, roots }) {
  const { full, leaves } = unrooted;
  const count = at - unrooted.from + 1;
  if (from !== unrooted.from || count < full.length * TO_A_ROOT)
    return wrong(e.position, `the head covers events from ${from}, not from ${unrooted.from}`);
  const own = [...full];
  for (let i = 0; own.length * TO_A_ROOT < count; i += TO_A_ROOT)
    own.push(rootOf(leaves.slice(i, Math.min(i + TO_A_ROOT, count - full.length * TO_A_ROOT))));
  if (own.join() !== roots.join()) wrong(e.position, `the roots of the head signed at ${at} do not follow from the events`);
  unrooted.leaves = leaves.slice(count - full.length * TO_A_ROOT);
  [unrooted.from, unrooted.full] = [at + 1, []];
}

function heads(e) {
  const head = JSON.parse(e.data);
  if (!isSigned(headText(head), head.publicKey, head.signature)) wrong(e.position, 'the signature of the head is not valid');
  const { position: at, hash } = head;
  if (wanted.has(at) && wanted.get(at) !== hash) wrong(e.position, `the head signed at ${at} is not part of this history`);
  signed.push(at);
  if (head.roots) checkRoots(e, head);
}

// ── one account ──────────────────────────────────────────────────────────────
/** How each event changes the account, in cents; others do not. */
const moves = {
  SaleRecorded: (d) => d.commissionCents,
  SaleReversed: (d) => -d.commissionCents,
  SaleRestored: (d) => d.commissionCents - d.forfeitedCents,
  CashoutRequested: (d) => -d.amountCents,
  CashoutProcessed: (d) => (d.status === 'rejected' ? d.amountCents : 0),
  PaymentReturned: (d) => d.amountCents - d.forfeitedCents,
  AffiliateDeleted: (d) => -d.forfeitedCents,
  SaleImported: (d) => d.commissionCents,
  PayoutImported: (d) => -d.amountCents,
  OpeningBalanceImported: (d) => d.amountCents,
};
const account = {
  header: undefined,
  key: undefined,
  checkpoint: undefined,
  /** Checkpoints with the signatures of witnesses. */
  witnessed: [],
  /** Proofs that the checkpoint continues smaller ones, by their size. */
  since: new Map(),
  stream: undefined,
  count: 0,
  version: 0,
  position: 0,
  cents: 0,
  end: undefined,
  known: new Map(),
  /** Histories that the seller went back from, the oldest first. */
  withdrawals: [],
  /** Hashes of the account's events, by version. */
  hashes: new Map(),
  /** Ids of the account's events, also those that they had before they were recorded again. */
  ids: new Set(),
  /** When the first event after each position was recorded that no witness's checkpoint has. */
  recorded: [],
};

function accountHeader(header) {
  account.header = header;
  account.key = readKey(header.key);
  if (!account.key) return problems.push('The export names no key');
  if (ownKey && !ownKey.raw.equals(account.key.raw)) problems.push(`The export names another key than yours: ${header.key}`);
}

const isSignedAs = (note, name) => {
  const key = ownKey ?? account.key;
  const id = keyId(name, Buffer.concat([Buffer.from([1]), key.raw]));
  return note.signatures.some((one) => one.name === name && one.id === id && isSignedBy(key, note.body, one.bytes));
};

/** The withdrawals since a history of this log, the oldest first; undefined: it is no history of this log. */
function withdrawalsSince(origin) {
  const since = [];
  for (let name = account.key.name; name !== origin;) {
    const last = account.withdrawals.find((one) => one.origin === name);
    if (!last) return undefined;
    since.unshift(last);
    name = last.old;
  }
  return since;
}
/** The last event that is in a history of this log and in that of now. */
const keptOf = (origin) => Math.min(...withdrawalsSince(origin).map(({ to }) => to));

/** A checkpoint or a promise that the log signed, with the key of the export or the one that was given. */
function isOfLog(note) {
  const key = ownKey ?? account.key;
  return key.raw.equals(account.key.raw) && withdrawalsSince(note.origin) !== undefined && isSignedAs(note, note.origin);
}

const node = (left, right) => sha256('\x01', left, right);
const bytesOf = (proof) => proof.map((text) => Buffer.from(text, 'base64'));

/** The root that a leaf and the nodes beside its way lead to (RFC 9162, 2.1.3.2). */
function rootFrom(hash, index, size, path) {
  let [here, at, last, used] = [sha256('\0', Buffer.from(hash, 'hex')), index, size - 1, 0];
  for (; last > 0; at = Math.floor(at / 2), last = Math.floor(last / 2)) {
    if (at === last && at % 2 === 0) continue;
    const beside = path[used++] ?? Buffer.alloc(0);
    here = at % 2 ? node(beside, here) : node(here, beside);
  }
  return used === path.length ? here.toString('hex') : undefined;
}

/** Whether the tree of `old` leaves is the beginning of that of `size` (RFC 9162, 2.1.4.2). */
function isConsistent(old, oldRoot, size, root, proof) {
  if (old === size) return oldRoot === root && !proof.length;
  if (old === 0) return !proof.length;
  const path = [...proof];
  if (Number.isInteger(Math.log2(old))) path.unshift(Buffer.from(oldRoot, 'hex'));
  if (!path.length) return false;
  let [from, last] = [old - 1, size - 1];
  for (; from % 2; last = Math.floor(last / 2)) from = Math.floor(from / 2);
  let [first, second] = [path[0], path[0]];
  for (const beside of path.slice(1)) {
    if (last === 0) return false;
    if (from % 2 || from === last) {
      [first, second] = [node(beside, first), node(beside, second)];
      for (; from % 2 === 0 && from !== 0; last = Math.floor(last / 2)) from = Math.floor(from / 2);
    } else second = node(second, beside);
    [from, last] = [Math.floor(from / 2), Math.floor(last / 2)];
  }
  return last === 0 && first.toString('hex') === oldRoot && second.toString('hex') === root;
}

/** The root of the map that a stream's entry leads to. */
function mapRootFrom({ stream, version, hash, path }) {
  const key = sha256(stream);
  const number = Buffer.alloc(8);
  number.writeBigUInt64BE(BigInt(version));
  let here = sha256('\0', key, number, Buffer.from(hash, 'hex'));
  for (const [i, beside] of bytesOf(path).entries()) {
    const depth = path.length - 1 - i;
    here = (key[depth >> 3] >> (7 - (depth & 7))) & 1 ? node(beside, here) : node(here, beside);
  }
  return here.toString('hex');
}

function accountEvent(e, proof) {
  const name = `affiliate-${account.header.affiliate}`;
  if (e.streamId !== name) wrong(e.position, `this event belongs to ${e.streamId}`);
  if (e.version !== account.version + 1) wrong(e.position, `the account goes from version ${account.version} to ${e.version}`, 'left out');
  if (e.position <= account.position) wrong(e.position, `the event comes after that of ${account.position}`);
  if (hashOf(Buffer.from(e.previous, 'hex'), e) !== e.hash) wrong(e.position, OTHER_HASH);
  account.count++;
  account.version = e.version;
  account.position = e.position;
  if ((account.known.get(e.position - 1) ?? e.previous) !== e.previous)
    wrong(e.position, 'the hash before it is not that of the previous event');
  account.known.set(e.position, e.hash).set(e.position - 1, e.previous);
  account.cents += moves[e.type]?.(JSON.parse(e.data)) ?? 0;
  account.hashes.set(e.version, e.hash);
  const { carried } = JSON.parse(e.metadata);
  account.ids.add(e.id);
  if (carried) account.ids.add(carried);
  account.recorded.push([e.position, e.recordedAt]);
  const [, index, path] = /^c2sp\.org\/tlog-proof@v1\n(?:extra .*\n)?index (\d+)\n((?:\S+\n)*)$/.exec(proof) ?? [];
  const { size, root } = account.checkpoint;
  const isIn = Number(index) === e.position - 1 && e.position <= size;
  if (!isIn || rootFrom(e.hash, e.position - 1, size, bytesOf(path.split('\n').slice(0, -1))) !== root)
    wrong(e.position, 'the event is not in the checkpoint');
}

function accountEnd(end) {
  const { count, cents } = end;
  if (!Number.isSafeInteger(count) || !Number.isSafeInteger(cents)) throw new Error('not an end');
  if (count !== account.count) cheat('left out', `The last line says ${plural(count, 'event')}, the export has ${account.count}`);
  if (cents !== account.cents) cheat('wrong sum', `The last line says ${inEuros(cents)}, the events add up to ${inEuros(account.cents)}`);
  account.end = end;
}

function accountLine(value) {
  if (account.end) problems.push(`Line ${line} is after the end`);
  else if (value.withdrawn) {
    const one = withdrawalOf(value.withdrawn);
    if (!isSignedAs(one, one.old) || !isSignedAs(one, one.origin)) problems.push('The signature of the withdrawal is not valid');
    else account.withdrawals.push(one);
  } else if (value.checkpoint) {
    account.checkpoint = noteOf(value.checkpoint);
    if (!isOfLog(account.checkpoint)) problems.push('The signature of the checkpoint is not valid');
  } else if (value.witnessed) {
    account.witnessed.push(noteOf(value.witnessed));
    if (!isOfLog(account.witnessed.at(-1))) problems.push('The signature of the witnessed checkpoint is not valid');
  } else if (value.since !== undefined) account.since.set(value.since, bytesOf(value.proof));
  else if (value.stream) account.stream = value;
  else if (value.event) accountEvent(value.event, value.proof);
  else if (value.end) accountEnd(value.end);
  else problems.push(`Line ${line} does not belong in an export`);
}

/** The map says how many events there are, and which is the last. */
function checkComplete() {
  const { header, stream, checkpoint, count, position, known } = account;
  if (stream?.stream !== `affiliate-${header.affiliate}` || mapRootFrom(stream) !== checkpoint.map)
    return cheat('left out', 'The export does not prove how many events the account has');
  if (stream.version !== count)
    cheat('left out', `The checkpoint counts ${plural(stream.version, 'event')} of the account, the export has ${count}`);
  else if (stream.hash !== known.get(position)) wrong(position, 'the checkpoint has another last event of the account');
}

/** An earlier checkpoint of the same log, from whomever. */
function continues(earlier, whose, otherwise = 'rewritten') {
  const { size, root, body } = account.checkpoint;
  if (!isOfLog(earlier)) return problems.push(`This log did not sign ${whose}`);
  const [since] = withdrawalsSince(earlier.origin);
  if (since) {
    const { size: last, root: lastRoot, at } = since;
    const hides = earlier.size > last || (earlier.size === last && earlier.root !== lastRoot);
    if (hides) return cheat('rewritten', `What the seller said at ${at} about going back does not fit ${whose} at ${earlier.size}`);
    // The beginning that both have is compared like that of one log.
    if (earlier.size > keptOf(earlier.origin)) return;
  }
  if (earlier.size > size)
    return cheat(otherwise, `The export ends at ${size}, before ${whose} at ${earlier.size}. If you swapped the files, that is why`);
  if (earlier.size === size) {
    if (earlier.body !== body) cheat('split', `The same ${plural(size, 'event')} have another history in ${whose}`);
    return;
  }
  const proof = account.since.get(earlier.size);
  if (!proof)
    problems.push(
      `The export cannot be compared with ${whose}. Download it again: choose that file under Proof first, or add ?since=${earlier.size}`,
    );
  else if (!isConsistent(earlier.size, earlier.root, size, root, proof))
    cheat(otherwise, `This history does not begin with ${whose} at ${earlier.size}`);
}

/** The version of the account at a position. */
const versionAt = (position) => account.recorded.filter(([at]) => at <= position).length;

/** Answers what became of promises. */
function checkPromises(promises, from) {
  const kept = [];
  const due = [];
  for (const promise of promises) {
    const { stream, version, hash, by } = promise;
    if (!isOfLog(promise)) problems.push(`This log did not sign the promise in ${from}`);
    else if (stream !== `affiliate-${account.header.affiliate}`)
      problems.push(`The promise in ${from} is about another account, ${stream}`);
    else if (account.hashes.get(version) === hash) kept.push(version);
    else if (withdrawalsSince(promise.origin).length && version > versionAt(keptOf(promise.origin)))
      cheat('withdrawn', `Event ${version} of the account, promised by ${by}, was withdrawn`);
    else if (account.hashes.has(version) || Date.parse(by) < Date.now())
      cheat('promise not kept', `Event ${version} of the account, promised by ${by}, is not in the checkpoint`);
    else due.push(`The promised event ${version} is due by ${by}`);
  }
  const inAll = kept.length === 1 ? `The promised event ${kept[0]} is` : `${kept.length} promised events are`;
  return [...(kept.length ? [`${inAll} in the checkpoint`] : []), ...due];
}

/** An event of a save that the seller went back to before: it was recorded again, or is gone. */
function withdrawn({ id, type, version, data, recordedAt }) {
  if (account.ids.has(id)) return;
  const cents = moves[type]?.(JSON.parse(data)) ?? 0;
  const sum = cents ? `, ${inEuros(cents)}` : '';
  cheat('withdrawn', `Event ${version} of the account, ${type} recorded ${recordedAt}${sum}, was withdrawn`);
}

/** Answers what a save proves. */
function compareSaved({ from, promises, account: of, position, hash, events, statement, checkpoint }) {
  let at = position;
  if (promises) return checkPromises(promises, from);
  const { known, header } = account;
  if (statement && !isSigned(statement.text, statement.publicKey, statement.signature))
    problems.push(`The signature of the statement in ${from} is not valid`);
  if (checkpoint) continues(checkpoint, `the checkpoint in ${from}`);
  const isWithdrawn = checkpoint && isOfLog(checkpoint) && withdrawalsSince(checkpoint.origin).length > 0;
  const kept = isWithdrawn ? keptOf(checkpoint.origin) : Infinity;
  if (at > kept) at = undefined;
  if (at > account.checkpoint.size) wrong(at, 'the export ends before the saved head');
  else if (known.has(at) && known.get(at) !== hash) wrong(at, OTHER_HEAD);
  else if (!checkpoint && !known.has(at) && !events.length)
    problems.push(`The export says nothing about position ${at}, so it cannot be compared with ${from}`);
  for (const { position, hash: then, ...event } of of && of !== header.affiliate ? [] : events)
    if (position > kept) withdrawn(event);
    else if (!known.has(position)) wrong(position, `the event in ${from} is missing`, 'left out');
    else if (known.get(position) !== then) wrong(position, `the event in ${from} is another one`);
  if (isWithdrawn) return `No event up to ${Math.min(kept, checkpoint.size)} was changed since ${from} was saved`;
  return checkpoint
    ? `No event up to ${checkpoint.size} was changed since ${from} was saved`
    : `The head saved at ${at} is part of this history. It is no checkpoint, so it does not prove that other events are unchanged`;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** When a witness cosigned a checkpoint, in seconds; undefined: it did not. */
function cosignedAt(checkpoint, { name, id, key }) {
  for (const one of checkpoint.signatures) {
    if (one.name !== name || one.id !== id || one.bytes.length !== 72) continue;
    const time = one.bytes.readBigUInt64BE();
    if (verify(null, Buffer.from(`cosignature/v1\ntime ${time}\n${checkpoint.body}`), key, one.bytes.subarray(8))) return Number(time);
  }
  return undefined;
}

/** Each named witness must have seen every event of the account that is older than a day. Answers what it saw. */
function checkWitnesses() {
  const { witnessed, checkpoint } = account;
  if (witnesses.length) for (const one of witnessed) continues(one, 'the witnessed checkpoint', 'split');
  return witnesses.map((witness) => {
    const by = [checkpoint, ...witnessed].find((one) => cosignedAt(one, witness));
    const unseen = account.recorded.find(([position]) => position > (by?.size ?? 0));
    if (unseen && Date.parse(unseen[1]) < Date.now() - DAY_MS)
      cheat('split', `${witness.name} has not seen the event at ${unseen[0]}, recorded ${unseen[1]}`);
    return by && `Witnessed by ${witness.name} up to ${by.size} at ${new Date(cosignedAt(by, witness) * 1000).toISOString()}`;
  });
}

const ERASURE = 'Personal data in events is encrypted. An erasure destroys only its key, so hashes and proofs stay the same';

function finishAccount() {
  const { header, checkpoint, end, count, cents } = account;
  // Most likely the download was cut off: then what is missing says nothing.
  if (!end) {
    problems.push('The export is incomplete: its last line is missing. Download it again');
    return finish();
  }
  checkComplete();
  const seen = checkWitnesses();
  const notes = saves.flatMap(compareSaved);
  if (ownKey?.name && !withdrawalsSince(ownKey.name))
    problems.push(`The export is of ${header.key.split('+')[0]}, your key of ${ownKey.name}`);
  const back = account.withdrawals.map(
    ({ old, to, at, reason }) => `${old} ended at event ${to}: the seller went back at ${at} (${reason})`,
  );
  const signer = ownKey ? given('--key')[0] : `${header.key}. The export names this key itself: give the one that you know with --key`;
  finish(
    `${plural(count, 'event')} of the account in a log of ${checkpoint.size}, balance ${inEuros(cents)}: ${verdict()}`,
    ...back,
    ...(problems.length ? [] : [`Signed with ${signer}`, ...seen.filter(Boolean), ...notes, ERASURE]),
  );
}

const texts = ['streamId', 'id', 'type', 'recordedAt', 'data', 'metadata', 'hash'];
const isEvent = (e) =>
  ['position', 'version', 'schemaVersion'].every((name) => Number.isSafeInteger(e[name])) &&
  texts.every((name) => typeof e[name] === 'string');

for await (const text of createInterface({
  input: createReadStream(file).on('error', (error) => unreadable(file, error)),
  crlfDelay: Infinity,
})) {
  line++;
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (line === 1) {
    const isAccount = value?.framelift === 'account';
    if (!isAccount && value?.framelift !== 'log') wrongUse(`${file} is not an export of Framelift`);
    if (value.format !== (isAccount ? 2 : 1)) wrongUse(`${file} has format ${value.format}. Download the program that fits it`);
    if (isAccount) accountHeader(value);
    else if (witnesses.length || saves.some(({ promises }) => promises))
      wrongUse('Witnesses and promises are checked with an export of an account');
    continue;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    problems.push(`Line ${line} is damaged`);
    continue;
  }
  try {
    if (account.header) accountLine(value);
    else if (footer) problems.push(`Line ${line} is after the end`);
    else if (value.head) footer = value;
    else if (isEvent(value)) event(value);
    else problems.push(`Line ${line} is damaged`);
  } catch {
    problems.push(`Line ${line} is damaged`);
  }
}
if (!line) wrongUse(`${file} is empty`);
if (account.header)
  try {
    finishAccount();
  } catch {
    problems.push('The export is damaged: its lines contradict each other');
    finish();
  }
if (!footer) problems.push('The export is incomplete: its last line, the head, is missing');
else if (footer.head.position !== position || footer.head.hash !== previous.toString('hex'))
  wrong(footer.head.position, 'the last event is not the head that the export names');
const sizeOf = ({ position: at, checkpoint }) => at ?? checkpoint.size;
for (const saved of saves)
  if (sizeOf(saved) > position) wrong(position + 1, `the events from here to the head saved at ${sizeOf(saved)} are missing`);
finish(
  `${plural(position, 'event')}, ${plural(signed.length, 'signed head')}: ${verdict()}`,
  ...(problems.length ? [] : saves.map((saved) => `The head saved at ${sizeOf(saved)} is part of this history`)),
  `head ${position} ${previous.toString('hex')}`,
);
