import { createPublicKey, hash, type KeyObject, verify } from 'node:crypto';
import { publicKeyOf, signText } from './signing.ts';

/** An Ed25519 signature of a note's text; a witness's, with the time, of its checkpoint. */
export const noteTypes = { signature: 0x01, cosignature: 0x04 } as const;
type NoteType = (typeof noteTypes)[keyof typeof noteTypes];

/** SubjectPublicKeyInfo of an Ed25519 key, before its 32 bytes (RFC 8410). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/** The 32 bytes at the end of a SubjectPublicKeyInfo. */
export const rawKey = (publicKey: string): Buffer => Buffer.from(publicKey, 'base64').subarray(-32);

/** The first four bytes of sha256(name ‖ newline ‖ type ‖ public key). */
const keyId = (name: string, typed: Buffer): Buffer =>
  hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), typed]), 'buffer').subarray(0, 4);

const typedKey = (type: NoteType, publicKey: string): Buffer => Buffer.concat([Buffer.from([type]), rawKey(publicKey)]);

/** What a verifier is configured with: `name+key id+key` (c2sp.org/signed-note). `publicKey`: SubjectPublicKeyInfo, base64. */
export function verifierKey(name: string, publicKey: string): string {
  const typed = typedKey(noteTypes.signature, publicKey);
  return `${name}+${keyId(name, typed).toString('hex')}+${typed.toString('base64')}`;
}

/** The text, an empty line, and a signature under each name. `text` ends with a newline; `seed`: the 32 bytes of HEAD_SIGNING_KEY. */
export function signedNote(text: string, names: string | readonly string[], seed: Buffer): string {
  const lines = [names].flat().map((name) => {
    const id = keyId(name, typedKey(noteTypes.signature, publicKeyOf(seed)));
    const signature = Buffer.concat([id, Buffer.from(signText(seed, text), 'base64')]);
    return `— ${name} ${signature.toString('base64')}\n`;
  });
  return `${text}\n${lines.join('')}`;
}

/** A note with the signatures of another note of the same text behind its own. */
export const signedBoth = (note: string, other: string): string => note + other.slice(other.indexOf('\n\n') + 2);

/** What a checkpoint says. */
export interface CheckpointText {
  origin: string;
  size: number;
  root: Buffer;
}

/** What a promise says: the event at this version of a stream, recorded `at`, has this hash and these amounts, and a checkpoint has it `by` then (both ISO 8601 UTC). */
export interface PromiseText {
  origin: string;
  stream: string;
  version: number;
  hash: Buffer;
  by: string;
  at: string;
  says: Readonly<Record<string, number>>;
}

export const promiseText = ({ origin, stream, version, hash: of, by, at, says }: PromiseText): string =>
  `${origin}\npromise\nstream ${stream}\nversion ${version}\nhash ${of.toString('base64')}\nby ${by}\nat ${at}\n${Object.entries(says)
    .map(([name, value]) => `${name} ${value}\n`)
    .join('')}`;

/** What a receipt says: a published amount, which `events` events up to `to` sum to, and the positions of the newest of them. */
export interface ReceiptText {
  origin: string;
  id: string;
  figure: string;
  /** `account`, `cashout`, or a month. */
  of: string;
  /** Days until the cashout was paid; null: it is none. */
  days: number | null;
  cents: number;
  events: number;
  to: number;
  positions: readonly number[];
}

export const receiptText = ({ origin, id, figure, of, days, cents, events, to, positions }: ReceiptText): string =>
  `${origin}\nreceipt\nid ${id}\nfigure ${figure}\nof ${of}\n${days === null ? '' : `days ${days}\n`}cents ${cents}\nto ${to}\nevents ${events}\npositions ${positions.join()}\n`;

/** What a seller says who went back: the old log, published up to `size` events with this root, ended at `to`, and this one continues it. */
export interface WithdrawalText {
  origin: string;
  old: string;
  size: number;
  /** Base64. */
  root: string;
  to: number;
  /** ISO 8601 UTC. */
  at: string;
  reason: string;
}

export const withdrawalText = ({ origin, old, size, root, to, at, reason }: WithdrawalText): string =>
  `${origin}\nwithdrawn\nlog ${old}\nsize ${size}\nroot ${root}\nto ${to}\nat ${at}\nreason ${reason.replaceAll(/\s+/g, ' ')}\n`;

/** What the holder of one key says about the next one: verifier keys, and when (ISO 8601 UTC). */
export const rotationText = ({ origin, from, to, at }: { origin: string; from: string; to: string; at: string }): string =>
  `${origin}\nkey rotated\nfrom ${from}\nto ${to}\nat ${at}\n`;

export const checkpointText = ({ origin, size, root }: CheckpointText): string => `${origin}\n${size}\n${root.toString('base64')}\n`;

/** Who signs notes, as a verifier knows them. */
export interface NoteKey {
  name: string;
  /** Of the key, hex. */
  id: string;
  type: number;
  key: KeyObject;
}

/** An Ed25519 verifier key; undefined: the text is none. */
export function noteKey(text: string): NoteKey | undefined {
  const [, name, id, encoded] = /^([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const typed = Buffer.from(encoded ?? '', 'base64');
  if (!name || typed.length !== 33 || keyId(name, typed).toString('hex') !== id) return undefined;
  const key = createPublicKey({ key: Buffer.concat([SPKI, typed.subarray(1)]), format: 'der', type: 'spki' });
  return { name, id, type: typed[0]!, key };
}

/** Whether a note has the signature of a key that is no witness's. */
export const isSignedBy = (note: string, { name, id, key }: NoteKey): boolean => {
  const body = Buffer.from(note.slice(0, note.indexOf('\n\n') + 1));
  return signaturesIn(note).some((by) => by.name === name && by.id === id && by.bytes.length === 64 && verify(null, body, key, by.bytes));
};

/** The signatures of a note by their names and key ids; what is no signature is left out. */
export const signaturesIn = (text: string): { name: string; id: string; bytes: Buffer; line: string }[] =>
  text.split('\n').flatMap((line) => {
    const [, name, encoded] = /^— (\S+) (\S+)$/.exec(line) ?? [];
    const bytes = Buffer.from(encoded ?? '', 'base64');
    return name && bytes.length > 4 ? [{ name, id: bytes.subarray(0, 4).toString('hex'), bytes: bytes.subarray(4), line }] : [];
  });

/** The line and time of a witness's cosignature of a checkpoint among signatures; undefined: there is no valid one (c2sp.org/tlog-cosignature). */
export function cosignature(lines: string, checkpoint: string, { name, id, key }: NoteKey): { line: string; at: Date } | undefined {
  const body = checkpoint.slice(0, checkpoint.indexOf('\n\n') + 1);
  for (const { bytes, line, ...by } of signaturesIn(lines)) {
    if (by.name !== name || by.id !== id || bytes.length !== 72) continue;
    const seconds = bytes.readBigUInt64BE();
    if (verify(null, Buffer.from(`cosignature/v1\ntime ${seconds}\n${body}`), key, bytes.subarray(8)))
      return { line, at: new Date(Number(seconds) * 1_000) };
  }
  return undefined;
}
