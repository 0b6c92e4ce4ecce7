import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../services/src/platform/embedded-postgres.ts';
import { atProof } from '../support/counts.ts';
import { FailingBroker, noBrokerToEnd, relayAgeOf, titledForBroker } from '../support/failing-broker.ts';
import { until } from '../support/until.ts';
import { type App, startApp } from '../support/system.ts';

const AWAY_SECONDS = atProof(60, 10, 'seconds without a broker');

(noBrokerToEnd ? describe.skip : describe)(titledForBroker('a broker that fails'), () => {
  let own: FailingBroker;
  beforeAll(async () => {
    own = await FailingBroker.open();
  });
  afterAll(() => own?.close());

  it('being off under load fails no command and no view, and afterwards nothing is missing', async () => {
    let on = true;
    const loading = own.load(() => on);
    await until(async () => (await own.condition())['status'] === 'ok');
    await own.broker.kill();
    while (!((await relayAgeOf(own.app)) >= AWAY_SECONDS)) await wait(250);
    await until(async () => (await own.condition())['status'] === 'degraded', 60_000);
    const { relayAge: _, ...without } = await own.condition();
    expect(without).toEqual({ http: 200, status: 'degraded', degraded: ['kafka'] });
    await own.broker.again();
    await until(async () => (await own.condition())['status'] === 'ok');
    on = false;
    expect([...(await loading).keys()]).toEqual([200]);
    expect(await own.missing()).toEqual({ readModels: [], events: 0 });
    expect(await own.condition()).toEqual({ http: 200, status: 'ok', relayAge: 0 });
  });
});

describe('a broker that never existed', () => {
  let app: App;
  beforeAll(async () => {
    const brokers = `127.0.0.1:${await freePort()}`;
    app = await startApp({ KAFKA_BROKERS: brokers, KAFKA_TOPIC: 'framelift.events', METRICS_PORT: String(await freePort()) });
  });
  afterAll(() => app?.stop());

  it('is noticed: commands and views work, and the relay reports the age of its first event', async () => {
    const me = await app.affiliate();
    expect((await me.get('/api/affiliate/stats')).status).toBe(200);
    while (!((await relayAgeOf(app)) > 1)) await wait(100);
  });
});
