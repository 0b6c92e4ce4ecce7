import { createHmac, hash, randomFillSync } from 'node:crypto';

/** Bytes of a tag. */
export const TAG_BYTES = 16;

/** What makes the tag of an event: a key, and what of the event it is made of. */
export interface Tagging {
  key: Buffer | string;
  /** Absent: the version of the event in its stream. */
  of?: number;
}

/**
 * The tag of an event: the first 16 bytes of HMAC-SHA256(key, number in decimal). The tree publishes it beside the event’s hash. With the key
 * one finds every event that was tagged with it, and sees that there is none more; without it, it is noise.
 */
const tagOf = (key: Buffer | string, of: number): Buffer => createHmac('sha256', key).update(String(of)).digest().subarray(0, TAG_BYTES);

/** Random bytes for many tags: making and writing them one by one takes five times as long. */
const noise = Buffer.alloc(256 * TAG_BYTES);
const [TAG_CHARACTERS, LAST] = [22, 'AQgw'];
let texts = '';
let used = 0;
function noTag(): string {
  if (used + TAG_CHARACTERS > texts.length) {
    texts = randomFillSync(noise).toString('base64url');
    used = 0;
  }
  used += TAG_CHARACTERS;
  // The last character has two bits.
  return texts.slice(used - TAG_CHARACTERS, used - 1) + LAST[texts.charCodeAt(used - 1) % LAST.length]!;
}

/** What a stream’s secret is known by before its owner shows it. */
export const commitment = (secret: Buffer): string => hash('sha256', secret, 'base64url');

/** The metadata of an event with its tag, and at the first event of a stream with the commitment to the stream’s secret. */
export function tagged(metadata: string, version: number, { tagging, beginsTags }: { tagging?: Tagging; beginsTags?: boolean }): string {
  if (!tagging) return `${metadata.slice(0, -1)},"tag":"${noTag()}"}`;
  const tag = tagOf(tagging.key, tagging.of ?? version).toString('base64url');
  const commits = typeof tagging.key !== 'string' && (version === 1 || beginsTags);
  return `${metadata.slice(0, -1)},"tag":"${tag}"${commits ? `,"tags":"${commitment(tagging.key as Buffer)}"` : ''}}`;
}
