import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { entriesPath } from '../../../../../deploy/framelift-verify.mjs';
import { tilePath as publishedPath } from '../../../../../services/src/engine/tree/tiles.ts';
import { tagged } from '../../../../../services/src/engine/log/appending/tags.ts';
import { type ExportLine, type Forged, ForgedLog } from '../../../../../test/witnessed/forger.ts';
import { browserTools, canVerify } from '../../../session/log-check/browserTools.ts';
import { checkAccount } from './checkAccount.ts';
import type { CheckMessage, CheckRequest, Found, Save } from './checkMessages.ts';

const ORIGIN = 'shop.example/log';
const signing = { seed: randomBytes(32), origin: ORIGIN };
const secret = randomBytes(32);
const sale = { provider: 'stripe', amountCents: 100_00, commissionBps: 2000, commissionCents: 20_00, rateFrom: 'tier', tier: 'bronze' };

/** A log in which an account has `sales` sales, and others have `visits` visits before each. */
function logOf(sales: number, visits = 3, name = 'i'): Forged[] {
  const events: Forged[] = [];
  const append = (streamId: string, version: number, type: Forged['type'], data: object, key?: Buffer) =>
    events.push({
      streamId,
      version,
      id: `${streamId} ${version}`,
      type,
      schemaVersion: 1,
      recordedAt: new Date(Date.UTC(2026, 0, 1) + events.length).toISOString(),
      dataText: JSON.stringify(data),
      metadataText: tagged('{"of":"spec"}', version, key ? { tagging: { key } } : {}),
    });
  append('affiliate-a1', 1, 'AffiliateRegistered', { affiliateId: 'a1', commissionBps: 2000 }, secret);
  for (let n = 0; n < sales; n++) {
    for (let visit = 0; visit < visits; visit++) append('visits-b2', n * visits + visit + 1, 'VisitTracked', {});
    append('affiliate-a1', n + 2, 'SaleRecorded', { ...sale, invoiceId: `${name}${n}` }, secret);
  }
  return events;
}

interface Served {
  log: ForgedLog;
  /** What the export is in place of the honest one. */
  export?: (lines: ExportLine[]) => string | Response;
  tile?: (path: string) => Response | undefined;
}
let asked: string[] = [];
const { fetch } = globalThis;
afterEach(() => void (globalThis.fetch = fetch));
beforeEach(() => void (asked = []));

const asText = (lines: readonly ExportLine[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
/** Serves one log, and the account of it. */
function serve({ log, export: made, tile }: Served): void {
  globalThis.fetch = async (input) => {
    const url = new URL(String(input), 'http://shop.example');
    asked.push(url.pathname + url.search);
    if (url.pathname === '/api/affiliate/statements/export') {
      const since = url.searchParams.get('since');
      const lines = await log.exported('a1', { secret, cents: 2000, ...(since ? { since: [Number(since)] } : {}) });
      const end = lines.at(-1)!['end'];
      end.cents = 2000 * (end.count - 1);
      const served = made?.(lines) ?? asText(lines);
      return typeof served === 'string' ? new Response(served) : served;
    }
    const [, n = '', width = '256'] = /\/tile\/entries\/((?:x?\d{3}\/?)+)(?:\.p\/(\d+))?$/.exec(url.pathname)!;
    return tile?.(url.pathname) ?? new Response(new Uint8Array(await log.tile(Number(n.replaceAll(/[x/]/g, '')), Number(width))));
  };
}

async function check(save: Save | null = null) {
  const messages: CheckMessage[] = [];
  const request: CheckRequest = { token: 't', account: 'a1', save, saveName: 'your check of Nov 28, 2026' };
  await checkAccount(request, (message) => messages.push(message));
  return { last: messages.at(-1)!, progress: messages.flatMap((message) => (message.kind === 'progress' ? [message.progress] : [])) };
}
async function found(save: Save | null = null): Promise<Found> {
  const { last } = await check(save);
  expect(last).toMatchObject({ kind: 'found' });
  return (last as { found: Found }).found;
}
const saved = ({ note, size, key, state }: Found): Save => ({ note, size, key, state, at: '2026-11-28T20:15:00.000Z' });

describe('a check in the browser', () => {
  it('finds nothing, and names what it could not check', async () => {
    const log = new ForgedLog(logOf(2), signing);
    serve({ log });
    const { last, progress } = await check();
    expect(last).toEqual({
      kind: 'found',
      found: {
        count: 3,
        cents: 40_00,
        size: 9,
        problems: [],
        unchecked: ['witnesses, none named', expect.stringMatching(/^the key\. /)],
        verdict: null,
        note: await log.checkpoint(),
        key: expect.stringMatching(/^shop\.example\/log\+/),
        state: expect.objectContaining({ size: 9 }),
      },
    });
    expect(progress).toEqual([{ reading: 'account' }, { reading: 'log', done: 9, total: 9 }]);
    expect(asked).toEqual(['/api/affiliate/statements/export', '/log/tile/entries/000.p/9']);
  });

  it('compares the log with the check before it, by the key of then, and reads only new entries', async () => {
    const events = logOf(3, 300);
    serve({ log: new ForgedLog(events.slice(0, 603), signing) });
    const first = await found();
    asked = [];
    serve({ log: new ForgedLog(events, signing) });
    const second = await found(saved(first));
    expect(second).toMatchObject({ problems: [], unchecked: ['witnesses, none named'], count: 4, cents: 60_00 });
    expect(asked.sort()).toEqual(['/api/affiliate/statements/export?since=603', '/log/tile/entries/002', '/log/tile/entries/003.p/136']);
  });

  it('finds a past that was changed since the check before it', async () => {
    const events = logOf(2);
    serve({ log: new ForgedLog(events.slice(0, 5), signing) });
    const before = await found();
    const changed = events.map((e, i) => (i === 2 ? { ...e, dataText: '{"changed":true}' } : e));
    serve({ log: new ForgedLog(changed, signing) });
    expect(await found(saved(before))).toMatchObject({
      problems: ['This history does not begin with the checkpoint in your check of Nov 28, 2026 at 5'],
      verdict: 'The past was changed or cut off after it was recorded',
      state: expect.anything(),
    });
  });

  it('finds published entries that are of another log', async () => {
    serve({ log: new ForgedLog(logOf(1), signing), tile: () => new Response(new Uint8Array([0, 32, ...new Uint8Array(32)])) });
    expect(await found()).toMatchObject({
      problems: [],
      unchecked: expect.arrayContaining([expect.stringContaining('a tile of entries')]),
    });
    const other = await new ForgedLog(logOf(1), signing).tile(0, 5);
    serve({ log: new ForgedLog(logOf(1), signing), tile: () => new Response(new Uint8Array(other)) });
    expect(await found()).toMatchObject({
      problems: ['The published entries lead to another root than the checkpoint'],
      verdict: 'Others may see a different history than you',
      state: null,
    });
  });

  it('finds another key than the one that this browser saw first', async () => {
    const events = logOf(1);
    serve({ log: new ForgedLog(events, signing) });
    const before = await found();
    serve({ log: new ForgedLog(events, { ...signing, seed: randomBytes(32) }) });
    expect((await found(saved(before))).problems).toEqual([
      expect.stringContaining('The export names another key than yours'),
      'This log did not sign the checkpoint in your check of Nov 28, 2026',
    ]);
  });

  it('reads the log where its second history is published', async () => {
    serve({ log: new ForgedLog(logOf(1), { ...signing, origin: 'shop.example/log-2' }) });
    expect((await found()).problems).toEqual([]);
    expect(asked.at(-1)).toBe('/log-2/tile/entries/000.p/5');
  });

  it('asks again for entries that a busy server did not give, and says which cannot be read', async () => {
    let busy = true;
    const log = new ForgedLog(logOf(1), signing);
    const once = () => (busy ? ((busy = false), new Response('', { status: 503 })) : undefined);
    serve({ log, tile: once });
    expect((await found()).unchecked).toHaveLength(2);
    serve({ log, tile: () => new Response('', { status: 404 }) });
    expect((await found()).unchecked).toContain(
      'whether events or terms are missing: /log/tile/entries/000.p/5 cannot be read (status 404)',
    );
  });
});

describe('nothing is checked', () => {
  const log = new ForgedLog(logOf(1), signing);

  it.each<[string, Served['export'], object]>([
    ['is cut off', (lines) => asText(lines).slice(0, -30), { kind: 'refused', text: expect.stringContaining('The export is incomplete') }],
    ['is no UTF-8', () => new Response(Uint8Array.of(0x7b, 0xff, 0x0a)), { kind: 'refused', text: expect.stringContaining('no UTF-8') }],
    ['is empty', () => '', { kind: 'refused', text: expect.stringContaining('The export is incomplete') }],
    ['is of another account', (lines) => asText(lines).replaceAll('"a1"', '"b2"'), { kind: 'refused' }],
    ['has an event that is newer', (lines) => asText(lines).replace('"type":"SaleRecorded"', '"type":"SaleSent"'), { kind: 'older' }],
    [
      'is refused',
      () => Response.json({ error: 'Please log in' }, { status: 401 }),
      { kind: 'unanswered', error: { status: 401, data: { error: 'Please log in' } } },
    ],
    [
      'breaks off',
      () => new Response(new ReadableStream({ start: (controller) => controller.error(new TypeError('network')) })),
      { kind: 'unanswered', error: { status: 'FETCH_ERROR' } },
    ],
  ])('of an export that %s', async (_, made, expected) => {
    serve({ log, export: made! });
    expect((await check()).last).toMatchObject(expected);
  });

  it('without network', async () => {
    globalThis.fetch = () => Promise.reject(new TypeError('no network'));
    expect((await check()).last).toEqual({ kind: 'unanswered', error: { status: 'FETCH_ERROR' } });
  });

  it('without Ed25519', async () => {
    serve({ log });
    Object.defineProperty(crypto, 'subtle', { value: undefined, configurable: true });
    try {
      expect((await check()).last).toEqual({ kind: 'unable' });
    } finally {
      Reflect.deleteProperty(crypto, 'subtle');
    }
    expect(asked).toEqual([]);
  });
});

describe('the tools of a browser', () => {
  it('hash parts like Node', () => {
    const parts = [randomBytes(3), new Uint8Array(), randomBytes(200)];
    expect(Buffer.from(browserTools.sha256(...parts))).toEqual(createHash('sha256').update(Buffer.concat(parts)).digest());
  });

  it('accept a signature of the text by the key, and no other', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const key = publicKey.export({ format: 'der', type: 'spki' }).subarray(12);
    const text = Buffer.from('checkpoint');
    const signature = sign(null, text, privateKey);
    expect(await canVerify()).toBe(true);
    expect(await browserTools.verify(key, text, signature)).toBe(true);
    expect(await browserTools.verify(key, Buffer.from('checkpoin7'), signature)).toBe(false);
    expect(await browserTools.verify(randomBytes(32), text, signature)).toBe(false);
    expect(await browserTools.verify(key.subarray(1), text, signature)).toBe(false);
  });

  it.each([
    [0, 256],
    [7, 9],
    [999, 256],
    [1_000, 1],
    [1_234_067, 256],
  ])('name tile %i as the server publishes it', (n, width) => {
    expect(entriesPath(n, width)).toBe(`tile/${publishedPath({ level: 'entries', n, width })}`);
  });
});
