import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { type RunningKafka, startKafka } from '../../deploy/kafka-local/kafka.mjs';
import { freePort } from '../../services/src/platform/embedded-postgres.ts';
import { noKafka, titled } from '../support/kafka.ts';
import { KafkaProcesses } from '../support/kafka-processes.ts';
import { until } from '../support/until.ts';

const run = promisify(execFile);
const about = noKafka ? describe.skip : describe;

about(titled('brokers that want TLS and a name'), () => {
  let folder: string;
  let kafka: RunningKafka;
  let own: KafkaProcesses;
  let settings: Record<string, string>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'framelift-secured-'));
    const [key, certificate, both] = ['key.pem', 'certificate.pem', 'both.pem'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '1'];
    await run('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...subject, '-keyout', key, '-out', certificate]);
    await appendFile(both, (await readFile(key, 'utf8')) + (await readFile(certificate, 'utf8')));
    const secured = { port: await freePort(), certificate: both, username: 'shop', password: 'a-long-password' };
    kafka = await startKafka(join(folder, 'kafka'), { secured });
    settings = {
      KAFKA_BROKERS: `127.0.0.1:${secured.port}`,
      KAFKA_SSL: 'on',
      KAFKA_USERNAME: secured.username,
      KAFKA_PASSWORD: secured.password,
      NODE_EXTRA_CA_CERTS: certificate,
    };
    own = await KafkaProcesses.open(kafka.brokers, { ...settings, KAFKA_SASL: 'scram-sha-512' });
  });
  afterEach(() => own.endAll());
  afterAll(async () => {
    await own.close();
    await kafka.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it.each(['plain', 'scram-sha-256', 'scram-sha-512'])('carry every event by %s', async (mechanism) => {
    const more = { KAFKA_SASL: mechanism };
    await own.relay(more);
    await own.begin('projector.js', [], more);
    await own.under(() => wait(1_000));
    expect(await own.wrong()).toEqual([]);
  });

  it.each([
    ['another password', { KAFKA_PASSWORD: 'wrong' }, /Authentication failed|SASL/i],
    ['no TLS', { KAFKA_SSL: 'off' }, /connection|closed|timeout|ECONNRESET/i],
    ['an unknown authority', { NODE_EXTRA_CA_CERTS: '' }, /self-signed|certificate/i],
  ])('refuse %s, and the relay says so', async (_, wrong, words) => {
    const relay = await own.relay({ KAFKA_SASL: 'scram-sha-256', ...wrong });
    await until(() => words.test(relay.output), 60_000);
    expect(relay.output).not.toContain('a-long-password');
  });
});
