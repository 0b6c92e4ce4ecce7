import type { Call } from './call.ts';

/** The sandbox mailbox, health, metrics and this document. */
export const systemCalls = {
  'GET /sandbox/mail': {
    does: 'The sandbox mailbox: what was sent, where there is no mail server.',
    permission: 'public',
    answers: 'page',
  },
  'GET /sandbox/mail/:id': { does: 'One mail of the sandbox mailbox.', permission: 'public', answers: 'page' },
  'GET /health/live': { does: 'The process runs.', permission: 'public', lane: 'unlimited', answers: 'text' },
  'GET /health/ready': { does: 'The process can serve.', permission: 'public', lane: 'unlimited', answers: 'text' },
  'GET /metrics': {
    does: 'What Prometheus scrapes, with METRICS_TOKEN as Bearer; where none is set it is unknown here and on METRICS_PORT alone.',
    permission: 'public',
    lane: 'unlimited',
    answers: 'plain',
    refuses: [401, 404],
  },
  'GET /api/openapi.json': { does: 'This document.', permission: 'public', answers: 'text' },
} as const satisfies Record<string, Call>;
