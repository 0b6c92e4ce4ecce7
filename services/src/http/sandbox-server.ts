import type { AddressInfo } from 'node:net';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import type { FastifyInstance } from 'fastify';

/** A separate server for sandboxes of foreign ones. Bodies reach routes as text; closing it ends every connection. */
export function sandboxServer(problem: (status: number) => object): FastifyInstance {
  const server = new FastifyAdapter({ forceCloseConnections: true, bodyLimit: 64 * 1024 }).getInstance<FastifyInstance>();
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  server.addHook(
    'onRequest',
    async (_request, reply) => void reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' }),
  );
  server.setErrorHandler((error, _request, reply) => {
    const status = error instanceof SyntaxError ? 400 : 500;
    return reply.code(status).send(problem(status));
  });
  return server;
}

export const portOf = ({ server }: FastifyInstance): number => (server.address() as AddressInfo).port;
