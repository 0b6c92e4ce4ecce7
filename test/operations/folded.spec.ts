import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { type App, type Client, startApp } from '../support/system.ts';
import { sold } from '../support/sales.ts';

describe.each([['tr'], ['lt'], [undefined]])('letters in a database of the locale %s', (locale) => {
  let db: TestDatabase;
  let app: App;
  let admin: Client;
  beforeAll(async () => {
    db = await freshDatabase(locale ? { locale } : {});
    app = await startApp({}, db);
    admin = await app.admin();
  }, 60_000);
  afterAll(() => app.stop());

  it('are the same small ones as everywhere', async () => {
    const letters = Array.from({ length: 0x20000 }, (_, c) => c).filter((c) => c > 0 && (c < 0xd800 || c > 0xdfff));
    const all = letters.map((c) => String.fromCodePoint(c)).filter((letter) => letter < '\u0250' || letter.toLowerCase() !== letter);
    const { rows } = await db.pool.query<{ letter: string; small: string }>(
      'select letter, folded(letter) as small from unnest($1::text[]) letter',
      [all],
    );
    const wrong = rows.filter(({ letter, small }) => {
      const own = letter.toLowerCase();
      return [...own].length === 1 && small !== (own === 'ς' ? 'σ' : own);
    });
    expect(wrong).toEqual([]);
  });

  it('find a person, their sales, their cashouts and what they did, however the name is written', async () => {
    const names = ['IRMAK1', 'irmak2', 'KIVILCIM', 'Iris'];
    for (const name of names) {
      const person = await app.affiliate(name);
      await sold(app.system.log, person.id, 10_00);
    }
    const found = async (path: string, search: string) => {
      const { status, body } = await admin.get(`/api/admin/${path}?search=${encodeURIComponent(search)}`);
      expect(status).toBe(200);
      return (Object.values(body).find(Array.isArray) as object[]).length;
    };
    for (const name of names) {
      for (const written of [name.toLowerCase(), name.toUpperCase(), name])
        expect([written, await found('affiliates', written), await found('sales', written)]).toEqual([written, 1, 1]);
    }
    expect(await found('affiliates', 'IRMAK')).toBe(2);
    const { body } = await admin.get('/api/admin/affiliates?sort=username');
    const sorted = body.affiliates.map(({ username }: { username: string }) => username).filter((name: string) => /^irmak/i.test(name));
    expect(sorted).toEqual(['IRMAK1', 'irmak2']);
  });

  it('make one name of all ways to write it', async () => {
    const { status } = await app.anybody.post('/api/affiliate/register', {
      username: 'irmak1',
      email: 'other@example.org',
      password: 'correct horse battery',
    });
    expect(status).toBe(409);
  });
});
