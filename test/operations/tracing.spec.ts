// W3C trace context from the request through the log (and Kafka) to the read models, as a collector receives it.
import { describe, expect, it } from '@jest/globals';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Freshness } from '../../services/src/engine/projecting/freshness.ts';
import { startApp } from '../support/system.ts';
import { noKafka, titled } from '../support/kafka.ts';
import { sharedBroker } from '../support/stack.ts';
import { until } from '../support/until.ts';

interface Seen {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: { key: string; value: Record<string, unknown> }[];
}

/** An OTLP collector, as far as traces go. */
async function collector() {
  const spans: Seen[] = [];
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    bodies.push(body);
    for (const { scopeSpans } of JSON.parse(body).resourceSpans) for (const scope of scopeSpans) spans.push(...scope.spans);
    response.setHeader('Content-Type', 'application/json').end('{}');
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const { port } = server.address() as AddressInfo;
  return { spans, bodies, url: `http://127.0.0.1:${port}`, close: () => new Promise((done) => server.close(done)) };
}

const traceId = 'a'.repeat(32);
const client = `00-${traceId}-${'b'.repeat(16)}-01`;

async function registered(settings: Record<string, string>) {
  const app = await startApp(settings);
  try {
    const body = { username: 'tracedcanary', email: 'canary@example.org', password: 'correct horse battery' };
    const answer = await app.anybody.post('/api/affiliate/register', body, { traceparent: client });
    // A view waits at most a second; over Kafka the projectors may still be joining their groups.
    const freshness = new Freshness(app.system.pool);
    for (const name of ['dashboard', 'accounts']) await until(() => freshness.reached(name, 'all', answer.position));
    return (await app.system.log.readStream(`affiliate-${answer.body.affiliate.id}`))[0]!.metadata.traceparent;
  } finally {
    await app.stop();
  }
}

describe('tracing', () => {
  it('is off unless a collector is named: a client’s context only travels with the events', async () => {
    expect(await registered({})).toBe(client);
  });

  const leads = async (settings: Record<string, string>, ...publishing: string[]) => {
    const { spans, bodies, url, close } = await collector();
    const carried = await registered({ ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: url });
    await close();
    const request = spans.find((s) => s.name === 'POST /api/affiliate/register')!;
    expect(request).toMatchObject({ traceId, parentSpanId: 'b'.repeat(16) });
    expect(carried).toBe(`00-${traceId}-${request.spanId}-01`);
    const caused = spans.filter((s) => s.parentSpanId === request.spanId);
    for (const name of ['project dashboard', 'project accounts', ...publishing]) expect(caused.map((s) => s.name)).toContain(name);
    expect(caused.every((s) => s.traceId === traceId)).toBe(true);
    expect(bodies.join('')).not.toContain('canary');
  };

  it('leads from a request to every read model', () => leads({}));

  const overKafka = noKafka ? it.skip : it;
  overKafka(titled('leads from a request to every read model, over Kafka'), async () =>
    leads({ KAFKA_BROKERS: await sharedBroker(), KAFKA_TOPIC: 'traced' }, 'publish traced'),
  );
});
