import type { IncomingMessage } from 'node:http';
import { SECOND_MS } from '@framelift/contracts';
import type { FastifyInstance } from 'fastify';

/** What is read of a body that was refused before its end. A client that has more, or takes longer, sees its connection closed. */
const MOST_BYTES = 16 * 1024 * 1024;
const MOST_MS = 5 * SECOND_MS;
const MOST_AT_ONCE = 64;

let reading = 0;

/** Resolves at the end of the body, or where it is not worth waiting for. */
async function restOf(body: IncomingMessage): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let bytes = 0;
  const count = (chunk: Buffer) => ((bytes += chunk.length) > MOST_BYTES ? resolve() : undefined);
  const timeout = setTimeout(resolve, MOST_MS);
  body.on('data', count).once('end', resolve).once('close', resolve).once('error', resolve);
  body.resume();
  await promise;
  clearTimeout(timeout);
  body.off('data', count);
}

/** A body that is refused early is read to its end before the answer goes out: many clients only read once they have written. */
export function answerAfterBody(fastify: FastifyInstance): void {
  fastify.addHook('onSend', async ({ raw, method }, reply) => {
    if (raw.complete || raw.destroyed || method === 'GET' || method === 'HEAD' || reading >= MOST_AT_ONCE) return;
    reading++;
    await restOf(raw).finally(() => reading--);
    // Nothing is left on the connection that the next request could be mistaken for.
    if (raw.complete) reply.removeHeader('Connection');
  });
}
