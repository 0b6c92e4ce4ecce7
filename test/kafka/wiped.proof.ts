import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as wait } from 'node:timers/promises';
import { FailingBroker, noBrokerToEnd, titledForBroker } from '../support/failing-broker.ts';

(noBrokerToEnd ? describe.skip : describe)(titledForBroker('a broker that loses its data'), () => {
  let own: FailingBroker;
  beforeAll(async () => {
    own = await FailingBroker.open();
  });
  afterAll(() => own?.close());

  it('read models are filled from the log and the topic is published again', async () => {
    let on = true;
    const loading = own.load(() => on);
    await wait(1_000);
    await own.broker.kill();
    await own.broker.again({ wiped: true });
    await wait(5_000);
    on = false;
    await loading;
    expect(await own.missing()).toEqual({ readModels: [], events: 0 });
  });
});
