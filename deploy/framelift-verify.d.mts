/** Tools that the program is run with: in Node and in a browser. */
export interface Tools {
  sha256: (...parts: Uint8Array[]) => Uint8Array;
  /** Whether the Ed25519 key of 32 bytes signed the text. */
  verify: (key: Uint8Array, text: Uint8Array, signature: Uint8Array) => boolean | Promise<boolean>;
}
export function use(tools: Tools): void;
/** The tools of Node. */
export function nodeTools(crypto: Pick<typeof import('node:crypto'), 'createHash' | 'createPublicKey' | 'verify'>): Tools;
/** The path of a tile of entries below the address of the log. */
export function entriesPath(n: number, width: number): string;

/** A file of before, by its name. */
export interface Save {
  from: string;
  text: string;
}
/** What was read of the published log; opaque, JSON. */
export type State = Readonly<Record<string, unknown>>;
export interface Options {
  key?: string;
  account?: string;
  saves?: readonly Save[];
  others?: readonly Save[];
  witnesses?: readonly VerifierKey[];
  /** The bytes of a tile of entries. Absent: they are not read. */
  entries?: (n: number, width: number) => Promise<Uint8Array>;
  state?: State;
  /** Whether a state is answered; true by default, false is faster. */
  keep?: boolean;
  /** Ms since 1970. */
  now?: number;
}
export interface VerifierKey {
  text?: string;
  name?: string;
  id?: string;
  type?: number;
  raw: Uint8Array;
}
export interface Verified {
  account: string;
  count: number;
  cents: number;
  size: number;
  key: string;
  problems: string[];
  unchecked: string[];
  notes: string[];
  /** The worst cheat by its name. */
  verdict?: string;
  state?: State;
}
export function readKey(text: string): VerifierKey | undefined;
export function verifyAccount(lines: Iterable<string> | AsyncIterable<string>, options: Options): Promise<Verified>;
/** The answer of `GET /api/public/receipts/:id/proof`, with a checkpoint. */
export interface ReceiptProof {
  key: string;
  checkpoint: string;
  receipt: string;
  entries: readonly { entry: string; proof: readonly string[] }[];
}
export interface CheckedReceipt {
  id: string;
  figure: string;
  of: string;
  days: number | null;
  cents: number;
  events: number;
  to: number;
  origin: string;
  /** How many of the events were looked for in the checkpoint. */
  checked: number;
  size: number;
  problems: string[];
}
export function verifyReceipt(proof: ReceiptProof): Promise<CheckedReceipt>;
/** The export is damaged; nothing about the seller follows. */
export class Damaged extends Error {}
/** Made by a newer version of Framelift. */
export class Newer extends Error {}
/** The question itself is wrong. */
export class Refused extends Error {}
export const CHEATS: Readonly<Record<string, string>>;
/** Types of events on an account’s stream, and their newest version. */
export const TYPES: Readonly<Record<string, number>>;
export const TERMS_VERSION: number;
