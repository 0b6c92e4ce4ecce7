#!/usr/bin/env node
// A witness of Framelift's log: it remembers the last checkpoint that it saw, and signs a later one only where that continues it. So
// nobody can be shown another history than the witness. Speaks c2sp.org/tlog-witness. Needs only Node (18 or later) and this file.
//
//   node witness.mjs --log VERIFIERKEY --name NAME [--folder FOLDER] [--port 8090] [--host 127.0.0.1]
//
// VERIFIERKEY: of the log, as its admins see it under Ledger → Audit and its affiliates under Proof; several are separated by spaces.
// NAME: of this witness, such as witness.example/ours: an address without https:// that only you use.
// FOLDER: keeps the key and the last checkpoint of each log. Back it up: who restores an older one signs an older history again.
//
// It prints its verifier key. The seller writes it with the witness's address into WITNESSES.
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

const options = process.argv.slice(2);
const given = (name) => {
  const at = options.indexOf(name);
  const end = options.findIndex((one, i) => i > at && one.startsWith('--'));
  return at < 0 ? [] : options.slice(at + 1, end < 0 ? undefined : end);
};
const wrongUse = (text) => {
  console.error(text);
  process.exit(2);
};
const USAGE = 'Usage: node witness.mjs --log VERIFIERKEY --name NAME [--folder FOLDER] [--port 8090] [--host 127.0.0.1]';
const strange = options.find((one, i) => (i === 0 || one.startsWith('--')) && !/^--(log|name|folder|port|host)$/.test(one));
if (strange) wrongUse(`${strange} is not expected here. ${USAGE}`);
const [logTexts, name] = [given('--log'), given('--name').join(' ')];
const { folder, port, host } = {
  folder: given('--folder')[0] ?? 'witness-data',
  port: Number(given('--port')[0] ?? 8090),
  host: given('--host')[0] ?? '127.0.0.1',
};
if (!logTexts.length || !name) wrongUse(USAGE);
if (!(Number.isInteger(port) && port >= 0 && port < 65_536)) wrongUse('The port is a number from 0 to 65535');
if (/[\s+]/u.test(name)) wrongUse('The name of a witness has no spaces and no plus sign');

const SIGNATURE = 1;
const COSIGNATURE = 4;
const MAX_BYTES = 64 * 1024;
const MAX_PROOF = 63;
const sha256 = (...parts) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();
const keyId = (of, typed) => sha256(`${of}\n`, typed).subarray(0, 4).toString('hex');
const typedKey = (type, raw) => Buffer.concat([Buffer.from([type]), raw]);

/** The last checkpoint of a log: on the disk before it is signed. */
function keep(file, text) {
  const part = `${file}.part`;
  const handle = openSync(part, 'w', 0o600);
  writeSync(handle, text);
  fsyncSync(handle);
  closeSync(handle);
  renameSync(part, file);
  const within = openSync(folder, 'r');
  fsyncSync(within);
  closeSync(within);
}

mkdirSync(folder, { recursive: true, mode: 0o700 });
const keyFile = join(folder, 'key.pem');
if (!existsSync(keyFile)) keep(keyFile, generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }));
const privateKey = createPrivateKey(readFileSync(keyFile));
const ownTyped = typedKey(COSIGNATURE, createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32));
const ownId = keyId(name, ownTyped);

/** Logs by origin, each with its key and the file of its last checkpoint. */
const logs = new Map(
  logTexts.map((text) => {
    const [origin, id, ...rest] = text.split('+');
    const typed = Buffer.from(rest.join('+'), 'base64');
    if (typed.length !== 33 || typed[0] !== SIGNATURE || keyId(origin, typed) !== id) wrongUse(`${text} is not the verifier key of a log`);
    const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), typed.subarray(1)]);
    const hash = sha256(origin).toString('hex');
    return [
      origin,
      { origin, id, hash, key: createPublicKey({ key: spki, format: 'der', type: 'spki' }), file: join(folder, `${hash}.checkpoint`) },
    ];
  }),
);

/** A log by its origin. After its seller went back it goes on as `<origin>-2` and so on, with the same key: another log, from its beginning. */
function logNamed(origin) {
  const [, first] = /^(.+)-(?:[2-9]|[1-9]\d{1,5})$/.exec(origin) ?? [];
  const of = logs.get(first);
  if (logs.has(origin) || !of) return logs.get(origin);
  const raw = of.key.export({ format: 'der', type: 'spki' }).subarray(-32);
  const hash = sha256(origin).toString('hex');
  return { origin, id: keyId(origin, typedKey(SIGNATURE, raw)), hash, key: of.key, file: join(folder, `${hash}.checkpoint`) };
}

class Refused extends Error {
  constructor(status, text, type = 'text/plain; charset=utf-8') {
    super(text);
    Object.assign(this, { status, type });
  }
}

function noteOf(text) {
  const end = text.indexOf('\n\n') + 1;
  const body = text.slice(0, end);
  const [origin, size, root] = body.split('\n');
  const bytes = Buffer.from(root ?? '', 'base64');
  if (!end || !/^(0|[1-9]\d{0,14})$/.test(size) || bytes.length !== 32 || bytes.toString('base64') !== root)
    throw new Refused(400, 'This is no checkpoint\n');
  const lines = text
    .slice(end + 1)
    .split('\n')
    .filter(Boolean);
  return { body, origin, size: Number(size), root: bytes, lines };
}

/** @throws Refused unless the log signed it */
function checkSigned({ body, lines }, log) {
  const own = lines.filter((line) => line.startsWith(`— ${log.origin} `)).map((line) => Buffer.from(line.split(' ')[2] ?? '', 'base64'));
  const known = own.filter((bytes) => bytes.subarray(0, 4).toString('hex') === log.id);
  if (!known.length || !known.every((bytes) => verify(null, Buffer.from(body), log.key, bytes.subarray(4))))
    throw new Refused(403, 'The log did not sign this\n');
}

/** RFC 9162, 2.1.4.2. */
function isConsistent(old, oldRoot, size, root, proof) {
  if (old === size) return !proof.length && oldRoot.equals(root);
  if (old === 0) return !proof.length;
  const node = (left, right) => sha256('\x01', left, right);
  const path = Number.isInteger(Math.log2(old)) ? [oldRoot, ...proof] : proof;
  if (!path.length) return false;
  const half = (n) => Math.floor(n / 2);
  let [from, last] = [old - 1, size - 1];
  for (; from % 2; last = half(last)) from = half(from);
  let [first, second] = [path[0], path[0]];
  for (const beside of path.slice(1)) {
    if (last === 0) return false;
    if (from % 2 || from === last) {
      [first, second] = [node(beside, first), node(beside, second)];
      for (; from % 2 === 0 && from !== 0; last = half(last)) from = half(from);
    } else second = node(second, beside);
    [from, last] = [half(from), half(last)];
  }
  return last === 0 && first.equals(oldRoot) && second.equals(root);
}

/** Signs a checkpoint that continues the last one, and keeps it. Runs without a pause, so two requests never cross. */
function cosigned(text) {
  const [, oldText, proofText, note] = /^old (0|[1-9]\d{0,14})\n((?:[A-Za-z0-9+/=]+\n)*)\n([^]+)$/.exec(text) ?? [];
  if (oldText === undefined) throw new Refused(400, 'This is no request of c2sp.org/tlog-witness\n');
  const proof = proofText
    .split('\n')
    .filter(Boolean)
    .map((line) => Buffer.from(line, 'base64'));
  if (proof.length > MAX_PROOF || proof.some((node) => node.length !== 32)) throw new Refused(400, 'The proof is not valid\n');
  const checkpoint = noteOf(note);
  const log = logNamed(checkpoint.origin);
  if (!log) throw new Refused(404, 'This witness does not know the log\n');
  checkSigned(checkpoint, log);
  const old = Number(oldText);
  if (old > checkpoint.size) throw new Refused(400, 'The old size is larger than the checkpoint\n');
  const last = existsSync(log.file) ? noteOf(readFileSync(log.file, 'utf8')) : undefined;
  if (old !== (last?.size ?? 0)) throw new Refused(409, `${last?.size ?? 0}\n`, 'text/x.tlog.size');
  const empty = sha256('');
  const isFork = last?.size === checkpoint.size && last.body !== checkpoint.body;
  const isNothing = checkpoint.size === 0 && !checkpoint.root.equals(empty);
  if (isFork || isNothing || !isConsistent(old, last?.root ?? empty, checkpoint.size, checkpoint.root, proof)) {
    console.error(`${new Date().toISOString()} ${log.origin} shows another history than before. Keep both:\n${last?.body ?? ''}\n${note}`);
    throw new Refused(422, 'This checkpoint does not continue the last one\n');
  }
  const time = Math.floor(Date.now() / 1000);
  const stamp = Buffer.alloc(8);
  stamp.writeBigUInt64BE(BigInt(time));
  const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${time}\n${checkpoint.body}`), privateKey);
  const line = `— ${name} ${Buffer.concat([Buffer.from(ownId, 'hex'), stamp, signature]).toString('base64')}\n`;
  const ofLog = checkpoint.lines.filter((one) => one.startsWith(`— ${log.origin} `));
  keep(log.file, `${checkpoint.body}\n${ofLog.map((one) => `${one}\n`).join('')}${line}`);
  return line;
}

async function textOf(request) {
  const parts = [];
  let bytes = 0;
  for await (const part of request) {
    bytes += part.length;
    if (bytes > MAX_BYTES) throw new Refused(413, 'The request is too large\n');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

async function answer(request) {
  if (request.method === 'POST' && request.url === '/add-checkpoint') return cosigned(await textOf(request));
  const [, hash] = /^\/([0-9a-f]{64})\/checkpoint$/.exec(request.url) ?? [];
  // Of every log that was ever shown here, also one that another continued.
  const file = hash && join(folder, `${hash}.checkpoint`);
  if (request.method === 'GET' && file && existsSync(file)) return readFileSync(file, 'utf8');
  throw new Refused(404, 'Not found\n');
}

const server = createServer((request, response) => {
  answer(request).then(
    (text) => response.writeHead(200, { 'Content-Type': 'text/plain; charset=utf-8' }).end(text),
    (error) => {
      const isKnown = error instanceof Refused;
      if (!isKnown) console.error(error);
      response.writeHead(isKnown ? error.status : 500, { 'Content-Type': isKnown ? error.type : 'text/plain' });
      response.end(isKnown ? error.message : 'The witness failed\n');
    },
  );
});
server.on('error', (error) => wrongUse(`The witness cannot listen: ${error.message}`));
server.listen(port, host, () => {
  console.log(`${name} listens on http://${host}:${server.address().port}`);
  console.log(`${name}+${ownId}+${ownTyped.toString('base64')}`);
});
