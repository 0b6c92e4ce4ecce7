#!/usr/bin/env node
// Checks an export of Framelift without Framelift: node framelift-verify.mjs FILE [--since HEADFILE] [--key PUBLICKEY]
// FILE: a whole log (ops export), or one account (Ledger → Statements → Export). HEADFILE: an earlier save: an export of the
// account, a statement, or a head. An export and a statement hold the roots that cover events, so they prove that none up to there
// was changed; a head of position and hash alone proves that of a whole log only.
// Needs only Node and this file. Exit codes: 0 the export is complete and unchanged, 1 it is not, 2 wrong use.
//
// A log: each line but the first and the last is an event. Its hash is sha256(hash before ‖ netstrings of position, stream, version,
// id, type, schema version, recordedAt, data, metadata); the hash before the first is 32 zero bytes. A netstring is `<bytes>:<text>,`.
// HeadSigned events name an earlier position and hash, signed with Ed25519 over `framelift head <position> <hash>`, followed, if
// they have roots, by ` <from> <roots>`: Merkle roots (RFC 9162) over the hashes of the events from there, 65,536 per root.
//
// An account: signed heads, the account's own events with the hash before each and its way up to a root, and a signed last line with
// their number and balance. So a changed, missing, added or moved event shows, without other accounts' events.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [file, ...rest] = process.argv.slice(2);
const option = (name) => (rest.includes(name) ? rest[rest.indexOf(name) + 1] : undefined);
const wrongUse = (text) => {
  console.error(text);
  process.exit(2);
};
if (!file || file.startsWith('--')) wrongUse('node framelift-verify.mjs FILE [--since HEADFILE] [--key PUBLICKEY]');

const readLines = (text) => text.split('\n').flatMap((one) => (one.trim() ? [JSON.parse(one)] : []));

/** The save: position and hash and, if it has them, the heads with their roots, a digest of them, and events. */
function savedHead() {
  const from = option('--since');
  if (!rest.includes('--since')) return undefined;
  try {
    const text = readFileSync(from, 'utf8');
    const [first, ...others] = /^\s*\{[^\n]*"framelift"/.test(text) ? readLines(text) : [JSON.parse(text)];
    const end = others.at(-1)?.end ?? others.at(-1)?.head;
    const { position, hash } = first.framelift ? end : (first.head ?? first);
    if (!Number.isSafeInteger(position) || !/^[0-9a-f]{64}$/.test(hash)) throw new Error('not a head');
    const account = first.framelift === 'account';
    const head = first.head?.roots ? first.head : first.roots ? first : undefined;
    return {
      position,
      hash,
      heads: account ? others.flatMap((one) => (one.head ? [one.head] : [])) : head ? [head] : [],
      events: account ? others.flatMap((one) => (one.event ? [one.event] : [])) : [],
      digest: first.heads ?? undefined,
      statement: first.signed,
    };
  } catch {
    return wrongUse(`${from} is no export of an account, no statement, and no { "position": …, "hash": "64 hex digits" }`);
  }
}

const problems = [];
const wrong = (position, what) => {
  if (problems.length < 1000) problems.push(`at ${position}: ${what}`);
};
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const netstring = (value) => `${Buffer.byteLength(String(value))}:${value},`;

const saved = savedHead();
const ownKey = option('--key');
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
    const key = createPublicKey({ key: Buffer.from(ownKey ?? publicKey, 'base64'), format: 'der', type: 'spki' });
    return verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'));
  } catch {
    return false;
  }
}
const headText = ({ position: at, hash, from, roots }) => `framelift head ${at} ${hash}${roots ? ` ${from} ${roots.join()}` : ''}`;

function event(e) {
  if (e.position !== position + 1)
    wrong(
      position + 1,
      e.position > position ? `positions ${position + 1} to ${e.position - 1} are missing` : `position ${e.position} is out of order`,
    );
  if (hashOf(previous, e) !== e.hash) wrong(e.position, 'the hash does not follow from the event and the hash before it');
  const version = (versions.get(e.streamId) ?? 0) + 1;
  if (e.version !== version) wrong(e.position, `${e.streamId} goes from version ${version - 1} to ${e.version}`);
  versions.set(e.streamId, e.version);
  if (e.recordedAt < recordedAt) wrong(e.position, 'recorded before the previous event');
  if (saved?.position === e.position && saved.hash !== e.hash)
    wrong(e.position, 'the saved head is not part of this history: its hash differs');
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
  heads: new Map(),
  covered: 0,
  count: 0,
  position: 0,
  cents: 0,
  proven: 0,
  end: undefined,
  known: new Map(),
};

function accountHead(head) {
  const last = account.covered;
  if (head.from !== last + 1) wrong(head.position, `the signed head covers from ${head.from}, the one before it up to ${last}`);
  if (head.publicKey !== account.header.publicKey) wrong(head.position, 'the head is signed with another key');
  if (!isSigned(headText(head), head.publicKey, head.signature)) wrong(head.position, 'the signature of the head is not valid');
  if (head.roots.length !== Math.ceil((head.position - head.from + 1) / TO_A_ROOT))
    wrong(head.position, 'the head has too few roots, or too many');
  account.heads.set(head.position, head);
  account.covered = head.position;
  account.known.set(head.position, head.hash);
}

/** The root that an event's hash and the nodes beside its way lead to (RFC 9162). */
function rootFrom(hash, index, size, path) {
  let [node, at, last, used] = [sha256('\0', Buffer.from(hash, 'hex')), index, size - 1, 0];
  for (; last > 0; at >>= 1, last >>= 1) {
    if (at === last && at % 2 === 0) continue;
    const beside = Buffer.from(path[used++] ?? '', 'hex');
    node = at % 2 ? sha256('\x01', beside, node) : sha256('\x01', node, beside);
  }
  return used === path.length ? node.toString('hex') : undefined;
}

function accountEvent(e, proof) {
  const name = `affiliate-${account.header.affiliate}`;
  if (e.streamId !== name) wrong(e.position, `this event belongs to ${e.streamId}`);
  if (e.version !== account.count + 1) wrong(e.position, `the account goes from version ${account.count} to ${e.version}`);
  if (e.position <= account.position) wrong(e.position, 'it comes before the previous event');
  if (hashOf(Buffer.from(e.previous, 'hex'), e) !== e.hash)
    wrong(e.position, 'the hash does not follow from the event and the hash before it');
  account.count++;
  account.position = e.position;
  if ((account.known.get(e.position - 1) ?? e.previous) !== e.previous)
    wrong(e.position, 'its previous hash is not that of the previous event');
  account.known.set(e.position, e.hash).set(e.position - 1, e.previous);
  account.cents += moves[e.type]?.(JSON.parse(e.data)) ?? 0;
  if (e.position > account.covered) return;
  const head = proof && account.heads.get(proof.head);
  const first = head && head.from + proof.root * TO_A_ROOT;
  const size = head && Math.min(TO_A_ROOT, head.position - first + 1);
  const isIn = head && e.position >= first && e.position < first + size;
  if (!isIn || rootFrom(e.hash, e.position - first, size, proof.path) !== head.roots[proof.root])
    wrong(e.position, 'no signed head covers it');
  else account.proven++;
}

function accountEnd({ count, cents, covered, position: at, hash, text, signature }) {
  if (text !== `framelift account ${account.header.affiliate}: ${count} events, ${cents} cents, heads to ${covered}, at ${at} ${hash}`)
    wrong(at, 'the signed text differs from the last line');
  if (!isSigned(text, account.header.publicKey, signature)) wrong(at, 'the signature of the last line is not valid');
  if (count !== account.count) wrong(at, `${count} events are signed, ${account.count} are here`);
  if (covered !== account.covered) wrong(at, `heads up to ${covered} are signed, those here end at ${account.covered}`);
  if (cents !== account.cents) wrong(at, `${cents} cents are signed, the events add up to ${account.cents}`);
  if (account.position > at || account.covered > at) wrong(at, 'there are events or heads after the end');
  account.known.set(at, hash);
  account.end = { at, hash };
}

function accountLine(value) {
  if (account.end) wrong(account.end.at, 'there are lines after the end');
  else if (value.head) accountHead(value.head);
  else if (value.event) accountEvent(value.event, value.proof);
  else if (value.end) accountEnd(value.end);
  else problems.push('a line is neither a head, an event nor the end');
}

/** Compares the save with this export. Answers the last position up to which it proves every event unchanged; 0: none. */
function compareSaved(end, known) {
  const { position: at, hash, heads, events, digest, statement } = saved;
  if (at > end.at) wrong(at, 'the export ends before the saved head');
  if (known.has(at) && known.get(at) !== hash) wrong(at, 'the saved head is not part of this history: its hash differs');
  if (!known.has(at) && !heads.length && !digest)
    problems.push(`the export says nothing about position ${at}, so the saved head cannot be compared`);
  for (const head of heads) {
    const now = account.heads.get(head.position);
    if (!now || headText(now) !== headText(head) || now.publicKey !== head.publicKey || now.signature !== head.signature)
      wrong(head.position, 'the saved head is missing, or its roots or signature differ');
  }
  for (const { position, hash: then } of events)
    if (account.known.get(position) !== then) wrong(position, 'a saved event is missing or differs');
  if (statement && !isSigned(statement.text, statement.publicKey, statement.signature))
    wrong(at, 'the signature of the saved statement is not valid');
  if (digest) {
    const texts = [...account.heads.values()].flatMap((head) => (head.position <= digest.position ? [`${headText(head)}\n`] : []));
    if (
      sha256(texts.join('')).toString('hex') !== digest.digest ||
      !statement?.text.endsWith(`, heads to ${digest.position} ${digest.digest}`)
    )
      wrong(digest.position, 'the signed heads up to here differ from the saved ones: their roots differ');
  }
  // One head covers only the events after the head before it.
  const whole = heads.length && heads[0].from === 1 ? heads.at(-1).position : 0;
  return Math.max(whole, digest?.position ?? 0);
}

function finishAccount() {
  const { header, end, count, cents, proven, known } = account;
  if (ownKey && ownKey !== header.publicKey) problems.push('the export names another key');
  if (!end) problems.push('the export is incomplete: its last line is missing');
  const unchangedTo = saved && end ? compareSaved(end, known) : 0;
  for (const problem of problems.slice(0, 50)) console.log(problem);
  console.log(
    `${count} events, ${proven} of them under signed heads, ${(cents / 100).toFixed(2)} EUR, ${problems.length ? `${problems.length} problems` : 'nothing is wrong'}`,
  );
  if (!problems.length) console.log(`Signed with ${ownKey ?? header.publicKey}`);
  if (saved && !problems.length) {
    console.log(`The head saved at ${saved.position} is part of this history`);
    console.log(
      unchangedTo
        ? `No event up to ${unchangedTo} was changed since it was saved`
        : 'It has no roots, so it does not prove that earlier events are unchanged. Save an export or a statement to prove that',
    );
  }
  process.exit(problems.length ? 1 : 0);
}

const texts = ['streamId', 'id', 'type', 'recordedAt', 'data', 'metadata', 'hash'];
const isEvent = (e) =>
  ['position', 'version', 'schemaVersion'].every((name) => Number.isSafeInteger(e[name])) &&
  texts.every((name) => typeof e[name] === 'string');

for await (const text of createInterface({ input: createReadStream(file).on('error', (e) => wrongUse(e.message)), crlfDelay: Infinity })) {
  line++;
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    problems.push(`line ${line} is not JSON`);
    continue;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    problems.push(`line ${line} is not a line of an export`);
    continue;
  }
  if (line === 1) {
    if (!['log', 'account'].includes(value.framelift) || value.format !== 1) wrongUse(`${file} is not an export of Framelift`);
    if (value.framelift === 'account') account.header = value;
    continue;
  }
  try {
    if (account.header) accountLine(value);
    else if (footer) problems.push(`line ${line} is after the end`);
    else if (value.head) footer = value;
    else if (isEvent(value)) event(value);
    else problems.push(`line ${line} is damaged`);
  } catch {
    problems.push(`line ${line} is damaged`);
  }
}
if (account.header)
  try {
    finishAccount();
  } catch {
    console.log('the export is damaged: its lines contradict each other');
    process.exit(1);
  }
if (!footer) problems.push('the export is incomplete: its last line, the head, is missing');
else if (footer.head.position !== position || footer.head.hash !== previous.toString('hex'))
  wrong(footer.head.position, 'the last event is not the head the export names');
if (saved && saved.position > position) wrong(position + 1, `events up to the saved head at ${saved.position} are missing`);

for (const problem of problems.slice(0, 50)) console.log(problem);
if (problems.length > 50) console.log(`… and ${problems.length - 50} more`);
console.log(`${position} events, ${signed.length} signed heads, ${problems.length ? `${problems.length} problems` : 'nothing is wrong'}`);
if (saved && !problems.length) console.log(`The head saved at ${saved.position} is part of this history`);
console.log(`head ${position} ${previous.toString('hex')}`);
process.exit(problems.length ? 1 : 0);
