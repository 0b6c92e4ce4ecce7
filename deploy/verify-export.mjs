#!/usr/bin/env node
// Checks an export of a Framelift log without Framelift: node verify-export.mjs FILE [--since HEADFILE] [--key PUBLICKEY]
// Needs nothing but Node and this file. Exit codes: 0 the export is whole and unchanged, 1 it is not, 2 wrong use.
//
// Each line but the first and the last is an event. Its hash is sha256(hash before ‖ netstrings of position, stream, version,
// id, type, schema version, recordedAt, data, metadata); before the first stand 32 zero bytes. A netstring is `<bytes>:<text>,`.
// HeadSigned events name an earlier position and hash, signed with Ed25519 over `framelift head <position> <hash>`.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [file, ...rest] = process.argv.slice(2);
const option = (name) => (rest.includes(name) ? rest[rest.indexOf(name) + 1] : undefined);
const wrongUse = (text) => {
  console.error(text);
  process.exit(2);
};
if (!file || file.startsWith('--')) wrongUse('node verify-export.mjs FILE [--since HEADFILE] [--key PUBLICKEY]');

function savedHead() {
  const from = option('--since');
  if (!rest.includes('--since')) return undefined;
  try {
    const saved = JSON.parse(readFileSync(from, 'utf8'));
    const { position, hash } = saved.head ?? saved;
    if (Number.isSafeInteger(position) && /^[0-9a-f]{64}$/.test(hash)) return { position, hash };
  } catch {
    // told below
  }
  return wrongUse(`${from} holds no head: { "position": …, "hash": "64 hex digits" }`);
}

const problems = [];
const wrong = (position, what) => {
  if (problems.length < 1000) problems.push(`at ${position}: ${what}`);
};
const netstring = (value) => `${Buffer.byteLength(String(value))}:${value},`;

const since = savedHead();
const ownKey = option('--key');
const versions = new Map();
const signed = [];
const wanted = new Map();
let previous = Buffer.alloc(32);
let [position, recordedAt, line, footer] = [0, '', 0, undefined];

function event(e) {
  if (e.position !== position + 1)
    wrong(
      position + 1,
      e.position > position ? `positions ${position + 1} to ${e.position - 1} are missing` : `position ${e.position} stands here`,
    );
  const fields = [e.position, e.streamId, e.version, e.id, e.type, e.schemaVersion, e.recordedAt, e.data, e.metadata];
  const hash = createHash('sha256').update(previous).update(fields.map(netstring).join('')).digest();
  if (hash.toString('hex') !== e.hash) wrong(e.position, 'the hash does not follow from the event and the hash before it');
  const version = (versions.get(e.streamId) ?? 0) + 1;
  if (e.version !== version) wrong(e.position, `${e.streamId} goes from version ${version - 1} to ${e.version}`);
  versions.set(e.streamId, e.version);
  if (e.recordedAt < recordedAt) wrong(e.position, 'recorded before the event before it');
  if (since?.position === e.position && since.hash !== e.hash)
    wrong(e.position, 'the saved head is not part of this history: its hash differs');
  if (e.type === 'HeadSigned') heads(e);
  wanted.set(e.position, e.hash);
  // Signed heads name the position right before them or a little earlier; older hashes need not be kept.
  if (wanted.size > 200_000) for (const old of wanted.keys()) if (wanted.size > 100_000) wanted.delete(old);
  previous = Buffer.from(e.hash, 'hex');
  [position, recordedAt] = [e.position, e.recordedAt];
}

function heads(e) {
  const { position: at, hash, publicKey, signature } = JSON.parse(e.data);
  const key = createPublicKey({ key: Buffer.from(ownKey ?? publicKey, 'base64'), format: 'der', type: 'spki' });
  if (!verify(null, Buffer.from(`framelift head ${at} ${hash}`), key, Buffer.from(signature, 'base64')))
    wrong(e.position, 'the signature of the head is not valid');
  if (wanted.has(at) && wanted.get(at) !== hash) wrong(e.position, `the head signed at ${at} is not part of this history`);
  signed.push(at);
}

for await (const text of createInterface({ input: createReadStream(file).on('error', (e) => wrongUse(e.message)), crlfDelay: Infinity })) {
  line++;
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    problems.push(`line ${line} is no JSON`);
    continue;
  }
  if (line === 1) {
    if (value.framelift !== 'log' || value.format !== 1) wrongUse(`${file} is no export of a Framelift log`);
  } else if (footer) problems.push(`line ${line} stands behind the end`);
  else if (value.head) footer = value;
  else event(value);
}
if (!footer) problems.push('the export is not whole: its last line, the head, is missing');
else if (footer.head.position !== position || footer.head.hash !== previous.toString('hex'))
  wrong(footer.head.position, 'the last event is not the head the export names');
if (since && since.position > position) wrong(position + 1, `events up to the saved head at ${since.position} are missing`);

for (const problem of problems.slice(0, 50)) console.log(problem);
if (problems.length > 50) console.log(`… and ${problems.length - 50} more`);
console.log(`${position} events, ${signed.length} signed heads, ${problems.length ? `${problems.length} problems` : 'nothing is wrong'}`);
if (since && !problems.length) console.log(`The head saved at ${since.position} is part of this history`);
console.log(`head ${position} ${previous.toString('hex')}`);
process.exit(problems.length ? 1 : 0);
