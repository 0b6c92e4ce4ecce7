// API keys and webhooks as an admin sees them. No two figures are equal.
import type { AnswerOf, Answers } from '../screen.tsx';

type Webhook = AnswerOf<'GET /api/admin/webhooks'>['webhooks'][number];

export const keys: AnswerOf<'GET /api/admin/keys'> = {
  keys: [
    {
      id: 'c3d4e5f6a7b8',
      name: 'Warehouse',
      scopes: ['read:programme', 'read:personal', 'write:sales'],
      perMinute: 1_200,
      createdAt: '2026-04-03T12:00:00.000Z',
      createdBy: 'root',
      expiresAt: '2099-07-02T12:00:00.000Z',
      lastUsedAt: '2026-04-04T12:30:00.000Z',
    },
    {
      id: 'b2c3d4e5f6a7',
      name: 'Reports',
      scopes: ['read:events'],
      perMinute: 60,
      createdAt: '2026-04-02T12:00:00.000Z',
      createdBy: 'ada',
      expiresAt: null,
      lastUsedAt: null,
    },
    {
      id: 'a1b2c3d4e5f6',
      name: 'Old shop',
      scopes: ['read:affiliates'],
      perMinute: 7,
      createdAt: '2026-04-01T12:00:00.000Z',
      createdBy: 'bo',
      expiresAt: '2026-04-05T12:00:00.000Z',
      lastUsedAt: null,
    },
  ],
};

const webhook = (id: string, name: string, fields: Partial<Webhook>): Webhook => ({
  id,
  name,
  host: `${id}.example`,
  types: [],
  personal: false,
  state: 'active',
  waiting: 0,
  createdAt: '2026-04-01T12:00:00.000Z',
  position: 31,
  ...fields,
});
export const webhooks: Webhook[] = [
  webhook('w4', 'Books', { types: ['sale.credited', 'sale.reversed'], personal: true, waiting: 1_003, position: 34 }),
  webhook('w3', 'Stock', { state: 'paused', waiting: 12, position: 33 }),
  webhook('w2', 'Chat', { state: 'failing', waiting: 5, position: 32 }),
  webhook('w1', 'Mail', { state: 'gone' }),
];

export const deliveries: AnswerOf<'GET /api/admin/webhooks/:id/deliveries'> = {
  deliveries: [
    {
      position: 903,
      type: 'sale.reversed',
      recordedAt: '2026-04-03T12:00:00.000Z',
      outcome: 'waiting',
      attempts: 2,
      nextAttemptAt: '2026-04-03T12:05:00.000Z',
      doneAt: null,
      response: 'out of paper',
    },
    {
      position: 902,
      type: 'sale.credited',
      recordedAt: '2026-04-02T12:00:00.000Z',
      outcome: 'sent',
      attempts: 1,
      nextAttemptAt: null,
      doneAt: '2026-04-02T12:01:00.000Z',
      response: '200 OK',
    },
    {
      position: 901,
      type: 'sale.credited',
      recordedAt: '2026-04-01T12:00:00.000Z',
      outcome: 'dropped',
      attempts: 9,
      nextAttemptAt: null,
      doneAt: null,
      response: null,
    },
  ],
  next: null,
};

export const integrations: Answers = { 'GET /api/admin/keys': keys, 'GET /api/admin/webhooks': { webhooks } };
