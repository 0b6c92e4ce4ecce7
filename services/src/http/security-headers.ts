import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import { errorView, refusals } from '@framelift/contracts';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../platform/config.ts';
import { docsPolicy, NOTHING } from './site/content-policy.ts';

export const YEAR_SECONDS = 365 * 24 * 60 * 60;

type Site = Pick<Config, 'publicUrl'>;

/** Headers of every response. HSTS is sent only if the public address has TLS: it cannot be revoked for a year. */
export const securityHeaders = ({ publicUrl }: Site): Record<string, string> => ({
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
  ...(publicUrl.startsWith('https://') ? { 'Strict-Transport-Security': `max-age=${YEAR_SECONDS}` } : {}),
});

/** Headers of a response that bypasses the framework. */
export const minimalHeaders = (config: Site): Record<string, string> => ({
  ...securityHeaders(config),
  'Content-Security-Policy': NOTHING,
  'Cache-Control': 'no-store',
});

export function secureAnswers(fastify: FastifyInstance, config: Config): void {
  const common = securityHeaders(config);
  fastify.addHook('onSend', async (request, reply) => {
    // A preview may be in a frame of the site: it says so itself.
    const framed = reply.getHeader('X-Frame-Options');
    reply.headers(common).header('Request-Id', request.id);
    if (framed) reply.header('X-Frame-Options', framed);
    if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store');
    if (reply.hasHeader('Content-Security-Policy')) return;
    // Only the API's documents are a page without a file of the site.
    const page = String(reply.getHeader('content-type')).startsWith('text/html');
    reply.header('Content-Security-Policy', page ? docsPolicy : NOTHING);
  });
}

const reasons: Record<string, string> = {
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
};

/** Answers malformed HTTP, which reaches no route. */
export const handleClientError = (config: Config) => (error: { code?: string }, socket: Socket) => {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const body = JSON.stringify(errorView(refusals.badRequest));
  const headers = {
    ...minimalHeaders(config),
    'Request-Id': randomUUID(),
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${reasons[error.code ?? ''] ?? '400 Bad Request'}\r\n${lines.join('')}\r\n${body}`);
};
