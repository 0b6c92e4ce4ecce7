import { SECOND_MS } from '@framelift/contracts';
import type { FastifyInstance } from 'fastify';

/** How long the rest of a refused body is read. A client that takes longer sees its connection closed. */
const MOST_MS = 10 * SECOND_MS;

/**
 * A body that is refused before its end is answered at once, and the rest of it is read and thrown away: most clients only read once they
 * have written, and a closed connection would hide the answer from them.
 */
export function readRestOfBodies(fastify: FastifyInstance): void {
  fastify.addHook('onSend', async ({ raw, method }, reply) => {
    if (raw.complete || raw.destroyed || method === 'GET' || method === 'HEAD') return;
    // Node reads the rest by itself where the connection stays open.
    reply.removeHeader('Connection');
    const { socket } = raw;
    const slow = setTimeout(() => void (raw.complete || socket.destroy()), MOST_MS).unref();
    raw.once('close', () => clearTimeout(slow));
  });
}
