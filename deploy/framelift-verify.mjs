#!/usr/bin/env node
// Checks an export of Framelift without Framelift:
//   node framelift-verify.mjs FILE [--key KEY] [--account ID] [--since SAVE …] [--other SAVE …] [--witness KEY …] [--log ADDRESS] [--state FILE]
// FILE: one account (Ledger → Proof → Download proof), a whole log (ops export), or the proof of a receipt (on its page).
// KEY of the log: a verifier key (name+id+key), or an Ed25519 public key as base64. Without it or a save, nothing is proved against the seller.
// ID: the account that the export must be of.
// SAVE: an earlier export of the account, a checkpoint, a statement, promises, or a head. After --other: what somebody else was shown.
// KEY of a witness: its verifier key. The events of more than a day ago must be in a checkpoint that it cosigned.
// ADDRESS: where the log is published, if not at https:// and its name; a folder with the same files; or `none`: then nobody
// looks whether events are missing.
// --state FILE: keeps what was read of the published log, so that the next check reads only what is new.
// Needs only Node (18 or later) and this file. Exit codes: 0 no fault was found; 1 something is wrong, and if that is a cheat, the last line
// names it; 2 wrong use. docs/proofs.md says what an export is, and by which steps it is checked.
//
// A whole log: each line but the first and the last is an event. Its hash is sha256(hash before ‖ netstrings of position, stream, version,
// id, type, schema version, recordedAt, data, metadata); the hash before the first is 32 zero bytes. A netstring is `<bytes>:<text>,`.
// HeadSigned events name an earlier position and hash, signed with Ed25519 over `framelift head <position> <hash>`, followed, if
// they have roots, by ` <from> <roots>`: Merkle roots (RFC 9162) over the hashes of the events from there, 65,536 per root.

// ── tools ────────────────────────────────────────────────────────────────────
// The same code runs in Node and in a browser, which gives it its own sha256 and Ed25519 (`use`).
let sha256;
let isSignature;
/** `sha256(...parts)`: bytes of the hash of texts and bytes. `verify(key, text, signature)`: whether 32 bytes signed the text. */
export function use(tools) {
  ({ sha256, verify: isSignature } = tools);
}
const DAY_MS = 24 * 60 * 60 * 1000;
/** Clocks of machines differ by so much at most. */
const APART_MS = 5 * 60 * 1000;
const utf8 = new TextEncoder();
const hasBuffer = typeof Buffer !== 'undefined';
const hex = (bytes) =>
  hasBuffer ? Buffer.from(bytes).toString('hex') : Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');
const base64 = (bytes) => (hasBuffer ? Buffer.from(bytes).toString('base64') : btoa(String.fromCharCode(...bytes)));
const unhex = (text) => Uint8Array.from(text.match(/../g), (two) => Number.parseInt(two, 16));
/** Strict: no other text has the same bytes. */
function unbase64(text, length) {
  const bytes = hasBuffer ? new Uint8Array(Buffer.from(text, 'base64')) : Uint8Array.from(atob(text), (c) => c.codePointAt(0));
  if (base64(bytes) !== text || (length !== undefined && bytes.length !== length))
    throw new Damaged(`${text.slice(0, 100)} is not the base64 of a hash`);
  return bytes;
}
const url64 = (bytes) => base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
const joined = (...parts) => {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
};
const sameBytes = (a, b) => a.length === b.length && a.every((byte, i) => byte === b[i]);

/** HMAC-SHA256, its first 16 bytes (docs/proofs.md#what-the-log-publishes). The parts of a key are hashed once. */
function tagger(key) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const [inner, outer] = [block.map((byte) => byte ^ 0x36), block.map((byte) => byte ^ 0x5c)];
  return (number) => sha256(outer, sha256(inner, utf8.encode(String(number)))).subarray(0, 16);
}

// ── signed notes and keys ────────────────────────────────────────────────────
/** A verifier key, or an Ed25519 key as base64 of SubjectPublicKeyInfo. undefined: neither. */
export function readKey(text) {
  try {
    const [, name, id, encoded] = /^([^\s+]+)\+([0-9a-f]{8})\+(\S+)$/.exec(text) ?? [];
    if (!name) return { raw: unbase64(text, 44).subarray(12) };
    const typed = unbase64(encoded, 33);
    return id === keyId(name, typed) ? { text, name, id, type: typed[0], raw: typed.subarray(1) } : undefined;
  } catch {
    return undefined;
  }
}
const keyId = (name, typed) => hex(sha256(utf8.encode(`${name}\n`), typed).subarray(0, 4));

/** The text of a signed note, with the newline at its end, and its signatures. */
function signedText(note) {
  const [, body, lines] = /^([^]*?\n)\n((?:— \S+ \S+\n)+)$/.exec(note) ?? [];
  if (!body) throw new Error('not a signed note');
  const signatures = lines
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [, name, encoded] = line.split(' ');
      const bytes = unbase64(encoded);
      return { name, id: hex(bytes.subarray(0, 4)), bytes: bytes.subarray(4) };
    });
  return { body, signatures };
}
const sizeIn = (text) => {
  if (!/^(?:0|[1-9]\d{0,14})$/.test(text)) throw new Error('not a size');
  return Number(text);
};
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
function timeIn(text) {
  const ms = TIME.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms) || new Date(ms).toISOString() !== text) throw new Error('not a time');
  return ms;
}

/** A checkpoint: origin, size and root. Those of before tags have the root of a map, which says nothing any more. */
function checkpointOf(note) {
  const { body, signatures } = signedText(note);
  const [, origin, size, root] = /^(\S+)\n(\d+)\n(\S+)\n(?:map \S+\n)?$/.exec(body);
  return { body, signatures, origin, size: sizeIn(size), root: unbase64(root, 32) };
}

/** What the log promised when it recorded an event. Older promises name no amounts. */
function promiseOf(note) {
  const { body, signatures } = signedText(note);
  const [, origin, stream, version, hash, by, , at, amount, commission, rate, terms] =
    /^(\S+)\npromise\nstream (\S+)\nversion (\d+)\nhash (\S+)\nby (\S+)\n(at (\S+)\namount (\d+)\ncommission (\d+)\nrate (\d+)\nterms (\d+)\n)?$/.exec(
      body,
    );
  const says = at && {
    amountCents: sizeIn(amount),
    commissionCents: sizeIn(commission),
    commissionBps: sizeIn(rate),
    terms: sizeIn(terms),
  };
  const late = at && timeIn(by) > timeIn(at) + DAY_MS;
  return { body, signatures, origin, stream, version: sizeIn(version), hash: hex(unbase64(hash, 32)), by, dueAt: timeIn(by), says, late };
}

/** What a seller says who went back: which history was withdrawn from where on. Signed under the name of both. */
function withdrawalOf(note) {
  const { body, signatures } = signedText(note);
  const [, origin, old, size, root, to, at, reason] =
    /^(\S+)\nwithdrawn\nlog (\S+)\nsize (\d+)\nroot (\S+)\nto (\d+)\nat (\S+)\nreason (.*)\n$/.exec(body);
  return { body, signatures, origin, old, size: sizeIn(size), root: unbase64(root, 32), to: sizeIn(to), at, reason };
}

/** What the holder of one key says about the next one, signed by both. */
function rotationOf(note) {
  const { body, signatures } = signedText(note);
  const [, origin, from, to, at] = /^(\S+)\nkey rotated\nfrom (\S+)\nto (\S+)\nat (\S+)\n$/.exec(body);
  return { body, signatures, origin, from: readKey(from), to: readKey(to), at };
}

/** Whether a note has the signature of a key under a name. */
async function hasSigned(key, name, { body, signatures }) {
  const id = keyId(name, joined([1], key.raw));
  for (const one of signatures)
    if (one.name === name && one.id === id && one.bytes.length === 64 && (await isSignature(key.raw, utf8.encode(body), one.bytes)))
      return true;
  return false;
}

/** When a witness cosigned a checkpoint, ms since 1970; undefined: it did not (c2sp.org/tlog-cosignature). */
async function cosignedAt({ body, signatures }, { name, id, raw }) {
  for (const one of signatures) {
    if (one.name !== name || one.id !== id || one.bytes.length !== 72) continue;
    const seconds = one.bytes.subarray(0, 8).reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
    const text = utf8.encode(`cosignature/v1\ntime ${seconds}\n${body}`);
    if (await isSignature(raw, text, one.bytes.subarray(8))) return Number(seconds) * 1000;
  }
  return undefined;
}

// ── the tree ─────────────────────────────────────────────────────────────────
const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);
const leaf = (entry) => sha256(LEAF, entry);
const node = (left, right) => sha256(NODE, left, right);

/** Complete parts of a tree, from the largest on. */
function grow(parts, hash) {
  let part = { size: 1, root: hash };
  while (parts.at(-1)?.size === part.size) part = { size: 2 * part.size, root: node(parts.pop().root, part.root) };
  parts.push(part);
}
const rootOfParts = (parts) => parts.reduceRight((right, { root }) => (right ? node(root, right) : root), undefined);

/** Checks paths from leaves to one root (RFC 9162, 2.1.3.2). What one has proved, the next need not hash again. */
class Paths {
  #proved = new Map();
  constructor(size, root) {
    [this.size, this.root] = [size, root];
  }
  /** Whether the leaf is at its index. `path`: nodes as base64, from the leaf upwards. */
  has(hash, index, path) {
    const way = [];
    let [here, at, last, level, used] = [hash, index, this.size - 1, 0, 0];
    let isKnown = false;
    for (; last > 0; at = Math.floor(at / 2), last = Math.floor(last / 2), level++) {
      if (at === last && at % 2 === 0) continue;
      const beside = path[used++];
      const [own, other] = [`${level} ${at}`, `${level} ${at ^ 1}`];
      if (isKnown) {
        if (this.#proved.get(other) !== beside) return false;
        continue;
      }
      if (beside === undefined) return false;
      if (this.#proved.get(own) === base64(here)) {
        if (this.#proved.get(other) !== beside) return false;
        isKnown = true;
        continue;
      }
      way.push([own, base64(here)], [other, beside]);
      const bytes = unbase64(beside, 32);
      here = at % 2 ? node(bytes, here) : node(here, bytes);
    }
    if (used !== path.length || (!isKnown && !sameBytes(here, this.root))) return false;
    for (const [name, text] of way) this.#proved.set(name, text);
    return true;
  }
}

/** Whether the tree of `old` leaves is the beginning of that of `size` (RFC 9162, 2.1.4.2). */
function isConsistent(old, oldRoot, size, root, proof) {
  if (old === size) return sameBytes(oldRoot, root) && !proof.length;
  if (old === 0) return !proof.length;
  const path = [...proof];
  if (Number.isInteger(Math.log2(old))) path.unshift(oldRoot);
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
  return last === 0 && sameBytes(first, oldRoot) && sameBytes(second, root);
}

const netstring = (value) => `${typeof value === 'string' ? byteLength(value) : String(value).length}:${value},`;
const byteLength = (text) => (hasBuffer ? Buffer.byteLength(text) : utf8.encode(text).length);
const hashOf = (before, e) => {
  const fields = [e.position, e.streamId, e.version, e.id, e.type, e.schemaVersion, e.recordedAt, e.data, e.metadata];
  return sha256(before, utf8.encode(fields.map(netstring).join('')));
};

// ── the form of an export ────────────────────────────────────────────────────
class Damaged extends Error {}
class NoJson extends Damaged {}
class Newer extends Error {}
/** @throws Damaged: it is not what JSON.stringify writes, so others might read it otherwise. */
function strictJson(text, what) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new NoJson(`${what} is no JSON`);
  }
  if (JSON.stringify(value) !== text) throw new Damaged(`${what} is not written as an export writes it`);
  return value;
}
const isText = (value) => typeof value === 'string';
const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
const isNumber = (value) => Number.isSafeInteger(value) && value > 0;
const isHash = (value) => isText(value) && /^[0-9a-f]{64}$/.test(value);
const isList = (value) => Array.isArray(value) && value.every(isText);
const EVENT = {
  position: isNumber,
  streamId: isText,
  version: isNumber,
  id: isText,
  type: isText,
  schemaVersion: isNumber,
  recordedAt: isText,
  data: isText,
  metadata: isText,
  previous: isHash,
  hash: isHash,
};
/** The lines of an export by their first key, in the order in which they come; each with its keys. */
const LINES = {
  framelift: {
    framelift: (value) => value === 'account',
    format: isNumber,
    affiliate: isText,
    key: isText,
    secret: (value) => value === null || isText(value),
  },
  rotated: { rotated: isText },
  withdrawn: { withdrawn: isText },
  checkpoint: { checkpoint: isText },
  witnessed: { witnessed: isText },
  since: { since: isCount, proof: isList },
  terms: { terms: (value) => hasForm(value, EVENT), proof: isText },
  event: { event: (value) => hasForm(value, EVENT), proof: isText },
  end: { end: (value) => hasForm(value, { count: isCount, cents: Number.isSafeInteger }) },
};
const ORDER = Object.keys(LINES);
const ONCE = new Set(['framelift', 'checkpoint', 'end']);
function hasForm(value, form) {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const keys = Object.keys(value);
  const names = Object.keys(form);
  return keys.length === names.length && names.every((name, i) => keys[i] === name && form[name](value[name]));
}

/** The line's kind and value. `before`: the kind of the line before it. @throws Damaged */
function lineOf(text, n, before) {
  const value = strictJson(text, `Line ${n}`);
  const kind = Object.keys(value ?? {})[0];
  if (kind === undefined || !Object.hasOwn(LINES, kind) || !hasForm(value, LINES[kind]))
    throw new Damaged(`Line ${n} does not belong in an export`);
  const [now, last] = [ORDER.indexOf(kind), before === undefined ? -1 : ORDER.indexOf(before)];
  if (now < last || (now === last && ONCE.has(kind))) throw new Damaged(`Line ${n} is out of order`);
  // Each kind that comes once is there before the next ones.
  if (ORDER.slice(last + 1, now).some((missing) => ONCE.has(missing))) throw new Damaged(`A line before line ${n} is missing`);
  return [kind, value];
}

/** Types of events on an account's stream, and their newest version. */
// prettier-ignore
export const TYPES = {
  AffiliateDeleted: 1, AffiliateEdited: 2, AffiliateRegistered: 3, BillingDetailsChanged: 2, CashoutProcessed: 4, CashoutRequested: 1, CashoutsCollected: 1, CashoutsReleased: 1,
  CouponGiven: 1, CouponTakenBack: 1, EmailChangeAsked: 1, EmailChangeCancelled: 1, EmailConfirmed: 1, HoldReleased: 1, MailsChosen: 1,
  MissingSaleAnswered: 2, MissingSaleRaised: 1, NotificationsRead: 1, OpeningBalanceImported: 1, PasswordChanged: 1, PasswordResetAllowed: 1,
  PasswordResetAsked: 1, PaymentMethodAdded: 1, PaymentMethodChanged: 1, PaymentMethodRemoved: 1, PaymentOutcomeStated: 1,
  PaymentOutcomeUnknown: 1, PaymentReturned: 4, PayoutImported: 1, ProofSecretGiven: 1, RecoveryCodesRenewed: 1, ReviewDecided: 2, ReviewHoldLifted: 1,
  ReceiptShared: 1, ReceiptWithdrawn: 1, ReviewHoldPlaced: 2, SaleImported: 2, SaleRecorded: 5, SaleRestored: 3, SaleReversed: 7, TierReached: 1, TierRecalculated: 1,
  TotpTurnedOff: 1, TotpTurnedOn: 1,
};
export const TERMS_VERSION = 7;
const NEWER = 'The export was made by a newer version of Framelift. Get the newer program';

/** What the rules read of an event. */
const INVOICE = { provider: isText, invoiceId: isText, amountCents: isCount, commissionCents: isCount };
const CASHOUT = { cashoutId: isText, amountCents: isCount };
const TIERS = (value) =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every(({ tier, rateBps, threshold } = {}) => isText(tier) && isCount(rateBps) && isCount(threshold));
const FIELDS = {
  AffiliateRegistered: { affiliateId: isText, commissionBps: isCount },
  TierReached: { from: isText, to: isText },
  TierRecalculated: { from: isText, to: isText },
  SaleRecorded: { ...INVOICE, commissionBps: isCount, rateFrom: isText, tier: isText },
  SaleReversed: { ...INVOICE, cause: isText },
  SaleRestored: { ...INVOICE, forfeitedCents: isCount },
  HoldReleased: { provider: isText, invoiceId: isText },
  CashoutRequested: CASHOUT,
  CashoutProcessed: { ...CASHOUT, from: isText, status: isText },
  PaymentReturned: { ...CASHOUT, forfeitedCents: isCount },
  AffiliateDeleted: { forfeitedCents: isCount },
  SaleImported: { from: isText, sourceId: isText, commissionCents: isCount },
  PayoutImported: { from: isText, sourceId: isText, amountCents: isCount },
  OpeningBalanceImported: { from: isText, amountCents: isCount },
  ProgrammeTermsSet: { tiers: TIERS },
};
/** Terms and own terms that may be none. */
const MAY_BE_NULL = new Set(['minimumCashoutCents', 'fourEyesCents', 'fourEyesDayCents', 'fourEyesAffiliateCents']);

/** An event with its data, metadata and time read. @throws Damaged, Newer */
function eventOf(e, newest) {
  const of = `The event at ${e.position}`;
  if (newest === undefined) throw new Newer(`${of} has the type ${e.type}, which this program does not know. ${NEWER}`);
  if (e.schemaVersion > newest) throw new Newer(`${of} has version ${e.schemaVersion} of ${e.type}. ${NEWER}`);
  const [data, metadata] = [
    strictJson(e.data, `The data of the event at ${e.position}`),
    strictJson(e.metadata, `The metadata of the event at ${e.position}`),
  ];
  if ([data, metadata].some((value) => typeof value !== 'object' || value === null || Array.isArray(value)))
    throw new Damaged(`${of} has no data`);
  const wrong = [
    ...Object.keys(data).filter(
      (name) => /(?:Cents|Bps)$/.test(name) && !isCount(data[name]) && !(data[name] === null && MAY_BE_NULL.has(name)),
    ),
    ...Object.entries(FIELDS[e.type] ?? {}).flatMap(([name, is]) => (is(data[name]) ? [] : [name])),
  ];
  if (wrong.length) throw new Damaged(`${of} has ${wrong[0]} ${JSON.stringify(data[wrong[0]])}`);
  if (metadata.tag !== undefined) {
    if (!isText(metadata.tag) || !/^[\w-]{22}$/.test(metadata.tag)) throw new Damaged(`${of} has no tag of 16 bytes`);
  }
  let at;
  try {
    at = timeIn(e.recordedAt);
  } catch {
    throw new Damaged(`${of} was recorded at ${e.recordedAt}, which is no time`);
  }
  return { ...e, data, metadata, at };
}
const tagBytes = (tag) => unbase64(`${tag.replaceAll('-', '+').replaceAll('_', '/')}==`, 16);
// ── the rules ────────────────────────────────────────────────────────────────
/** The terms before any were set. */
const FIRST_TIERS = [
  ['bronze', 0, 2000],
  ['silver', 20, 2500],
  ['gold', 40, 3000],
  ['platinum', 100, 4000],
].map(([tier, threshold, rateBps]) => ({ tier, threshold, rateBps }));
const invoiceOf = ({ provider, invoiceId }) => `${provider}-${invoiceId}`;

/**
 * The books of one account, folded by rules that were written for this alone (docs/proofs.md#the-rules). `broken`: called with each rule
 * that an event breaks. `terms`: every ProgrammeTermsSet, by position.
 */
export class Books {
  cents = 0;
  /** Sales whose rate is a product’s, which is on the pages of the site. */
  productRates = 0;
  #sales = new Map();
  #open = new Map();
  #paid = new Map();
  #imported = new Set();
  #cashouts = 0;
  #netSales = 0;
  #tier = FIRST_TIERS[0].tier;
  #ownBps = 0;
  #isDeleted = false;
  #count = 0;

  constructor(affiliate, terms, broken) {
    Object.assign(this, { affiliate, terms, broken });
  }

  take(e) {
    const must = (holds, rule) => holds || this.broken(e, rule);
    if (++this.#count === 1) must(e.type === 'AffiliateRegistered', 'the first event is not the registration');
    const cents = this[e.type]?.(e.data, must, e) ?? 0;
    this.cents += cents;
    return cents;
  }

  AffiliateRegistered({ affiliateId, commissionBps }, must) {
    must(this.#count === 1, 'the account was registered twice');
    must(affiliateId === this.affiliate, `it registers ${affiliateId}`);
    this.#ownBps = commissionBps;
  }

  AffiliateEdited({ tier, commissionBps }) {
    if (tier !== undefined) this.#tier = tier;
    if (commissionBps !== undefined) this.#ownBps = commissionBps;
  }

  TierReached({ from, to }, must) {
    must(from === this.#tier, `it leaves tier ${from}, the account is at ${this.#tier}`);
    this.#tier = to;
  }

  TierRecalculated(data, must) {
    this.TierReached(data, must);
  }

  SaleRecorded(sale, must, e) {
    const invoice = invoiceOf(sale);
    must(!this.#sales.has(invoice), `sale ${invoice} was recorded before`);
    this.#sales.set(invoice, { ...sale, counts: true });
    const inForce = this.terms.findLast(({ position }) => position < e.position);
    if (e.schemaVersion > 1)
      must(
        sale.terms === (inForce?.position ?? 0),
        `it was paid by the terms of ${sale.terms}, those of ${inForce?.position ?? 0} were in force`,
      );
    this.#rate(sale, inForce?.data.tiers ?? FIRST_TIERS, must);
    this.#netSales++;
    return sale.commissionCents;
  }

  #rate({ amountCents, commissionBps, commissionCents, rateFrom, tier }, tiers, must) {
    const exact = BigInt(amountCents) * BigInt(commissionBps);
    must(
      BigInt(commissionCents) === (exact + 5000n) / 10000n,
      `its commission is not ${commissionBps} basis points of ${amountCents} cents`,
    );
    if (rateFrom === 'product') return void this.productRates++;
    const step = tiers.find((one) => one.tier === this.#tier) ?? tiers.findLast(({ threshold }) => threshold <= this.#netSales) ?? tiers[0];
    const isOwn = this.#ownBps > step.rateBps;
    must(tier === step.tier, `it was paid at tier ${tier}, the account is at ${step.tier}`);
    must(rateFrom === (isOwn ? 'own' : 'tier'), `its rate is called ${rateFrom}`);
    must(
      commissionBps === (isOwn ? this.#ownBps : step.rateBps),
      `it was paid at ${commissionBps} basis points instead of ${isOwn ? this.#ownBps : step.rateBps}`,
    );
  }

  /** The sale that an event is about, if it may be: recorded, and counted or taken back. */
  #saleOf(data, must, counts) {
    const invoice = invoiceOf(data);
    const sale = this.#sales.get(invoice);
    must(sale, `sale ${invoice} was never recorded`);
    if (sale) must(sale.counts === counts, counts ? `sale ${invoice} was taken back before` : `sale ${invoice} was not taken back`);
    return sale;
  }

  #sameAmounts(sale, { amountCents, commissionCents }, must) {
    must(!sale || (sale.amountCents === amountCents && sale.commissionCents === commissionCents), 'its amounts are not those of the sale');
  }

  SaleReversed(data, must) {
    const sale = this.#saleOf(data, must, true);
    this.#sameAmounts(sale, data, must);
    if (sale) Object.assign(sale, { counts: false, cause: data.cause });
    this.#netSales--;
    return -data.commissionCents;
  }

  SaleRestored(data, must) {
    const sale = this.#saleOf(data, must, false);
    this.#sameAmounts(sale, data, must);
    must(sale?.cause === 'dispute', 'the sale was not taken back by a dispute');
    must(data.forfeitedCents <= data.commissionCents, 'more is forfeited than comes back');
    if (sale) sale.counts = true;
    this.#netSales++;
    return data.commissionCents - data.forfeitedCents;
  }

  HoldReleased(data, must) {
    this.#saleOf(data, must, true);
  }

  CashoutRequested({ cashoutId, amountCents }, must, { metadata }) {
    const number = cashoutId.startsWith(`${this.affiliate}-`) ? Number(cashoutId.slice(this.affiliate.length + 1)) : Number.NaN;
    const isNext = metadata.carried ? number > this.#cashouts : number === this.#cashouts + 1;
    must(Number.isSafeInteger(number) && isNext, `cashout ${cashoutId} follows cashout ${this.#cashouts}`);
    must(amountCents > 0, `cashout ${cashoutId} asks for nothing`);
    must(metadata.carried || amountCents <= this.cents, `cashout ${cashoutId} asks for more than the balance`);
    if (Number.isSafeInteger(number)) this.#cashouts = number;
    this.#open.set(cashoutId, { amountCents, status: 'pending' });
    return -amountCents;
  }

  CashoutProcessed({ cashoutId, amountCents, from, status, runId }, must) {
    const cashout = this.#open.get(cashoutId);
    must(cashout, `cashout ${cashoutId} was not asked for, or is over`);
    must(!cashout || cashout.amountCents === amountCents, `cashout ${cashoutId} was asked for with ${cashout?.amountCents} cents`);
    must(!cashout || cashout.status === from, `cashout ${cashoutId} was not ${from}`);
    must(
      ['approved', 'completed', 'rejected'].includes(status) && (status !== 'approved' || from === 'pending'),
      `cashout ${cashoutId} became ${status}`,
    );
    if (status === 'approved') {
      if (cashout) cashout.status = 'approved';
      return 0;
    }
    this.#open.delete(cashoutId);
    if (status === 'completed' && runId) this.#paid.set(cashoutId, amountCents);
    return status === 'rejected' ? amountCents : 0;
  }

  PaymentReturned({ cashoutId, amountCents, forfeitedCents }, must) {
    const left = (this.#paid.get(cashoutId) ?? 0) - amountCents;
    must(left >= 0 && amountCents > 0, `more of cashout ${cashoutId} came back than was paid`);
    must(forfeitedCents <= amountCents, 'more is forfeited than came back');
    this.#paid.set(cashoutId, left);
    return amountCents - forfeitedCents;
  }

  AffiliateDeleted({ forfeitedCents }, must) {
    must(!this.#isDeleted, 'the account was deleted twice');
    must(!this.#open.size, 'the account was deleted with open cashouts');
    must(forfeitedCents === Math.max(0, this.cents), `${forfeitedCents} cents were forfeited, the balance was ${this.cents}`);
    this.#isDeleted = true;
    return -forfeitedCents;
  }

  #import(kind, { from, sourceId = '' }, must) {
    const name = JSON.stringify([kind, from, sourceId]);
    must(!this.#imported.has(name), `${kind} ${sourceId} of ${from} was moved in before`);
    this.#imported.add(name);
  }

  SaleImported(data, must) {
    this.#import('sale', data, must);
    this.#netSales++;
    return data.commissionCents;
  }

  PayoutImported(data, must) {
    this.#import('payout', data, must);
    return -data.amountCents;
  }

  OpeningBalanceImported(data, must) {
    this.#import('balance', data, must);
    return data.amountCents;
  }
}

// ── one account ──────────────────────────────────────────────────────────────
/** Cheats by name, in the order in which they outweigh each other. */
export const CHEATS = {
  split: 'Others may see a different history than you',
  rewritten: 'The past was changed or cut off after it was recorded',
  'left out': 'Events of the account are missing from the export',
  'terms cut': 'Terms of the programme are missing from the export',
  'promise not kept': 'A sale that was promised is not in the log as promised',
  backdated: 'An event has a time at which it cannot have been recorded',
  impossible: 'An event breaks a rule of the programme',
  'wrong sum': 'The balance is not the sum of the events',
  withdrawn: 'The seller went back to an earlier moment and says so: what happened to your account since then was withdrawn',
};
const plural = (count, noun) => `${count} ${noun}${count === 1 ? '' : 's'}`;
const inEuros = (cents) => `${(cents / 100).toFixed(2)} EUR`;
/** Tags of so many later versions are looked for at once, so that a later check reads only new entries. */
const AHEAD = 10_000;
const TILE = 256;
const TERMS_KEY = utf8.encode('ProgrammeTermsSet');

/**
 * Checks an export of an account (docs/proofs.md). `lines`: an iterable of its lines. `options`:
 * - `key`, `account`: what the reader knows from elsewhere; texts.
 * - `saves`, `others`: `{ from, text }` of earlier saves, one’s own and of other people.
 * - `witnesses`: verifier keys.
 * - `entries(n, width)`: the bytes of a tile of entries, or undefined; absent: they are not read.
 * - `state`: what an earlier check returned as `state`, so that only new entries are read.
 * - `keep`: whether a state is answered; false is faster.
 * - `now`: ms since 1970.
 * Answers `{ account, count, cents, size, problems, unchecked, notes, verdict, state }`; without problems `verdict` is undefined.
 * @throws Damaged, Newer, Refused
 */
export async function verifyAccount(lines, options) {
  const check = new AccountCheck(options);
  await check.read(lines);
  return check.finish();
}
/** The question itself is wrong. */
export class Refused extends Error {}
export { Damaged, Newer };

class AccountCheck {
  problems = [];
  unchecked = [];
  notes = [];
  #lines = { rotated: [], withdrawn: [], witnessed: [], terms: [], event: [] };
  /** Consistency proofs by the smaller size. */
  #since = new Map();
  #found = new Set();
  /** Sizes of earlier checkpoints that were compared. */
  #used = new Set();
  #ids = new Set();
  /** Hashes of the account’s events by version, and of every event here by position. */
  #hashes = [];
  #known = new Map();
  #cents = [];

  constructor(options) {
    this.options = { saves: [], others: [], witnesses: [], keep: true, now: Date.now(), ...options };
    this.ahead = this.options.keep ? AHEAD : 1;
    this.own = options.key === undefined ? undefined : readKey(options.key);
    if (options.key !== undefined && !this.own) throw new Refused(`${options.key} is neither a verifier key nor an Ed25519 public key`);
    this.saves = this.options.saves.map(savedOf);
    this.others = this.options.others.map(savedOf);
  }

  #cheat(name, text) {
    this.#found.add(name);
    if (this.problems.length < 1000) this.problems.push(text);
  }
  #wrong(position, what, name = 'rewritten') {
    this.#cheat(name, `Position ${position}: ${what}`);
  }

  async read(lines) {
    let [n, kind, value, isOver, cutOff] = [0, undefined, undefined, false, undefined];
    for await (const text of lines) {
      n++;
      if (cutOff) throw cutOff;
      if (isOver) throw new Damaged(`Line ${n} is after the end`);
      if (text === '' && kind === 'end') {
        isOver = true;
        continue;
      }
      try {
        [kind, value] = lineOf(text, n, kind);
      } catch (error) {
        // Half of the last line: the download was cut off.
        if (!(error instanceof NoJson)) throw error;
        cutOff = error;
        continue;
      }
      await this.#line(kind, value);
    }
    if (cutOff || kind !== 'end') throw new Damaged('The export is incomplete: its last line is missing. Download it again');
    if (!this.#lines.event.length) throw new Damaged('The export has no event');
  }

  async #line(kind, value) {
    if (kind === 'framelift') this.#header(value);
    else if (kind === 'rotated') this.#lines.rotated.push(damagedUnless(() => rotationOf(value.rotated), 'A statement about keys'));
    else if (kind === 'withdrawn')
      this.#lines.withdrawn.push(damagedUnless(() => withdrawalOf(value.withdrawn), 'A statement about a withdrawal'));
    else if (kind === 'checkpoint') await this.#pinned(damagedUnless(() => checkpointOf(value.checkpoint), 'The checkpoint'));
    else if (kind === 'witnessed') this.#lines.witnessed.push(damagedUnless(() => checkpointOf(value.witnessed), 'A witnessed checkpoint'));
    else if (kind === 'since')
      this.#since.set(
        value.since,
        damagedUnless(() => value.proof.map((text) => unbase64(text, 32)), 'A consistency proof'),
      );
    else if (kind === 'terms') this.#terms(value.terms, value.proof);
    else if (kind === 'event') this.#event(value.event, value.proof);
    else this.end = value.end;
  }

  #header(header) {
    if (header.format !== 3)
      throw new Refused(`It has format ${header.format}. ${header.format > 3 ? NEWER : 'Download the export again'}`);
    const { account } = this.options;
    if (account !== undefined && account !== header.affiliate)
      throw new Refused(`It is an export of the account ${header.affiliate}, not of ${account}`);
    for (const { from, account: of } of this.saves)
      if (of !== undefined && of !== header.affiliate)
        throw new Refused(`${from} is a save of another account, ${of}. Its checkpoint can be compared with --other`);
    this.header = header;
    this.key = readKey(header.key);
    if (!this.key?.name || this.key.type !== 1) throw new Damaged('The export names no key');
    this.secret = header.secret === null ? undefined : damagedUnless(() => unbase64(header.secret, 32), 'The secret');
    this.tag = this.secret && tagger(this.secret);
    this.stream = `affiliate-${header.affiliate}`;
    this.books = new Books(header.affiliate, this.#lines.terms, (e, rule) => this.#wrong(e.position, rule, 'impossible'));
  }

  /** Whose signature is believed: that of the key which the reader has, directly or by rotations. */
  async #pinned(checkpoint) {
    this.checkpoint = checkpoint;
    this.keys = await this.#keysBefore();
    const { own } = this;
    const isOwn = own && this.keys.some(({ raw }) => sameBytes(raw, own.raw));
    if (own && !isOwn) this.problems.push(`The export names another key than yours: ${this.header.key}`);
    if (own?.name && this.#withdrawnSince(own.name) === undefined)
      this.problems.push(`The export is of ${this.key.name}, your key of ${own.name}`);
    if (!(await hasSigned(this.key, this.key.name, checkpoint)) || checkpoint.origin !== this.key.name)
      this.problems.push('The signature of the checkpoint is not valid');
    await this.#checkWithdrawals();
    this.paths = new Paths(checkpoint.size, checkpoint.root);
    this.isPinned = Boolean(isOwn);
  }

  /** The key of now and those before it that signed each next one, the newest first. */
  async #keysBefore() {
    const keys = [this.key];
    for (let i = this.#lines.rotated.length; i > 0; i--) {
      const one = this.#lines.rotated[i - 1];
      const isNext = one.to?.text === keys.at(-1).text || (one.to && sameBytes(one.to.raw, keys.at(-1).raw));
      if (!isNext || !one.from || !(await hasSigned(one.from, one.origin, one)) || !(await hasSigned(one.to, one.origin, one))) {
        this.problems.push('A statement about keys is not signed by both');
        break;
      }
      keys.push(one.from);
    }
    return keys;
  }

  /** Each withdrawn history leads to the next one, and the last to this one. */
  async #checkWithdrawals() {
    const all = this.#lines.withdrawn;
    for (const [i, one] of all.entries()) {
      const isNext = one.origin === (all[i + 1]?.old ?? this.key.name);
      if (!isNext || !(await this.#isSigned(one, one.old)) || !(await this.#isSigned(one, one.origin)))
        this.problems.push('The signature of the withdrawal is not valid');
    }
  }

  async #isSigned(note, name) {
    for (const key of this.keys) if (await hasSigned(key, name, note)) return true;
    return false;
  }

  /** The withdrawals since a history of this log, the oldest first; undefined: it is no history of this log. */
  #withdrawnSince(origin) {
    const since = [];
    for (let { name } = this.key; name !== origin;) {
      const last = this.#lines.withdrawn.find((one) => one.origin === name);
      if (!last || since.includes(last)) return undefined;
      since.unshift(last);
      name = last.old;
    }
    return since;
  }
  /** A checkpoint or a promise that this log signed: the withdrawals since; undefined: it did not. */
  async #ofLog(note) {
    return (await this.#isSigned(note, note.origin)) ? this.#withdrawnSince(note.origin) : undefined;
  }

  #place(raw, e, proof) {
    const [, index, path] = /^c2sp\.org\/tlog-proof@v1\nindex (\d+)\n((?:[A-Za-z0-9+/]{43}=\n)*)$/.exec(proof) ?? [];
    if (index === undefined) throw new Damaged(`The event at ${e.position} has no proof`);
    if (!sameBytes(hashOf(unhex(raw.previous), raw), unhex(raw.hash)))
      this.#wrong(e.position, 'its hash does not follow from the event and the hash before it');
    const entry = e.metadata.tag === undefined ? unhex(e.hash) : joined(unhex(e.hash), tagBytes(e.metadata.tag));
    const nodes = path.split('\n').slice(0, -1);
    const isIn = index === String(e.position - 1) && e.position <= this.paths.size;
    if (!isIn || !this.paths.has(leaf(entry), e.position - 1, nodes)) this.#wrong(e.position, 'the event is not in the checkpoint');
    for (const [position, hash] of [
      [e.position - 1, e.previous],
      [e.position, e.hash],
    ])
      if ((this.#known.get(position) ?? hash) !== hash) this.#wrong(e.position, 'the hash before it is not that of the previous event');
      else this.#known.set(position, hash);
  }

  #terms(raw, proof) {
    if (raw.type !== 'ProgrammeTermsSet' || raw.streamId !== 'programme') throw new Damaged(`The event at ${raw.position} sets no terms`);
    const e = eventOf(raw, TERMS_VERSION);
    const last = this.#lines.terms.at(-1);
    if (last && e.position <= last.position) throw new Damaged(`The terms at ${e.position} come after those at ${last.position}`);
    this.#place(raw, e, proof);
    const isTagged = e.metadata.tag !== undefined && e.data.after !== undefined;
    if (isTagged && e.data.after !== (last?.position ?? 0))
      this.#wrong(e.position, `the terms before it, at ${e.data.after}, are missing`, 'terms cut');
    if (last?.metadata.tag !== undefined && !isTagged) this.#wrong(e.position, 'the terms have no tag', 'terms cut');
    if (isTagged && !sameBytes(tagger(TERMS_KEY)(e.data.after), tagBytes(e.metadata.tag)))
      this.#wrong(e.position, 'the terms have another tag', 'terms cut');
    this.#lines.terms.push(e);
  }

  #event(raw, proof) {
    if (raw.streamId !== this.stream) return this.#wrong(raw.position, `this event belongs to ${raw.streamId}`, 'left out');
    const e = eventOf(raw, TYPES[raw.type]);
    const last = this.#lines.event.at(-1);
    if (e.position <= (last?.position ?? 0)) this.#wrong(e.position, `the event comes after that of ${last.position}`);
    const due = this.#lines.event.length + 1;
    if (e.version !== due) this.#wrong(e.position, `the account goes from version ${due - 1} to ${e.version}`, 'left out');
    this.#place(raw, e, proof);
    this.#tagged(e);
    this.#ids.add(e.id);
    if (e.metadata.carried) this.#ids.add(e.metadata.carried);
    this.#hashes[e.version] = e.hash;
    this.#cents[e.version] = this.books.take(e);
    const { position, version, at, recordedAt, type, metadata, hash, data } = e;
    this.#lines.event.push({
      position,
      version,
      at,
      recordedAt,
      type,
      hash,
      tag: metadata.tag,
      sale: type === 'SaleRecorded' ? data : undefined,
    });
  }

  /** From the commitment on each event has the tag that the secret makes. */
  #tagged(e) {
    const { tags, tag } = e.metadata;
    const begins = e.version === 1 || e.type === 'ProofSecretGiven';
    if (tags !== undefined && begins && this.firstTagged === undefined) {
      this.firstTagged = e.version;
      if (this.secret && url64(sha256(this.secret)) !== tags)
        this.#wrong(e.position, 'the secret is not the one that the account began with', 'left out');
    }
    if (this.firstTagged === undefined || !this.tag) return;
    if (tag === undefined || !sameBytes(this.tag(e.version), tagBytes(tag)))
      this.#wrong(e.position, 'the event has another tag than the secret makes', 'left out');
  }

  async finish() {
    const { end, books, checkpoint, header } = this;
    const count = this.#lines.event.length;
    if (end.count !== count) this.#cheat('left out', `The last line says ${plural(end.count, 'event')}, the export has ${count}`);
    if (end.cents !== books.cents)
      this.#cheat('wrong sum', `The last line says ${inEuros(end.cents)}, the events add up to ${inEuros(books.cents)}`);
    for (const save of this.saves) await this.#compare(save);
    for (const other of this.others) await this.#compareOther(other);
    await this.#witnesses();
    this.#times();
    await this.#completeness();
    if (!this.isPinned)
      this.unchecked.push(
        'the key. The export names it itself, so nothing is proved against the seller. Give the one that you know with --key',
      );
    if (books.productRates) this.unchecked.push(`the rates of ${plural(books.productRates, 'sale')} of products with their own rates`);
    const worst = Object.keys(CHEATS).find((name) => this.#found.has(name));
    const { problems, unchecked, notes, state } = this;
    const back = this.#lines.withdrawn.map(
      ({ old, to, at, reason }) => `${old} ended at event ${to}: the seller went back at ${at} (${reason})`,
    );
    return {
      account: header.affiliate,
      count,
      cents: books.cents,
      size: checkpoint.size,
      key: header.key,
      problems,
      unchecked,
      notes: [...back, ...notes],
      verdict: worst,
      state,
    };
  }

  /** An earlier checkpoint of this log: it must be the beginning of this one. */
  async #continues(earlier, whose, otherwise) {
    const { size, root } = this.checkpoint;
    const since = await this.#ofLog(earlier);
    if (!since) return void this.problems.push(`This log did not sign ${whose}`);
    this.#used.add(earlier.size);
    if (since.length) {
      const [{ size: last, root: lastRoot, at }] = since;
      if (earlier.size > last || (earlier.size === last && !sameBytes(earlier.root, lastRoot)))
        return this.#cheat('rewritten', `What the seller said at ${at} about going back does not fit ${whose} at ${earlier.size}`);
      // The beginning that both have is compared like that of one log.
      if (earlier.size > Math.min(...since.map(({ to }) => to))) return undefined;
    }
    if (earlier.size > size)
      return this.#cheat(
        otherwise,
        `The export ends at ${size}, before ${whose} at ${earlier.size}. If you swapped the files, that is why`,
      );
    if (earlier.size === size) {
      if (this.#since.get(size)?.length) throw new Damaged(`The proof since ${size} proves nothing`);
      if (!sameBytes(earlier.root, root)) this.#cheat('split', `The same ${plural(size, 'event')} have another history in ${whose}`);
      return undefined;
    }
    const proof = this.#since.get(earlier.size);
    if (!proof)
      this.problems.push(
        `The export cannot be compared with ${whose}. Download it again: choose that file under Proof first, or add ?since=${earlier.size}`,
      );
    else if (!isConsistent(earlier.size, earlier.root, size, root, proof))
      this.#cheat(otherwise, `This history does not begin with ${whose} at ${earlier.size}`);
    return undefined;
  }

  /** Compares with an own save of before. */
  async #compare({ from, promises, position, hash, events, terms = [], statement, checkpoint }) {
    if (promises) return this.#promises(promises, from);
    if (statement && !(await this.#isStatement(statement))) this.problems.push(`The signature of the statement in ${from} is not valid`);
    if (checkpoint) await this.#continues(checkpoint, `the checkpoint in ${from}`, 'rewritten');
    const since = checkpoint && (await this.#ofLog(checkpoint));
    if (since) this.isPinned = true;
    const kept = since?.length ? Math.min(...since.map(({ to }) => to)) : Infinity;
    const at = position > kept ? undefined : position;
    if (at > this.checkpoint.size) this.#wrong(at, 'the export ends before the saved head');
    else if (this.#known.has(at) && this.#known.get(at) !== hash)
      this.#wrong(at, 'the saved head is not part of this history: its hash differs');
    else if (!checkpoint && at !== undefined && !this.#known.has(at))
      this.problems.push(`The export says nothing about position ${at}, so it cannot be compared with ${from}`);
    for (const event of events)
      if (event.position > kept) this.#withdrawn(event);
      else if (!this.#known.has(event.position)) this.#wrong(event.position, `the event in ${from} is missing`, 'left out');
      else if (this.#known.get(event.position) !== event.hash) this.#wrong(event.position, `the event in ${from} is another one`);
    for (const { position: at, hash: then } of terms)
      if (at <= kept && this.#known.get(at) !== then) this.#wrong(at, `the terms in ${from} are missing`, 'terms cut');
    const upTo = checkpoint && Math.min(kept, checkpoint.size);
    this.notes.push(
      checkpoint
        ? `No event up to ${upTo} was changed since ${from} was saved`
        : `The head saved at ${at} is part of this history. It is no checkpoint, so it does not prove that other events are unchanged`,
    );
    return undefined;
  }

  async #isStatement({ text, publicKey, signature }) {
    try {
      const raw = unbase64(publicKey, 44).subarray(12);
      return this.keys.some((key) => sameBytes(key.raw, raw)) && (await isSignature(raw, utf8.encode(text), unbase64(signature, 64)));
    } catch {
      return false;
    }
  }

  /** Compares with what somebody else saw. */
  async #compareOther({ from, checkpoint }) {
    if (!checkpoint) return void this.problems.push(`${from} has no checkpoint to compare with`);
    await this.#continues(checkpoint, `the checkpoint in ${from}`, 'split');
    this.notes.push(`${from} shows the same history up to ${checkpoint.size}`);
    return undefined;
  }

  /** An event of a save that the seller went back to before: it was recorded again, or is gone. */
  #withdrawn({ id, type, version, data, recordedAt }) {
    if (this.#ids.has(id)) return;
    const cents = new Books(this.header.affiliate, [], () => {}).take({
      type,
      data: JSON.parse(data),
      metadata: {},
      position: 0,
      schemaVersion: 1,
    });
    this.#cheat(
      'withdrawn',
      `Event ${version} of the account, ${type} recorded ${recordedAt}${cents ? `, ${inEuros(cents)}` : ''}, was withdrawn`,
    );
  }

  async #promises(promises, from) {
    const [kept, due] = [[], []];
    for (const promise of promises) {
      const { stream, version, hash, by, dueAt, says, late } = promise;
      const since = await this.#ofLog(promise);
      const of = `Event ${version} of the account, promised by ${by},`;
      const e = this.#lines.event[version - 1];
      if (!since) this.problems.push(`This log did not sign the promise in ${from}`);
      else if (stream !== this.stream) throw new Refused(`The promise in ${from} is about another account, ${stream}`);
      else if (late) this.#cheat('promise not kept', `${of} was promised for more than a day later`);
      else if (e?.hash === hash && (!says || (e.sale && Object.keys(says).every((name) => says[name] === e.sale[name]))))
        kept.push(version);
      else if (e?.hash === hash) this.#cheat('promise not kept', `${of} has other amounts than were promised`);
      else if (
        since.length &&
        version > this.#lines.event.filter(({ position }) => position <= Math.min(...since.map(({ to }) => to))).length
      )
        this.#cheat('withdrawn', `${of} was withdrawn`);
      else if (e || dueAt < this.options.now) this.#cheat('promise not kept', `${of} is not in the checkpoint`);
      else due.push(`The promised event ${version} is due by ${by}`);
    }
    if (kept.length)
      this.notes.push(`${kept.length === 1 ? `The promised event ${kept[0]} is` : `${kept.length} promised events are`} in the checkpoint`);
    this.notes.push(...due);
  }

  /** Each named witness must have seen every event of the account that is older than a day. */
  async #witnesses() {
    const { witnesses, now } = this.options;
    const all = [this.checkpoint, ...this.#lines.witnessed];
    this.cosigned = [];
    // Nobody else’s signature counts, but what the log signed must fit in any case.
    for (const one of this.#lines.witnessed) await this.#continues(one, 'the witnessed checkpoint', 'split');
    for (const witness of witnesses) {
      const seen = [];
      for (const one of all) {
        const at = await cosignedAt(one, witness);
        if (at > now + APART_MS)
          this.#cheat('backdated', `${witness.name} signed at ${new Date(at).toISOString()}, which is in the future`);
        else if (at !== undefined && (await this.#ofLog(one))?.length === 0) seen.push({ size: one.size, at });
      }
      this.cosigned.push(...seen);
      const by = [...seen].sort((a, b) => b.size - a.size)[0];
      const unseen = this.#lines.event.find(({ position, at }) => position > (by?.size ?? 0) && (at < now - DAY_MS || at > now + APART_MS));
      if (unseen) this.#cheat('split', `${witness.name} has not seen the event at ${unseen.position}, recorded ${unseen.recordedAt}`);
      if (by) this.notes.push(`Witnessed by ${witness.name} up to ${by.size} at ${new Date(by.at).toISOString()}`);
    }
    if (!witnesses.length) this.unchecked.push('witnesses, none named');
    const isKnown = ({ name, id }) =>
      witnesses.some((one) => one.name === name && one.id === id) || this.keys.some((key) => id === keyId(name, joined([1], key.raw)));
    const strangers = new Set(all.flatMap(({ signatures }) => signatures.filter((one) => !isKnown(one)).map(({ name }) => name)));
    if (witnesses.length && strangers.size) this.unchecked.push(`signatures of ${[...strangers].join(', ')}, whose keys were not given`);
    const unused = [...this.#since.keys()].filter((size) => !this.#used.has(size));
    if (unused.length) this.unchecked.push(`proofs since ${unused.join(', ')}, as no save of that size was given`);
  }

  #times() {
    const all = [...this.#lines.terms, ...this.#lines.event].sort((a, b) => a.position - b.position);
    for (const [i, { position, at, recordedAt }] of all.entries()) {
      if (i && at < all[i - 1].at)
        this.#wrong(position, `it was recorded ${recordedAt}, before the event at ${all[i - 1].position}`, 'backdated');
      if (at > this.options.now + APART_MS) this.#wrong(position, `it was recorded ${recordedAt}, which is in the future`, 'backdated');
      for (const { size, at: seen } of this.cosigned) {
        const [isLate, isEarly] = [position <= size && at > seen + APART_MS, position > size && at < seen - DAY_MS];
        if (isLate || isEarly)
          this.#wrong(
            position,
            `it was recorded ${recordedAt}, and a witness saw the log ${isLate ? 'with' : 'without'} it at ${new Date(seen).toISOString()}`,
            'backdated',
          );
      }
    }
  }

  /** Reads the entries up to the checkpoint: each tag of the account and of the terms once, the next ones not at all. */
  async #completeness() {
    const { entries } = this.options;
    if (!this.secret || this.firstTagged === undefined)
      this.unchecked.push(
        this.secret
          ? 'whether events are missing: the account has no tags yet'
          : 'whether events are missing: the account was erased, and with it its secret',
      );
    if (!entries) return void this.unchecked.push('whether events or terms are missing: the entries of the log were not read');
    const count = this.#lines.event.length;
    let scan = Scan.from(this.options.state, this.header.affiliate, this.key.name, this.secret, count + 1, this.ahead);
    const told = this.problems.length;
    try {
      if (!(await scan.to(this.checkpoint, entries, this.#wanted(scan.ahead)))) {
        scan = new Scan(this.header.affiliate, this.key.name, this.secret, count + this.ahead);
        if (!(await scan.to(this.checkpoint, entries, this.#wanted(scan.ahead))))
          return this.#cheat(
            this.#found.has('rewritten') ? 'rewritten' : 'split',
            'The published entries lead to another root than the checkpoint',
          );
      }
    } catch (error) {
      return void this.unchecked.push(`whether events or terms are missing: ${error.message}`);
    }
    for (const { version, position } of this.firstTagged && this.tag ? this.#lines.event.slice(this.firstTagged - 1) : [])
      if (scan.found(`event ${version}`) !== String(position))
        this.#wrong(position, `its tag is in the log at ${scan.found(`event ${version}`) || 'no position'}`, 'left out');
    const more = this.tag && this.firstTagged && scan.found(`event ${count + 1}`);
    if (more) this.#cheat('left out', `The log has event ${count + 1} of the account at ${more}, the export has ${count}`);
    const { terms } = this.#lines;
    for (const { position, data, metadata } of terms)
      if (metadata.tag !== undefined && data.after !== undefined && scan.found(`terms ${data.after}`) !== String(position))
        this.#wrong(
          position,
          `the log has terms that follow ${data.after} at ${scan.found(`terms ${data.after}`) || 'no position'}`,
          'terms cut',
        );
    const later = scan.found(`terms ${terms.at(-1)?.position ?? 0}`);
    if (later) this.#cheat('terms cut', `The log has later terms at ${later}`);
    if (this.options.keep && this.problems.length === told) this.state = scan.state();
    return undefined;
  }

  /** What is looked for: the tags of the account’s versions, also later ones, and of the terms. */
  #wanted(upTo) {
    const wanted = new Map();
    const want = (tag, name) => wanted.set(hex(tag), name);
    if (this.tag && this.firstTagged)
      for (let version = this.firstTagged; version <= upTo; version++) want(this.tag(version), `event ${version}`);
    const ofTerms = tagger(TERMS_KEY);
    for (const after of [0, ...this.#lines.terms.map(({ position }) => position)]) want(ofTerms(after), `terms ${after}`);
    return wanted;
  }
}

/** What was found among the entries of a log so far. */
class Scan {
  size = 0;
  #parts = [];
  #found = new Map();
  constructor(account, origin, secret, ahead) {
    this.of = JSON.stringify([account, origin, secret && hex(sha256(secret))]);
    this.ahead = ahead;
  }
  /** Continues an earlier one, where that is about the same and looked far enough. */
  static from(state, account, origin, secret, least, ahead) {
    const scan = new Scan(account, origin, secret, least - 1 + ahead);
    if (!state || state.of !== scan.of || !(state.ahead >= least)) return scan;
    scan.ahead = state.ahead;
    scan.size = state.size;
    scan.#parts = state.parts.map(([size, root]) => ({ size, root: unhex(root) }));
    scan.#found = new Map(state.found);
    return scan;
  }
  /** Where a tag was found: positions with commas; empty: nowhere. */
  found(name) {
    return this.#found.get(name) ?? '';
  }
  state() {
    return {
      of: this.of,
      ahead: this.ahead,
      size: this.size,
      parts: this.#parts.map(({ size, root }) => [size, hex(root)]),
      found: [...this.#found],
    };
  }
  /** Reads on up to a checkpoint. @returns whether the entries lead to its root @throws if they cannot be read */
  async to({ size, root }, entries, wanted) {
    if (this.size > size) return false;
    while (this.size < size) {
      const n = Math.floor(this.size / TILE);
      const width = Math.min(TILE, size - n * TILE);
      const all = bundled(await entries(n, width), width);
      for (const entry of all.slice(this.size - n * TILE)) {
        grow(this.#parts, leaf(entry));
        this.size++;
        const name = entry.length > 32 && wanted.get(hex(entry.subarray(32)));
        if (name) this.#found.set(name, [...(this.#found.get(name)?.split(',') ?? []), this.size].join());
      }
    }
    return size === 0 || sameBytes(rootOfParts(this.#parts), root);
  }
}

/** `tile/entries/001` for tile 1, `x001/234` for tile 1,234; with `.p/9` if it has only 9 entries so far (c2sp.org/tlog-tiles). */
export function entriesPath(n, width) {
  const digits = String(n);
  const groups = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g);
  const path = groups.map((group, i) => (i < groups.length - 1 ? `x${group}` : group)).join('/');
  return `tile/entries/${path}${width < TILE ? `.p/${width}` : ''}`;
}

/** The entries of a tile: two bytes of length before each. */
function bundled(bytes, width) {
  const all = [];
  for (let at = 0; bytes && at + 2 <= bytes.length;) {
    const length = bytes[at] * 256 + bytes[at + 1];
    if (length !== 32 && length !== 48) break;
    all.push(bytes.subarray(at + 2, at + 2 + length));
    at += 2 + length;
  }
  if (all.length !== width || all.reduce((sum, { length }) => sum + 2 + length, 0) !== bytes.length)
    throw new Error('a tile of entries is damaged');
  return all;
}

function damagedUnless(read, what) {
  try {
    return read();
  } catch {
    throw new Damaged(`${what} is damaged`);
  }
}

/** A save: promises, a checkpoint, or position and hash; of an account also its events, of a statement its signature. @throws Refused */
function savedOf({ from, text }) {
  const clean = text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
  try {
    // Text around them, such as of a mail, is no part of them.
    const promises = clean.match(/^\S+\npromise\n(?:\S+ \S+\n)+\n(?:— \S+ \S+(?:\n|$))+/gm);
    if (promises) return { from, promises: promises.map((note) => promiseOf(note.endsWith('\n') ? note : `${note}\n`)) };
    if (!/^\s*\{/.test(clean)) return { from, checkpoint: checkpointOf(`${clean.trim()}\n`), events: [] };
    const [first, ...others] = /^\s*\{[^\n]*"framelift"/.test(clean)
      ? clean.split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []))
      : [JSON.parse(clean)];
    const all = (name) => others.flatMap((one) => (one[name] ? [one[name]] : []));
    const [checkpoint, more] = [first.checkpoint, ...all('checkpoint')].flatMap((note) => (note ? [checkpointOf(note)] : []));
    if (more) throw new Error('two checkpoints');
    if (first.framelift === 'account') {
      if (!checkpoint) throw new Error('no checkpoint');
      return { from, account: first.affiliate, checkpoint, events: all('event'), terms: all('terms') };
    }
    const { end, head = end } = others.at(-1) ?? {};
    const { position, hash } = (first.framelift ? head : (first.head ?? first)) ?? {};
    if (!Number.isSafeInteger(position) || !isHash(hash)) throw new Error('not a head');
    return {
      from,
      account: typeof first.affiliate === 'object' ? first.affiliate?.id : first.affiliate,
      checkpoint,
      events: [],
      position,
      hash,
      statement: first.signed,
    };
  } catch {
    throw new Refused(
      `${from} cannot be compared. Give a proof, a checkpoint, a statement, a promise, or { "position": …, "hash": "64 hex digits" }`,
    );
  }
}

// ── a whole log ──────────────────────────────────────────────────────────────
const TO_A_ROOT = 65_536;
const MANY = 16 * TO_A_ROOT;
const headText = ({ position: at, hash, from, roots }) => `framelift head ${at} ${hash}${roots ? ` ${from} ${roots.join()}` : ''}`;
const LOG_EVENT = Object.fromEntries(Object.entries(EVENT).filter(([name]) => name !== 'previous'));
const isLogEvent = (e) => typeof e === 'object' && e !== null && Object.keys(LOG_EVENT).every((name) => LOG_EVENT[name](e[name]));

/** Roots over hashes, as heads of before checkpoints have them. */
function rootOver(hashes) {
  let level = hashes.map(leaf);
  while (level.length > 1)
    level = Array.from({ length: Math.ceil(level.length / 2) }, (_, i) =>
      2 * i + 1 < level.length ? node(level[2 * i], level[2 * i + 1]) : level[2 * i],
    );
  return hex(level[0]);
}

/** Checks every event of a log, in order. */
class LogCheck {
  problems = [];
  heads = 0;
  position = 0;
  #recordedAt = '';
  #previous = new Uint8Array(32);
  #versions = new Map();
  #wanted = new Map();
  #parts = [];
  /** Keys that signed heads, and where one did last. */
  #signers = new Map();
  #rotations = [];
  #unrooted = { from: 1, full: [], leaves: [] };
  isRewritten = false;

  constructor({ key, saves }) {
    this.own = key === undefined ? undefined : readKey(key);
    this.saves = saves.map(savedOf);
  }

  #wrong(position, what) {
    this.isRewritten = true;
    this.problems.push(`Position ${position}: ${what}`);
  }
  get head() {
    return hex(this.#previous);
  }

  async read(lines) {
    let n = 0;
    for await (const text of lines) {
      n++;
      if (n === 1) continue;
      let value;
      try {
        value = JSON.parse(text);
      } catch {
        if (text === '' && this.footer) continue;
      }
      try {
        if (this.footer) this.problems.push(`Line ${n} is after the end`);
        else if (value?.head) this.footer = value;
        else if (isLogEvent(value)) await this.#event(value);
        else this.problems.push(`Line ${n} is damaged`);
      } catch {
        this.problems.push(`Line ${n} is damaged`);
      }
    }
    this.#checkSigners();
    if (!this.footer) this.problems.push('The export is incomplete: its last line, the head, is missing');
    else if (this.footer.head.position !== this.position || this.footer.head.hash !== this.head)
      this.#wrong(this.footer.head.position, 'the last event is not the head that the export names');
    for (const saved of this.saves)
      if (sizeOf(saved) > this.position)
        this.#wrong(this.position + 1, `the events from here to the head saved at ${sizeOf(saved)} are missing`);
  }

  async #event(e) {
    if (e.position > this.position + 1) this.#wrong(this.position + 1, `the events from here to ${e.position - 1} are missing`);
    if (e.position <= this.position) this.#wrong(e.position, `the event comes after that of ${this.position}`);
    if (hex(hashOf(this.#previous, e)) !== e.hash)
      this.#wrong(e.position, 'its hash does not follow from the event and the hash before it');
    const version = (this.#versions.get(e.streamId) ?? 0) + 1;
    if (e.version !== version) this.#wrong(e.position, `${e.streamId} goes from version ${version - 1} to ${e.version}`);
    this.#versions.set(e.streamId, e.version);
    if (e.recordedAt < this.#recordedAt) this.#wrong(e.position, 'its time is before that of the previous event');
    const hash = unhex(e.hash);
    const { tag } = JSON.parse(e.metadata);
    grow(this.#parts, leaf(tag === undefined ? hash : joined(hash, tagBytes(tag))));
    for (const { position: at, hash: saved, checkpoint } of this.saves) {
      if (at === e.position && saved !== e.hash) this.#wrong(at, 'the saved head is not part of this history: its hash differs');
      if (checkpoint?.size === e.position && !sameBytes(checkpoint.root, rootOfParts(this.#parts)))
        this.#wrong(e.position, 'the saved checkpoint is of another history');
    }
    if (e.type === 'HeadSigned') await this.#head(e);
    if (e.type === 'SigningKeyRotated') await this.#rotation(e);
    this.#wanted.set(e.position, e.hash);
    this.#unrooted.leaves.push(hash);
    if (this.#unrooted.leaves.length > MANY) this.#unrooted.full.push(rootOver(this.#unrooted.leaves.splice(0, TO_A_ROOT)));
    // Signed heads name the position right before them or a little earlier; older hashes need not be kept.
    if (this.#wanted.size > 200_000) for (const old of this.#wanted.keys()) if (this.#wanted.size > 100_000) this.#wanted.delete(old);
    this.#previous = hash;
    [this.position, this.#recordedAt] = [e.position, e.recordedAt];
  }

  async #head(e) {
    const head = JSON.parse(e.data);
    const { position: at, hash, publicKey, signature } = head;
    const raw = () => unbase64(publicKey, 44).subarray(12);
    const isSigned = async () => isSignature(raw(), utf8.encode(headText(head)), unbase64(signature, 64));
    if (await isSigned().catch(() => false)) this.#signers.set(hex(raw()), e.position);
    else this.#wrong(e.position, 'the signature of the head is not valid');
    if (this.#wanted.has(at) && this.#wanted.get(at) !== hash)
      this.#wrong(e.position, `the head signed at ${at} is not part of this history`);
    this.heads++;
    if (head.roots) this.#roots(e, head);
  }

  async #rotation(e) {
    const one = rotationOf(JSON.parse(e.data).note);
    if (!(await hasSigned(one.from, one.origin, one)) || !(await hasSigned(one.to, one.origin, one)))
      return this.#wrong(e.position, 'the new key is not signed by both keys');
    this.#rotations.push(one);
    return undefined;
  }

  /** Heads are signed by the key that the reader has, one that led to it, or one that it led to. */
  #checkSigners() {
    if (!this.own) return;
    const known = new Set([hex(this.own.raw)]);
    for (const { from, to } of this.#rotations) if (known.has(hex(from.raw))) known.add(hex(to.raw));
    for (let i = this.#rotations.length; i > 0; i--)
      if (known.has(hex(this.#rotations[i - 1].to.raw))) known.add(hex(this.#rotations[i - 1].from.raw));
    for (const [signer, position] of this.#signers) if (!known.has(signer)) this.#wrong(position, 'the signature of the head is not valid');
  }

  /** The roots of a head must follow from the events themselves. */
  #roots(e, { position: at, from, roots }) {
    const { full, leaves } = this.#unrooted;
    const count = at - this.#unrooted.from + 1;
    if (from !== this.#unrooted.from || count < full.length * TO_A_ROOT)
      return this.#wrong(e.position, `the head covers events from ${from}, not from ${this.#unrooted.from}`);
    const own = [...full];
    for (let i = 0; own.length * TO_A_ROOT < count; i += TO_A_ROOT)
      own.push(rootOver(leaves.slice(i, Math.min(i + TO_A_ROOT, count - full.length * TO_A_ROOT))));
    if (own.join() !== roots.join()) this.#wrong(e.position, `the roots of the head signed at ${at} do not follow from the events`);
    this.#unrooted = { from: at + 1, full: [], leaves: leaves.slice(count - full.length * TO_A_ROOT) };
    return undefined;
  }
}
const sizeOf = ({ position, checkpoint }) => position ?? checkpoint.size;

// ── receipts ─────────────────────────────────────────────────────────────────
/** A published figure of an account: its amount, and the positions of the newest events that it adds up. */
function receiptOf(note) {
  const { body, signatures } = signedText(note);
  const [, origin, id, figure, of, , days, cents, to, events, positions] =
    /^(\S+)\nreceipt\nid (\S+)\nfigure (\S+)\nof (\S+)\n(days (\d+)\n)?cents (\d+)\nto (\d+)\nevents (\d+)\npositions ((?:\d+,)*\d+)\n$/.exec(
      body,
    );
  return {
    body,
    signatures,
    origin,
    says: { id, figure, of, days: days === undefined ? null : sizeIn(days), cents: sizeIn(cents), events: sizeIn(events), to: sizeIn(to) },
    positions: positions.split(',').map(sizeIn),
  };
}

/**
 * Checks that the log's key signed the amount, and that the events that the receipt names are in a signed checkpoint (docs/proofs.md#receipts).
 * What the events say is not part of a receipt. @throws Damaged
 */
export async function verifyReceipt({ key, checkpoint, receipt, entries }) {
  const own = readKey(key);
  let [said, log] = [];
  try {
    [said, log] = [receiptOf(receipt), checkpointOf(checkpoint)];
  } catch {
    throw new Damaged('The proof of the receipt is damaged');
  }
  const { says, positions, origin } = said;
  const isOrdered = positions.every((at, i) => at > 0 && at <= says.to && (i === 0 || at < positions[i - 1]));
  if (!own?.name || !isOrdered || entries.length !== positions.length || says.events < positions.length)
    throw new Damaged('The proof of the receipt is damaged');
  const problems = [];
  for (const [what, note] of Object.entries({ receipt: said, checkpoint: log }))
    if (note.origin !== own.name || !(await hasSigned(own, own.name, note)))
      problems.push(`The ${what} is not signed with the key of the log`);
  const paths = new Paths(log.size, log.root);
  for (const [i, at] of positions.entries()) {
    const { entry, proof } = entries[i];
    if (at > log.size || !paths.has(leaf(unbase64(entry)), at - 1, proof)) problems.push(`Event ${at} is not in the published log`);
  }
  return { ...says, origin, checked: positions.length, size: log.size, problems };
}

// ── the program ──────────────────────────────────────────────────────────────
const USAGE =
  'Usage: node framelift-verify.mjs FILE [--key KEY] [--account ID] [--since SAVE …] [--other SAVE …] [--witness KEY …] [--log ADDRESS] [--state FILE]';
const OPTIONS = ['--key', '--account', '--since', '--other', '--witness', '--log', '--state'];
const SINGLE = ['--key', '--account', '--log', '--state'];
const ERASURE = 'Personal data in events is encrypted. An erasure destroys only its key, so hashes and proofs stay the same';
const SECONDS = 30_000;

/** The tools of Node; `crypto`: its module. */
export function nodeTools({ createHash, createPublicKey, verify }) {
  const prefix = Buffer.from('302a300506032b6570032100', 'hex');
  return {
    sha256: (...parts) => {
      const hash = createHash('sha256');
      for (const part of parts) hash.update(part);
      return hash.digest();
    },
    verify: (raw, text, signature) => {
      const key = createPublicKey({ key: Buffer.concat([prefix, raw]), format: 'der', type: 'spki' });
      return verify(null, text, key, signature);
    },
  };
}

/** How a text is encoded that begins with these bytes. */
function encodingOf([first, second]) {
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
}

/** Lines of a file that a program or a shell wrote: UTF-8 with or without a mark, or UTF-16 with one. */
async function* linesOf(chunks) {
  let [decoder, rest] = [undefined, ''];
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(encodingOf(chunk), { fatal: true });
    const texts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
    rest = texts.pop();
    for (const text of texts) yield text.endsWith('\r') ? text.slice(0, -1) : text;
  }
  if (decoder) rest += decoder.decode();
  if (rest) yield rest;
}

async function main(args) {
  const [crypto, fs] = await Promise.all([import('node:crypto'), import('node:fs')]);
  use(nodeTools(crypto));
  const wrongUse = (text) => {
    console.error(text);
    process.exit(2);
  };
  const [file, ...rest] = args;
  /** What follows an option, up to the next one. */
  const given = (name) =>
    rest.filter((one, i) => !one.startsWith('--') && rest.slice(0, i).findLast((before) => before.startsWith('--')) === name);
  const isEmpty = (name) => rest.includes(name) && !given(name).length;
  if (!file || file.startsWith('--') || OPTIONS.some(isEmpty) || SINGLE.some((name) => given(name).length > 1)) wrongUse(USAGE);
  const strange = rest.find((one, i) => (i === 0 || one.startsWith('--')) && !OPTIONS.includes(one));
  if (strange) wrongUse(`${strange} is not expected here. ${USAGE}`);
  if ([...given('--since'), ...given('--other')].includes(file)) wrongUse(`${file} cannot be compared with itself`);
  const unreadable = (path, { code, message }) =>
    wrongUse(code === 'ENOENT' ? `There is no file ${path}` : `${path} cannot be read: ${message}`);
  const read = (from) => {
    try {
      const bytes = fs.readFileSync(from);
      return { from, text: new TextDecoder(encodingOf(bytes)).decode(bytes) };
    } catch (error) {
      return unreadable(from, error);
    }
  };
  const [key, account, log, stateFile] = SINGLE.map((name) => given(name)[0]);
  if (key !== undefined && !readKey(key)) wrongUse(`${key} is neither a verifier key nor an Ed25519 public key`);
  const witnesses = given('--witness').map((text) => {
    const witness = readKey(text) ?? wrongUse(`${text} is neither a verifier key nor an Ed25519 public key`);
    return witness.type === 4 ? witness : wrongUse(`${text} is not the key of a witness`);
  });
  const [saves, others] = [given('--since').map(read), given('--other').map(read)];

  const finish = (problems, ...summary) => {
    for (const problem of problems.slice(0, 50)) console.log(problem);
    if (problems.length > 50) console.log(`… and ${problems.length - 50} more`);
    for (const text of summary) console.log(text);
    process.exitCode = problems.length ? 1 : 0;
  };

  const stream = () => linesOf(fs.createReadStream(file));
  let first;
  try {
    for await (const text of stream()) {
      first = text;
      break;
    }
  } catch (error) {
    if (error.code) unreadable(file, error);
    first = '';
  }
  if (first === undefined) wrongUse(`${file} is empty`);
  let header;
  try {
    header = JSON.parse(first);
  } catch {
    header = undefined;
  }
  if (header?.framelift === 'log') {
    if (header.format !== 1) wrongUse(`${file} has format ${header.format}. Download the program that fits it`);
    if (witnesses.length || others.length || account || log || stateFile) wrongUse('Only a key and saves are compared with a whole log');
    const check = new LogCheck({ key, saves });
    if (check.saves.some(({ promises }) => promises)) wrongUse('Promises are checked with an export of an account');
    await check.read(stream());
    const { problems } = check;
    return finish(
      problems,
      `${plural(check.position, 'event')}, ${plural(check.heads, 'signed head')}: ${problems.length ? plural(problems.length, 'problem') : 'nothing is wrong'}`,
      ...(problems.length ? [] : check.saves.map((saved) => `The head saved at ${sizeOf(saved)} is part of this history`)),
      `head ${check.position} ${check.head}`,
      ...(check.isRewritten ? [`${CHEATS.rewritten}\nVerdict: rewritten`] : []),
    );
  }
  if (header?.framelift === 'receipt') {
    if (rest.length) wrongUse('A receipt is checked without options');
    try {
      const { id, cents, events, checked, size, origin, problems } = await verifyReceipt(header);
      const counted = checked === events ? plural(events, 'event') : `the newest ${checked} of ${events} events`;
      const what = problems.length ? plural(problems.length, 'problem') : 'signed, and its events are in the log';
      return finish(problems, `Receipt ${id}, ${inEuros(cents)}: ${counted} in ${origin} of ${size}: ${what}`);
    } catch (error) {
      if (!(error instanceof Damaged)) throw error;
      return finish([error.message]);
    }
  }
  if (header?.framelift !== 'account') wrongUse(`${file} is not an export of Framelift`);

  const address = log ?? `https://${String(header.key).split('+')[0]}`;
  const entries = address === 'none' ? undefined : entriesAt(address, fs);
  let state;
  if (stateFile && fs.existsSync(stateFile))
    try {
      state = JSON.parse(read(stateFile).text);
    } catch {
      wrongUse(`${stateFile} is no state of this program. Delete it: the log is read again`);
    }
  try {
    const result = await verifyAccount(stream(), { key, account, saves, others, witnesses, entries, state, keep: stateFile !== undefined });
    if (stateFile && result.state) fs.writeFileSync(stateFile, JSON.stringify(result.state));
    const { problems, unchecked, notes } = result;
    const what = problems.length
      ? plural(problems.length, 'problem')
      : unchecked.length
        ? 'no fault was found in what was checked'
        : 'nothing is wrong';
    finish(
      problems,
      `${result.account}, ${plural(result.count, 'event')}`,
      `${plural(result.count, 'event')} of the account in a log of ${result.size}, balance ${inEuros(result.cents)}: ${what}`,
      ...unchecked.map((one) => `not checked: ${one}`),
      ...(problems.length ? [] : [`Signed with ${result.key}`, ...notes, ERASURE]),
      ...(result.verdict ? [`${CHEATS[result.verdict]}\nVerdict: ${result.verdict}`] : []),
    );
  } catch (error) {
    if (error instanceof Refused) wrongUse(error.message.startsWith('It ') ? `${file}: ${error.message}` : error.message);
    if (error instanceof Newer) wrongUse(error.message);
    const isNoText = error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
    if (error instanceof Damaged || isNoText)
      finish([error instanceof Damaged ? error.message : 'The export is damaged: it is no UTF-8 or UTF-16']);
    else throw error;
  }
}

/** Reads tiles of entries at an address or in a folder. */
function entriesAt(address, fs) {
  if (!/^https?:\/\//.test(address)) return async (n, width) => fs.readFileSync(`${address}/${entriesPath(n, width)}`);
  return async (n, width) => {
    const at = `${address}/${entriesPath(n, width)}`;
    const failed = (why) => new Error(`${at} cannot be read (${why})`);
    const response = await fetch(at, { signal: AbortSignal.timeout(SECONDS), redirect: 'error' }).catch((error) => {
      throw failed(error.cause?.code ?? error.message);
    });
    if (!response.ok) throw failed(`status ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  };
}

if (typeof process !== 'undefined' && process.argv?.[1]) {
  const [{ pathToFileURL }, { realpathSync }] = await Promise.all([import('node:url'), import('node:fs')]);
  if (import.meta.url === pathToFileURL(realpathSync(process.argv[1])).href) await main(process.argv.slice(2));
}
