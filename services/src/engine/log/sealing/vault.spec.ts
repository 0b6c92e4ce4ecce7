import { beforeEach, describe, expect, it } from '@jest/globals';
import { createSecretKey } from 'node:crypto';
import { decrypt, encrypt, isSealed, Vault } from './vault.ts';

const key = createSecretKey(Buffer.alloc(32, 1));
const clear = Buffer.from('anna@example.org');

describe('a box', () => {
  it('opens with its key and its binding', () => expect(decrypt(key, encrypt(key, clear, 'a1'), 'a1')).toEqual(clear));
  it('is nonce, tag and text, and never twice the same', () => {
    const box = encrypt(key, clear, 'a1');
    expect(box).toHaveLength(12 + 16 + clear.length);
    expect(encrypt(key, clear, 'a1').equals(box)).toBe(false);
    expect(encrypt(key, clear, 'a1').subarray(0, 12).equals(box.subarray(0, 12))).toBe(false);
  });
  it('opens with nothing else', () => {
    const box = encrypt(key, clear, 'a1');
    expect(() => decrypt(createSecretKey(Buffer.alloc(32, 2)), box, 'a1')).toThrow();
    expect(() => decrypt(key, box, 'a2')).toThrow();
    for (const at of [0, 12, 28, box.length - 1]) {
      const changed = Buffer.from(box);
      changed[at]! ^= 1;
      expect(() => decrypt(key, changed, 'a1')).toThrow();
    }
  });
  it('is recognised by its two fields', () => {
    expect(isSealed({ sealed: 'x', of: 'a1' })).toBe(true);
    for (const value of [null, undefined, 'sealed of', 5, {}, { sealed: 'x' }, { of: 'a1' }]) expect(isSealed(value)).toBe(false);
  });
});

/** The table of keys as Postgres would keep it; each statement is counted. */
class Keys {
  readonly rows = new Map<string, Buffer>();
  readonly queries: string[] = [];
  query = async (statement: string | { text: string; values: unknown[] }, given: unknown[] = []) => {
    const [text, values] = typeof statement === 'string' ? [statement, given] : [statement.text, statement.values];
    this.queries.push(text.trim().split(' ')[0]!);
    const subjects = [values[0]].flat() as string[];
    if (text.includes('insert into vault.keys'))
      subjects.forEach((subject, i) => this.rows.has(subject) || this.rows.set(subject, Buffer.from((values[1] as string[])[i]!, 'hex')));
    if (text.startsWith('delete from vault.keys')) for (const subject of subjects) this.rows.delete(subject);
    if (!text.includes('vault.keys')) return { rows: [], rowCount: 0 };
    const found = text.includes('starts_with')
      ? [...this.rows.keys()].filter((subject) => subject.startsWith(subjects[0]!) && subject < (values[1] as string)).sort()
      : subjects.filter((subject) => this.rows.has(subject));
    const rows = found.map((subject) => ({ subject, wrapped: this.rows.get(subject)! }));
    return { rows, rowCount: rows.length };
  };
}

describe('the vault', () => {
  let table: Keys;
  let vault: Vault;
  beforeEach(() => {
    table = new Keys();
    vault = new Vault(table as never, Buffer.alloc(32, 7));
  });
  const sealed = async (subject: string, value: unknown) => vault.seal((await vault.keysToSeal([subject])).get(subject)!, subject, value);

  it('seals under a key of each subject and opens again, with one look-up for all', async () => {
    const [a, b] = [await sealed('a', { email: 'ä' }), await sealed('b', [1])];
    expect(a.of).toBe('a');
    expect(a.sealed).not.toContain('ä');
    table.queries.length = 0;
    expect(await vault.open([a, null, b, undefined, a])).toEqual([{ email: 'ä' }, null, [1], null, { email: 'ä' }]);
    expect(table.queries).toEqual(['select']);
    expect(await vault.openOne(b)).toEqual([1]);
  });
  it('queries nothing if nothing is sealed', async () => {
    expect(await vault.open([null, undefined])).toEqual([null, null]);
    expect(await vault.openOne(null)).toBeNull();
    expect(table.queries).toEqual([]);
  });
  it('keeps one key per subject, even if several processes create it', async () => {
    const [first] = (await vault.keysToSeal(['a', 'a'])).values();
    expect(table.rows.size).toBe(1);
    const other = new Vault(table as never, Buffer.alloc(32, 7));
    expect((await other.keysToSeal(['a'])).get('a')!.equals(first!)).toBe(true);
    expect((await vault.keysToSeal(['b'])).get('b')!.equals(first!)).toBe(false);
  });
  it('looks a key up once while it seals, and again after it was asked to forget', async () => {
    await vault.keysToSeal(['a']);
    const both = await vault.keysToSeal(['b', 'a']);
    expect([...both.keys()].sort()).toEqual(['a', 'b']);
    await vault.keysToSeal(['a', 'b']);
    expect(table.queries).toEqual(['with', 'with']);
    vault.forgetKeys();
    expect([...(await vault.keysToSeal(['a', 'b'])).keys()]).toHaveLength(2);
    expect(table.queries).toHaveLength(3);
  });
  it('keeps no key that was looked up before it was asked to forget', async () => {
    const looking = vault.keysToSeal(['a']);
    vault.forgetKeys();
    table.rows.clear();
    await looking;
    await vault.keysToSeal(['a']);
    expect(table.rows.size).toBe(1);
  });
  it('opens nothing sealed under a destroyed key, even once the subject has another', async () => {
    const [a, b] = [await sealed('a', 'old'), await sealed('b', 'kept')];
    await vault.destroy(table as never, ['a']);
    expect(await vault.open([a, b])).toEqual([null, 'kept']);
    const next = await sealed('a', 'new');
    expect(await vault.open([a, next, b])).toEqual([null, 'new', 'kept']);
  });
  it('opens only with its own master key', async () => {
    const a = await sealed('a', 'x');
    await expect(new Vault(table as never, Buffer.alloc(32, 8)).openOne(a)).rejects.toThrow();
  });
  it('opens over the given connection', async () => {
    const a = await sealed('a', 'x');
    expect(await vault.open([a], new Keys() as never)).toEqual([null]);
  });
  it('reports whether a key exists', async () => {
    await vault.keysToSeal(['a']);
    expect([await vault.holdsKey('a'), await vault.holdsKey('b')]).toEqual([true, false]);
    expect([await Vault.holdKey(table as never, 'a'), await Vault.holdKey(table as never, 'b')]).toEqual([true, false]);
  });
  it('names the subjects before a text', async () => {
    await vault.keysToSeal(['day-2', 'day-1', 'day-3', 'a']);
    expect(await vault.subjectsBefore('day-', 'day-3')).toEqual(['day-1', 'day-2']);
  });
  it('makes a pseudonym that is stable per text and subject, and differs for others', async () => {
    const one = await vault.keyedHash('a', 'text');
    expect(one).toMatch(/^[0-9a-f]{40}$/);
    expect(await vault.keyedHash('a', 'text')).toBe(one);
    expect(await vault.keyedHash('a', 'texts')).not.toBe(one);
    expect(await vault.keyedHash('b', 'text')).not.toBe(one);
  });
});
