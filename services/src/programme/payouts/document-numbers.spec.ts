import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { affiliateStream, documentsStream, firstTerms, payoutRules, payoutStream, type Stored } from '@framelift/contracts';
import { atProof } from '../../../../test/support/counts.ts';
import {
  affiliateRegistered,
  cashoutRequested,
  cashoutsCollected,
  payoutRunSettled,
  payoutRunStarted,
  programmeTermsSet,
  saleRecorded,
} from '../../../../test/support/facts.ts';
import { append } from '../../../../test/support/history.ts';
import { ref } from '../../../../test/support/invoices.ts';
import { type App, startApp } from '../../../../test/support/system.ts';

const DOCUMENTS = atProof(10_000, 60, 'documents that four processes number');
const PROCESSES = 4;
const EARLIER = '2025-03-01T12:00:00.000Z';

let app: App;
beforeAll(async () => void (app = await startApp()));
afterAll(() => app.stop());

/** Pays these runs in a separate process. */
async function payInAnotherProcess(runIds: readonly string[]): Promise<void> {
  const dist = JSON.stringify(pathToFileURL(join(import.meta.dirname, '../../../dist')));
  const program = `
    const [, url, key, ...runIds] = process.argv;
    const dist = ${dist};
    const { createPool } = await import(dist + '/platform/pg.js');
    const { Vault } = await import(dist + '/engine/log/sealing/vault.js');
    const { Log } = await import(dist + '/engine/log/log.js');
    const { Streams } = await import(dist + '/engine/log/deciding/streams.js');
    const { finishRun } = await import(dist + '/programme/payouts/finishing.js');
    const pool = createPool(url);
    const streams = new Streams(pool, await Log.open(pool, new Vault(pool, Buffer.from(key, 'hex'))));
    for (const runId of runIds) await finishRun(streams, runId);
    await pool.end();
  `;
  const args = ['--input-type=module', '-e', program, app.db.appUrl, app.db.masterKey.toString('hex'), ...runIds];
  const [code] = await once(spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] }), 'exit');
  expect(code).toBe(0);
}

it('are given without a gap and without a double, while processes pay other runs and the same ones', async () => {
  const terms = { ...firstTerms, selfBilling: { country: 'DE', vatNumber: 'DE136695976', rateBps: 19_00 } } as const;
  await append(app.system, 'programme', [programmeTermsSet({ ...terms, tiers: [...terms.tiers], paymentTypes: [...terms.paymentTypes] })]);
  const size = Math.min(payoutRules.most, Math.ceil(DOCUMENTS / (2 * PROCESSES)));
  const runIds: string[] = [];
  const all: string[] = [];
  for (let made = 0; made < DOCUMENTS; made += size) {
    const runId = `run${String(runIds.length).padStart(13, '0')}`;
    const cashouts = Array.from({ length: Math.min(size, DOCUMENTS - made) }, (_, i) => ({
      cashoutId: `p${String(made + i).padStart(15, '0')}-1`,
      amountCents: 60_00,
      paymentType: 'paypal' as const,
    }));
    for (const { cashoutId, amountCents } of cashouts) {
      const id = cashoutId.slice(0, 16);
      await append(app.system, affiliateStream(id), [
        affiliateRegistered({ affiliateId: id }),
        saleRecorded({ ...ref(`i-${id}`), commissionCents: 100_00, soldAt: EARLIER, availableAt: EARLIER }),
        cashoutRequested({ cashoutId, amountCents }),
        cashoutsCollected({ runId, cashouts: [{ cashoutId, amountCents }] }),
      ]);
    }
    await append(app.system, payoutStream(runId), [payoutRunStarted({ runId, cashouts }), payoutRunSettled({ reference: 'PP-1' })]);
    runIds.push(runId);
    all.push(...cashouts.map(({ cashoutId }) => cashoutId));
  }
  // Each run is paid by two processes at the same time.
  await Promise.all(
    Array.from({ length: PROCESSES }, (_, n) =>
      payInAnotherProcess(runIds.filter((_run, i) => i % (PROCESSES / 2) === n % (PROCESSES / 2))),
    ),
  );
  const issued = (await app.system.log.readStream(documentsStream(2025))).map(({ data }) => data as Stored<'DocumentIssued'>);
  expect(issued.map(({ document }) => document.number)).toEqual(Array.from({ length: DOCUMENTS }, (_, i) => i + 1));
  expect(issued.map(({ cashoutId }) => cashoutId).toSorted()).toEqual(all.toSorted());
}, 1_200_000);
