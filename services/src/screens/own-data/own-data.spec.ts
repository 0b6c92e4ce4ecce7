import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { type Catalogue, events, type LiveUpdate } from '@framelift/contracts';
import { Type } from 'typebox';
import { freshDatabase, type TestDatabase } from '../../../../test/support/database.ts';
import { until } from '../../../../test/support/until.ts';
import { shipped } from '../../engine/log/log.ts';
import type { Account } from '../../http/allow.ts';
import { Live } from '../live/live.ts';
import { OwnDataController } from './own-data.controller.ts';

const noted: Catalogue = {
  AffiliateNoted: { means: 'An admin noted something.', data: Type.Object({ note: Type.String() }), personal: { note: 'affiliate' } },
};
let db: TestDatabase;
let live: Live;
beforeAll(async () => {
  db = await freshDatabase({ words: { ...shipped, catalogue: { ...events, ...noted } } });
});
afterAll(() => {
  live.beforeApplicationShutdown();
  return db.close();
});

const account = (kind: Account['kind']): Account => ({ kind, id: 'a'.repeat(16), session: 's', confirmed: true, needsTotp: false });
const append = async (...facts: { type: string; data: object }[]) => {
  const commandId = randomUUID();
  const metadata = {
    occurredAt: new Date().toISOString(),
    actor: { kind: 'admin', id: 'x' },
    commandId,
    correlationId: commandId,
  } as const;
  await db.log.append({ streams: [{ streamId: `affiliate-${'a'.repeat(16)}`, expected: 'any', facts: facts as never }], metadata });
};

it('an event that only admins may see reaches its affiliate neither in their own data nor live', async () => {
  live = new Live(db.pool, db.log, db.wakeup);
  const own: LiveUpdate[] = [];
  const all: LiveUpdate[] = [];
  await live.subscribe({ account: account('affiliate'), send: (update) => own.push(update), changed() {}, end() {} });
  await live.subscribe({ account: account('admin'), send: (update) => all.push(update), changed() {}, end() {} });
  await append({ type: 'AffiliateNoted', data: { note: 'asks often' } });
  await until(() => all.some((u) => u.events.includes('AffiliateNoted' as never)));
  await append({ type: 'PaymentMethodRemoved', data: { paymentMethodId: '1' } });
  await until(() => own.length > 0);
  expect(own.flatMap((u) => u.events)).toEqual(['PaymentMethodRemoved']);

  const data = await new OwnDataController(db.log, db.vault).data(account('affiliate'), {});
  expect(data.events.map((e) => e.type)).toEqual(['PaymentMethodRemoved']);
  expect(JSON.stringify(data)).not.toContain('asks often');
});
