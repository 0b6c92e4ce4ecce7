import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { projections } from '../../services/src/screens/screens.module.ts';
import { freePort } from '../../services/src/platform/embedded-postgres.ts';
import { noKafka, titled } from '../support/kafka.ts';
import { KafkaProcesses, registering } from '../support/kafka-processes.ts';

const about = noKafka ? describe.skip : describe;

about(titled('processes that share the work'), () => {
  let own: KafkaProcesses;
  beforeAll(async () => {
    own = await KafkaProcesses.open();
  });
  afterEach(() => own.endAll());
  afterAll(() => own.close());

  it('splits projections between projectors, and answers health checks on HEALTH_PORT', async () => {
    const port = await freePort();
    await own.relay({ HEALTH_PORT: String(port) });
    const names = projections.map(({ name }) => name);
    const [left, right] = await Promise.all([
      own.projector('--projections', names.slice(0, 2).join()),
      own.projector('--projections', names.slice(2).join()),
    ]);
    const statuses = ['/health/live', '/health/ready', '/health'].map(
      async (path) => (await fetch(`http://127.0.0.1:${port}${path}`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 200, 404]);
    await own.under(() => wait(1_000));
    expect(await own.wrong()).toEqual([]);
    expect([await left.end('SIGTERM'), await right.end('SIGTERM')]).toEqual([0, 0]);
  });

  it('a stopping api answers the requests it accepted, and on a new connection', async () => {
    const api = await own.begin('api-process.js');
    const socket = connect(Number(own.env['PORT']), '127.0.0.1');
    await once(socket, 'connect');
    let registered = 0;
    const some = Promise.withResolvers<void>();
    const answering = registering(`http://127.0.0.1:${own.env['PORT']}`).map(async (answer) => {
      if ((await answer) === 201 && ++registered === 2) some.resolve();
      return answer;
    });
    await Promise.race([some.promise, Promise.all(answering)]);
    const code = api.end('SIGTERM');
    await wait(300);
    socket.write('GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n');
    expect(String(await once(socket, 'data'))).toMatch(/^HTTP\/1.1 /);
    const answers = await Promise.all(answering);
    // A late one is refused or never admitted; none is cut off.
    expect(answers.filter((a) => a !== 201 && a !== 503 && a !== 'ECONNREFUSED')).toEqual([]);
    expect([await code, (await code) && api.lastLines]).toEqual([0, 0]);
  });
});
