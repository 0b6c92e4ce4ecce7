import { expect, it } from '@jest/globals';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { startApp } from '../support/system.ts';

const VISITORS = 10;

it('answers what it accepts until it has stopped, and asks for another connection', async () => {
  const app = await startApp({ RATE_LIMIT: '1000000' });
  const agent = new Agent({ keepAlive: true });
  const ask = () =>
    new Promise<[status: number, connection: string]>((done, failed) => {
      get(`${app.url}/api/public/site/brand`, { agent }, (answer) => {
        answer.resume().on('end', () => done([answer.statusCode!, answer.headers.connection!]));
      }).on('error', failed);
    });
  const answers: [number, string][] = [];
  const visitor = async () => {
    // Until nobody listens.
    for (;;) answers.push(await ask());
  };
  const visitors = Promise.allSettled(Array.from({ length: VISITORS }, visitor));
  const more = async (count: number) => {
    for (const enough = answers.length + count; answers.length < enough;) await wait(5);
  };
  await more(20);
  // A connection that may still send a request is waited for.
  const silent = connect(Number(new URL(app.url).port), new URL(app.url).hostname);
  await once(silent, 'connect');
  await more(20);
  const before = answers.length;
  await app.stop();
  silent.destroy();
  await visitors;
  agent.destroy();
  expect(new Set(answers.map(([status]) => status))).toEqual(new Set([200]));
  const connections = answers.map(([, connection]) => connection);
  expect(connections.indexOf('close')).toBeGreaterThanOrEqual(before);
  expect(new Set(connections.slice(-VISITORS))).toEqual(new Set(['close']));
});
