import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createPublicKey, verify } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { StatementView } from '@framelift/contracts';
import { type App, startApp } from '../../../../test/support/system.ts';
import { ran } from '../../../../test/support/operator.ts';
import { refunded, sold } from '../../../../test/support/sales.ts';
import { publicKeyOf } from '../../platform/signing.ts';
import { Checkpoints } from '../../engine/tree/checkpoints.ts';
import { CurrentBrand } from '../../published/current-brand.ts';
import { Ledgers } from './ledger.view.ts';
import { Statements } from './statement.view.ts';

let app: App;
let folder: string;
let anna: Awaited<ReturnType<App['affiliate']>>;
let ourKey: string;
beforeAll(async () => {
  app = await startApp();
  folder = await mkdtemp(join(tmpdir(), 'framelift-statement-'));
  anna = await app.affiliate('anna');
  ourKey = publicKeyOf(app.system.secrets.headSigning);
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

const statement = async (): Promise<StatementView> => (await anna.get('/api/affiliate/statement')).body;
const checked = async (shown: unknown, ...more: string[]) => {
  const file = join(folder, 'statement.json');
  await writeFile(file, JSON.stringify(shown));
  return ran('deploy/verify-statement.mjs', {}, file, ...more);
};

describe('a statement', () => {
  it('shows the balance of the ledger, below zero too, at a head of the log', async () => {
    expect(await statement()).toMatchObject({ affiliate: { id: anna.id, username: 'anna' }, balance: 0 });
    await sold(app.system.log, anna.id, 60_05, 'i1');
    expect((await statement()).balance).toBe(60.05);
    await anna.post('/api/affiliate/payment-methods', { paymentType: 'paypal', paymentDetails: { email: 'anna@pay.com' } });
    const { id } = (await anna.get('/api/affiliate/stats')).body.paymentMethods[0];
    await anna.post('/api/affiliate/cashouts', { amount: 60, paymentMethodId: id });
    await refunded(app.system.log, anna.id, 60_05, 'i1');
    const { balance, head } = await statement();
    expect([balance, (await anna.get('/api/affiliate/ledger')).body.balance]).toEqual([-60, -60]);
    const { position, hash } = await app.system.log.head();
    expect(head).toEqual({ position, hash: hash.toString('hex') });
  });

  it('is as of the position it names, without later events', async () => {
    const { position } = await app.system.log.head();
    const before = (await statement()).balance;
    await sold(app.system.log, anna.id, 10_00, 'i2');
    expect((await statement()).balance).toBe(before + 10);
    const { pool, vault, secrets, now } = app.system;
    const earlier = await new Statements(
      pool,
      app.api.get(Ledgers),
      vault,
      app.api.get(Checkpoints),
      app.api.get(CurrentBrand),
      secrets,
      now,
    ).read(anna.id, position);
    expect([earlier.balance, earlier.head.position]).toEqual([before, position]);
  });

  it('is signed over everything it shows, with the programme’s key', async () => {
    const { signed, balance } = await statement();
    expect(signed.publicKey).toBe(ourKey);
    expect(signed.text).toContain(`anna (${anna.id}) has ${balance.toFixed(2)} EUR`);
    const key = createPublicKey({ key: Buffer.from(ourKey, 'base64'), format: 'der', type: 'spki' });
    expect(verify(null, Buffer.from(signed.text), key, Buffer.from(signed.signature, 'base64'))).toBe(true);
  });

  it('can be checked by anyone with Node and the public key', async () => {
    const shown = await statement();
    for (const key of [[], ['--key', ourKey]])
      expect(await checked(shown, ...key)).toMatchObject({ code: 0, out: expect.stringContaining(shown.signed.text) });
    expect((await checked(shown, '--key', publicKeyOf(Buffer.alloc(32, 1)))).code).toBe(1);
    expect((await checked({ head: shown.head })).code).toBe(2);
    const changed: object[] = [
      { balance: shown.balance + 1_000 },
      { balance: shown.balance + 0.001 },
      { affiliate: { ...shown.affiliate, username: 'ben' } },
      { at: new Date(0).toISOString() },
      { head: { ...shown.head, position: 1 } },
    ];
    for (const change of changed) expect([change, (await checked({ ...shown, ...change })).code]).toEqual([change, 1]);
    const text = shown.signed.text.replace(/has \S+ EUR/, 'has 9999.00 EUR');
    expect((await checked({ ...shown, balance: 9999, signed: { ...shown.signed, text } })).code).toBe(1);
  });
});
