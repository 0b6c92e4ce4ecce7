import { SECOND_MS } from '@framelift/contracts';
import type { FastifyInstance } from 'fastify';

/** How long the rest of a refused body is read. Then the connection is closed. */
const MOST_MS = 10 * SECOND_MS;

/**
 * Responds immediately to a body that is refused before its end, then reads and discards the rest: most clients read only after they
 * have written everything, and a closed connection would hide the response from them.
 */
export function readRestOfBodies(fastify: FastifyInstance): void {
  fastify.addHook('onSend', async ({ raw, method }, reply) => {
    if (raw.complete || raw.destroyed || method === 'GET' || method === 'HEAD') return;
    // Node reads the rest by itself if the connection stays open.
    reply.removeHeader('Connection');
    const { socket } = raw;
    const slow = setTimeout(() => void (raw.complete || socket.destroy()), MOST_MS).unref();
    raw.once('close', () => clearTimeout(slow));
  });
}
