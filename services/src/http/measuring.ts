import type { Span } from '@opentelemetry/api';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Logger } from '../platform/logging.ts';
import type { Metrics } from '../observing/metrics.ts';
import { type Tracing, traceparentFrom } from '../observing/tracing.ts';
import type { SignedRequest } from './allow.ts';
import { callOf } from './answers.ts';

/** Why the store's inbox refuses, by status. */
const rejections: Record<number, string> = { 400: 'malformed', 401: 'signature', 413: 'size' };

/** Measures every request and logs one line with its ids and its log position. No body, query, address or name. */
export function measureRequests(fastify: FastifyInstance, metrics: Metrics, logger: Logger, tracing: Tracing): void {
  const spans = new WeakMap<SignedRequest, Span>();
  fastify.addHook('onRequest', async (request: SignedRequest) => {
    const { method, routeOptions, headers } = request;
    const { span, traceparent } = tracing.request(method, routeOptions?.url ?? 'unknown', traceparentFrom(headers['traceparent']));
    if (traceparent) request.traceparent = traceparent;
    if (span) spans.set(request, span);
  });
  fastify.addHook('onResponse', async (request: SignedRequest, reply: FastifyReply) => {
    const { method, id, routeOptions, commandId, traceparent } = request;
    const route = routeOptions?.url ?? 'unknown';
    const status = reply.statusCode;
    const call = callOf(request);
    // A stream ends when its reader leaves.
    if (call?.answers !== 'stream') metrics.requests.observe({ method, route, status: String(status) }, reply.elapsedTime / 1000);
    if (call?.signsIn && status === 401) metrics.failedSignIns.inc();
    if (call?.fromStore && rejections[status]) metrics.rejectedNotifications.inc({ reason: rejections[status] });
    spans.get(request)?.setAttribute('http.response.status_code', status).end();
    const position = reply.getHeader('log-position');
    const ids = { requestId: id, ...(commandId ? { commandId } : {}), ...(position ? { position: Number(position) } : {}) };
    const trace = traceparent ? { traceId: traceparent.split('-')[1] } : {};
    logger.info({ ...ids, ...trace, method, route, status, ms: Math.round(reply.elapsedTime) }, 'answered');
  });
}
