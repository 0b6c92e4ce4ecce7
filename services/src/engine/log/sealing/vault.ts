import { createCipheriv, createDecipheriv, createHmac, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import type { Sealed } from '@framelift/contracts';
import { LRUCache } from 'lru-cache';
import { batched } from '../../../platform/batched.ts';
import type { Pool, PoolClient, Queryable } from '../../../platform/pg.ts';

/** A restored system needs these keys besides the log, and how many rows are written at once. */
export const KEPT_KEYS = [{ name: 'vault.keys', rows: 1_000 }];

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SEALING_MS = 1_000;

/** AES-256-GCM: nonce ‖ tag ‖ ciphertext, bound to what it belongs to. A key as bytes would take three times as long. */
export function encrypt(key: KeyObject, clear: Buffer, boundTo: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(boundTo));
  const body = Buffer.concat([cipher.update(clear), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), body]);
}

/** @throws when the key, the binding or the bytes are not the ones sealed. */
export function decrypt(key: KeyObject, box: Buffer, boundTo: string): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(0, NONCE_BYTES)).setAAD(Buffer.from(boundTo));
  decipher.setAuthTag(box.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(box.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}

export const isSealed = (value: unknown): value is Sealed =>
  typeof value === 'object' && value !== null && 'sealed' in value && 'of' in value;

const SECRETS_KEPT = 100_000;

const keysInUse = () => new LRUCache<string, KeyObject>({ max: 10_000, ttl: SEALING_MS });

/** One data key per subject, wrapped by MASTER_KEY. Destroying it erases everything sealed under it; the chain stays valid. */
export class Vault {
  /**
   * Keys this process sealed with in the last second: under load many events have one. Opening queries the table, so an erasure holds
   * immediately; data sealed under a key that another process has just destroyed is erased with it, so nothing is kept longer.
   */
  private sealing = keysInUse();
  private readonly master: KeyObject;
  /** Secrets in use. One that outlives its key here for a while still tells nobody else anything. */
  private known = new LRUCache<string, Buffer>({ max: SECRETS_KEPT });
  /** Subjects that had no key a moment ago. */
  private without = new LRUCache<string, true>({ max: 10_000, ttl: SEALING_MS });
  private readonly secretOf = batched((subjects: readonly string[]) => this.secretsOf(subjects));

  constructor(
    private readonly pool: Pool,
    masterKey: Buffer,
  ) {
    this.master = createSecretKey(masterKey);
  }

  /** Makes sure every subject has a key, in one statement for all. */
  async keysToSeal(subjects: Iterable<string>): Promise<Map<string, KeyObject>> {
    const keys = new Map<string, KeyObject>();
    const missing: string[] = [];
    const { sealing } = this;
    for (const subject of new Set(subjects)) {
      const known = sealing.get(subject);
      if (known) keys.set(subject, known);
      else missing.push(subject);
    }
    if (!missing.length) return keys;
    const fresh = missing.map((subject) => encrypt(this.master, randomBytes(32), subject).toString('hex'));
    // Only subjects without a key are written. `do update` without a change returns the row that another process inserted meanwhile.
    const { rows } = await this.pool.query<{ subject: string; wrapped: Buffer }>({
      name: 'vault.seal',
      text: `with known as (select subject, wrapped from vault.keys where subject = any($1::text[])),
               made as (
                 insert into vault.keys as k (subject, wrapped) select s, decode(w, 'hex') from unnest($1::text[], $2::text[]) as t (s, w)
                 where s not in (select subject from known) order by s
                 on conflict (subject) do update set wrapped = k.wrapped returning subject, wrapped)
             select * from known union all select * from made`,
      values: [missing, fresh],
    });
    for (const { subject, wrapped } of rows) {
      const key = this.unwrap(wrapped, subject);
      keys.set(subject, key);
      sealing.set(subject, key);
      this.without.delete(subject);
    }
    return keys;
  }

  seal(key: KeyObject, subject: string, value: unknown): Sealed {
    return { sealed: encrypt(key, Buffer.from(JSON.stringify(value)), subject).toString('base64'), of: subject };
  }

  /** A pseudonym of a text under a subject's key: once that is destroyed, the text cannot be recovered. */
  async keyedHash(subject: string, text: string): Promise<string> {
    const key = (await this.keysToSeal([subject])).get(subject)!;
    return createHmac('sha256', key).update(`keyed hash ${text}`).digest('hex').slice(0, 40);
  }

  /** What makes the tags of a subject’s streams, from its key; none for a subject without a key, or an empty name. */
  async secrets(subjects: readonly string[]): Promise<Map<string, Buffer>> {
    const { known, without } = this;
    // A name that the database cannot store fails its own append alone.
    const isNone = (subject: string) => !subject || subject.includes('\0') || without.has(subject);
    const secretOf = async (subject: string) => known.get(subject) ?? (isNone(subject) ? undefined : this.secretOf(subject));
    const found = await Promise.all(subjects.map(async (subject) => [subject, await secretOf(subject)] as const));
    return new Map(found.flatMap(([subject, secret]) => (secret ? [[subject, secret]] : [])));
  }

  /** An error in place of a secret: its key cannot be opened. */
  private async secretsOf(subjects: readonly string[]): Promise<(Buffer | undefined)[]> {
    const { known, without } = this;
    const keys = await this.wrappedKeys(subjects);
    return subjects.map((subject) => {
      const wrapped = keys.get(subject);
      if (!wrapped) return void without.set(subject, true);
      try {
        const secret = createHmac('sha256', this.unwrap(wrapped, subject)).update('framelift tags').digest();
        known.set(subject, secret);
        return secret;
      } catch (error) {
        return error as never;
      }
    });
  }

  private async wrappedKeys(subjects: readonly string[], on: Queryable = this.pool): Promise<Map<string, Buffer>> {
    const { rows } = await on.query<{ subject: string; wrapped: Buffer }>({
      name: 'vault.open',
      text: 'select subject, wrapped from vault.keys where subject = any($1::text[])',
      values: [subjects],
    });
    return new Map(rows.map(({ subject, wrapped }) => [subject, wrapped]));
  }

  /** Opens many sealed values with one look-up. Erased values are null, and so are null and undefined. @throws with another MASTER_KEY */
  async open(values: readonly (Sealed | null | undefined)[], on: Queryable = this.pool): Promise<unknown[]> {
    const subjects = [...new Set(values.filter(isSealed).map((v) => v.of))];
    const wrapped = subjects.length ? await this.wrappedKeys(subjects, on) : [];
    const keys = new Map([...wrapped].map(([subject, key]) => [subject, this.unwrap(key, subject)]));
    return values.map((value) => {
      const key = isSealed(value) ? keys.get(value.of) : undefined;
      return key ? this.openedWith(key, value!) : null;
    });
  }

  /**
   * An erased person may return, such as a buyer, and gets another key: data sealed under the first one stays erased, and must not
   * block access to the rest. The audit detects changed bytes.
   */
  private openedWith(key: KeyObject, { sealed, of }: Sealed): unknown {
    try {
      return JSON.parse(decrypt(key, Buffer.from(sealed, 'base64'), of).toString());
    } catch {
      return null;
    }
  }

  async openOne<T>(value: Sealed | null | undefined): Promise<T | null> {
    return (await this.open([value]))[0] as T | null;
  }

  /** Destroys keys, in the transaction that appends the erasure. */
  async destroy(client: PoolClient, subjects: readonly string[]): Promise<void> {
    await client.query('delete from vault.keys where subject = any($1::text[])', [subjects]);
    for (const subject of subjects) {
      this.sealing.delete(subject);
      this.known.delete(subject);
    }
  }

  async holdsKey(subject: string): Promise<boolean> {
    return (await this.pool.query('select from vault.keys where subject = $1', [subject])).rowCount === 1;
  }

  /** Whether the subject's key exists; it cannot be destroyed until the transaction ends. */
  static async holdKey(client: PoolClient, subject: string): Promise<boolean> {
    return (await client.query('select from vault.keys where subject = $1 for share', [subject])).rowCount === 1;
  }

  /** The subjects of keys that begin with a prefix and sort before a text, in order. */
  async subjectsBefore(prefix: string, before: string): Promise<string[]> {
    const { rows } = await this.pool.query<{ subject: string }>(
      'select subject from vault.keys where starts_with(subject, $1) and subject < $2 order by subject',
      [prefix, before],
    );
    return rows.map((r) => r.subject);
  }

  /** Forgets the keys this process sealed with lately, and those being looked up; they are looked up again. */
  forgetKeys(): void {
    this.sealing = keysInUse();
    this.known = new LRUCache({ max: SECRETS_KEPT });
  }

  private unwrap(wrapped: Buffer, subject: string): KeyObject {
    return createSecretKey(decrypt(this.master, wrapped, subject));
  }
}
