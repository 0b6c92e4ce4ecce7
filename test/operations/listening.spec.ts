import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { networkInterfaces } from 'node:os';
import { freePort } from '../../services/src/platform/embedded-postgres.ts';
import { freshDatabase, type TestDatabase } from '../support/database.ts';
import { skipReason } from '../support/skip-reason.ts';
import { type App, startApp } from '../support/system.ts';

const hasIpv6 = Object.values(networkInterfaces()).some((addresses) => addresses?.some(({ address }) => address === '::1'));
const titled = skipReason(hasIpv6 ? undefined : 'this machine has no IPv6');

const isAnswered = (host: string, port: number, path: string): Promise<boolean> =>
  fetch(`http://${host}:${port}${path}`).then(
    ({ ok }) => ok,
    () => false,
  );

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.close());

/** Which of this machine's addresses answer, on each port of a process. */
async function answering(settings: Record<string, string>, of: (app: App) => [number, string][]): Promise<Record<string, boolean[]>> {
  const app = await startApp({ METRICS_PORT: String(await freePort()), ...settings }, db);
  try {
    const hosts = ['127.0.0.1', '[::1]'];
    const found = hosts.map(
      async (host) => [host, await Promise.all(of(app).map(([port, path]) => isAnswered(host, port, path)))] as const,
    );
    return Object.fromEntries(await Promise.all(found));
  } finally {
    await app.stop();
  }
}
const ports = ({ system: { config } }: App): [number, string][] => [
  [config.port, '/health/live'],
  [config.metrics.port, '/metrics'],
];

(hasIpv6 ? describe : describe.skip)(titled('every port of a process'), () => {
  it('answers at each address of the machine if HOST is not set', async () => {
    expect(await answering({}, ports)).toEqual({ '127.0.0.1': [true, true], '[::1]': [true, true] });
  });
  it('answers at HOST alone if it is set', async () => {
    expect(await answering({ HOST: '127.0.0.1' }, ports)).toEqual({ '127.0.0.1': [true, true], '[::1]': [false, false] });
    expect(await answering({ HOST: '::1' }, ports)).toEqual({ '127.0.0.1': [false, false], '[::1]': [true, true] });
  });
});

it.each(['192.0.2.1', 'nowhere.invalid'])('refuses HOST=%s, which is not here, in a sentence', async (HOST) => {
  await expect(startApp({ HOST }, db)).rejects.toThrow('HOST is not an address of this machine');
});
