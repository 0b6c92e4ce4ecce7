import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { DAY_MS, HOUR_MS, visitsStream } from '@framelift/contracts';
import { generateKeyPairSync, hash, type KeyObject, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { freshDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { visitTracked } from '../../../../test/support/facts.ts';
import { append } from '../../../../test/support/history.ts';
import type { Config, Secrets } from '../../platform/config.ts';
import { addresses } from '../../platform/setting-addresses.ts';
import { Checkpoints } from './checkpoints.ts';
import { Origins } from './origins.ts';
import { Witnesses } from './witnesses.ts';

const NAME = 'witness.example/w';
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const typed = Buffer.concat([Buffer.from([4]), publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)]);
const id = hash('sha256', Buffer.concat([Buffer.from(`${NAME}\n`), typed]), 'buffer').subarray(0, 4);
const cosignedBy = (key: KeyObject, body: string, seconds: number) => {
  const stamp = Buffer.alloc(8);
  stamp.writeBigUInt64BE(BigInt(seconds));
  const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${seconds}\n${body}`), key);
  return `— ${NAME} ${Buffer.concat([id, stamp, signature]).toString('base64')}\n`;
};

let db: TestDatabase;
let server: Server;
let checkpoints: Checkpoints;
let witnesses: Witnesses;
/** What was posted, and what the witness says. */
let posted: string[] = [];
let says: (old: number, body: string) => { status: number; body: string };
const signs = (_: number, body: string) => ({ status: 200, body: cosignedBy(privateKey, body, Math.floor(Date.now() / 1_000)) });
const asked = async () => {
  await witnesses.ask(witnesses.configured[0]!);
  return (await witnesses.list())[0]!;
};
const grow = async () => {
  await append(db, visitsStream('a1'), [visitTracked()]);
  await checkpoints.run();
};

beforeAll(async () => {
  db = await freshDatabase();
  server = createServer(async (request, response) => {
    const sent = await text(request);
    posted.push(sent);
    const [, old, note] = /^old (\d+)\n(?:\S+\n)*\n([^]+)$/.exec(sent)!;
    const { status, body } = says(Number(old), note!.slice(0, note!.indexOf('\n\n') + 1));
    response.writeHead(status).end(body);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const setting = `http://127.0.0.1:${(server.address() as AddressInfo).port} ${NAME}+${id.toString('hex')}+${typed.toString('base64')}`;
  expect(addresses.witness.read(setting)).toBe(setting);
  const config = { publicUrl: 'https://shop.example', witnesses: [setting] } as unknown as Config;
  const secrets = { headSigning: Buffer.alloc(32, 3) } as Secrets;
  checkpoints = new Checkpoints(db.pool, db.log, new Origins(db.pool, db.log, config, secrets), secrets);
  witnesses = new Witnesses(db.pool, config, checkpoints);
});
afterEach(() => void (posted = []));
afterAll(async () => {
  server.close();
  await db.close();
});

describe('a witness', () => {
  it('is asked for nothing before there is a checkpoint', async () => {
    says = signs;
    expect(await asked()).toMatchObject({ askedAt: null });
    expect([posted, await witnesses.silentSince(Date.now())]).toEqual([[], undefined]);
  });

  it('that does not know the log is named at once, and silent from then on', async () => {
    await grow();
    says = () => ({ status: 404, body: '' });
    const { error, askedAt } = await asked();
    expect(error).toContain('does not know this log');
    expect(await witnesses.silentSince(Date.now())).toEqual(askedAt);
  });

  it('is shown the checkpoint with a proof from what it signed last', async () => {
    says = signs;
    await grow();
    expect(await asked()).toMatchObject({ error: null, size: 2 });
    await grow();
    expect(await asked()).toMatchObject({ error: null, size: 3 });
    expect(posted.map((sent) => sent.split('\n')[0])).toEqual(['old 0', 'old 2']);
    const { note } = (await witnesses.notes())[0]!;
    expect(note).toContain(`\n— ${NAME} `);
    expect(await witnesses.silentSince(Date.now() + DAY_MS - HOUR_MS)).toBeUndefined();
    expect((await witnesses.silentSince(Date.now() + DAY_MS + HOUR_MS))!.getTime()).toBeCloseTo(Date.now(), -5);
  });

  it('that saw an earlier checkpoint than we know is asked again from there', async () => {
    says = (old, body) => (old === 2 ? signs(old, body) : { status: 409, body: '2\n' });
    expect(await asked()).toMatchObject({ error: null, size: 3 });
    expect(posted.map((sent) => sent.split('\n')[0])).toEqual(['old 3', 'old 2']);
  });

  it.each([
    ['another history', () => ({ status: 422, body: '' }), 'another history'],
    ['more events than there are', () => ({ status: 409, body: '4000\n' }), 'has seen 4000 events, and this log has 3'],
    ['an odd size', () => ({ status: 409, body: 'many' }), 'did not say what it has seen'],
    ['nothing that is signed', () => ({ status: 200, body: 'fine' }), 'without a valid cosignature'],
    [
      'a signature by another key',
      (_: number, body: string) => ({ status: 200, body: cosignedBy(generateKeyPairSync('ed25519').privateKey, body, 1) }),
      'without a valid cosignature',
    ],
    ['a fault', () => ({ status: 500, body: '' }), 'answered 500'],
    ['more than a few signatures', () => ({ status: 200, body: 'x'.repeat(20_000) }), 'answered with too much'],
    [
      'a signature of the year 2099',
      (_: number, body: string) => ({ status: 200, body: cosignedBy(privateKey, body, Date.parse('2099-01-01T00:00:00Z') / 1_000) }),
      'it signed at 2099-01-01T00:00:00.000Z',
    ],
  ])('that answers with %s is kept as a sentence, beside what it signed before', async (what, answer, sentence) => {
    says = answer;
    const said = await asked();
    expect(said.error).toContain(sentence);
    expect(said.size).toBe(3);
    // Home names the witness that has seen something else; one that fails accuses nobody.
    const refused = /^(another history|more events)/.test(what) ? [{ name: NAME, says: said.error, at: said.askedAt }] : [];
    expect(await witnesses.refusals()).toEqual(refused);
  });

  it('is asked every hour, and after a failure every five minutes', async () => {
    says = signs;
    await asked();
    posted = [];
    const wound = (minutes: number) => db.owner.query(`update log.witnesses set asked_at = now() - make_interval(mins => ${minutes})`);
    const runs = async () => {
      posted = [];
      await witnesses.run();
      return posted.length;
    };
    await wound(59);
    expect(await runs()).toBe(0);
    await wound(61);
    expect(await runs()).toBe(1);
    says = () => ({ status: 500, body: '' });
    await asked();
    await wound(4);
    expect(await runs()).toBe(0);
    await wound(6);
    expect(await runs()).toBe(1);
  });
});
