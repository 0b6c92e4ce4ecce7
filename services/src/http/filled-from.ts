import type { FastifyInstance } from 'fastify';
import { refusals, takesBase } from '@framelift/contracts';
import { Refused } from '../platform/refused.ts';
import { callOf } from './answers.ts';

/** Reads the header `Edit-Base` as the field `editBase`, its name since: what a command is based on is part of its body, so of its fingerprint. */
export function readEditBase(fastify: FastifyInstance): void {
  fastify.addHook('preHandler', async (request) => {
    const header = request.headers['edit-base'];
    const call = callOf(request);
    if (header === undefined || !call || !takesBase(call)) return;
    const body = request.body ?? (call.body as { default?: unknown }).default;
    // What is no object, or missing, is refused where bodies are checked.
    if (typeof body !== 'object' || body === null || Array.isArray(body)) return;
    const base = typeof header === 'string' && header.trim() !== '' ? Number(header) : Number.NaN;
    const given = (body as { editBase?: unknown }).editBase ?? base;
    if (!Number.isSafeInteger(base) || given !== base) throw new Refused(refusals.badRequest);
    request.body = { ...body, editBase: base };
  });
}
