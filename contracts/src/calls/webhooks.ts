import { type Static, Type } from 'typebox';
import { forAdmins } from './call.ts';
import { basedOn, Nullable, Page, RequiredLine, Time } from './fields.ts';
import { paged } from './queries.ts';

/** The calls about webhooks (docs/rules.md#23-webhooks), and their answers, exactly as JSON. */

export const WEBHOOK_STATES = ['active', 'paused', 'failing', 'gone'] as const;
export const DELIVERY_OUTCOMES = ['sent', 'waiting', 'dropped'] as const;

export const webhookLimits = {
  webhooks: 20,
  urlCharacters: 500,
  /** How long (ms) an old secret signs beside its successor. */
  oldSecretFor: 24 * 60 * 60 * 1000,
} as const;

export const webhookRefusals = {
  notFound: 'Webhook not found',
  nameTaken: 'Another webhook has this name',
  tooMany: `There can be at most ${webhookLimits.webhooks} webhooks`,
  urlInvalid: 'The address must begin with https:// and have no user name in it',
  urlPrivate: 'The address must be one of the public internet',
  typesInvalid: 'There is no such event',
  deliveryNotFound: 'There is no delivery at this position',
} as const;

const WebhookSettings = {
  name: RequiredLine(40),
  types: Type.Array(Type.String({ maxLength: 40, format: 'line' }), { maxItems: 50 }),
  personal: Type.Boolean(),
};

/** `types`: names of public events; none: all. */
export const WebhookBody = Type.Object({ ...WebhookSettings, url: RequiredLine(500) });
export type WebhookBody = Static<typeof WebhookBody>;
export const WebhookChangeBody = Type.Object({
  ...WebhookSettings,
  url: Type.Optional(RequiredLine(500)),
  paused: Type.Boolean(),
  ...basedOn,
});
export type WebhookChangeBody = Static<typeof WebhookChangeBody>;

const Result = Type.Object({
  status: Nullable(Type.Integer({ description: 'Of the answer; null: there was none' })),
  tookMs: Type.Integer({ description: 'How long it took' }),
  response: Type.String({ description: 'The error, or how the answer began' }),
});

export const WebhookView = Type.Object({
  id: Type.String(),
  name: Type.String(),
  host: Type.String({ description: 'Of its address, which is not shown again: it may hold a secret' }),
  types: Type.Array(Type.String(), { description: 'Public events; none: all' }),
  personal: Type.Boolean({ description: 'Whether it receives personal fields' }),
  state: Type.Enum(WEBHOOK_STATES, { description: 'failing: paused after three days of errors; gone: paused because it answered 410' }),
  waiting: Type.Integer({ description: 'Events it has not been told of yet' }),
  createdAt: Time,
  position: Type.Integer({ description: 'Of its last change, for `editBase`' }),
});
export type WebhookView = Static<typeof WebhookView>;
export const WebhooksView = Type.Object({ webhooks: Type.Array(WebhookView) });
export type WebhooksView = Static<typeof WebhooksView>;
export const WebhookSecretView = Type.Object({ id: Type.String(), secret: Type.String({ description: 'Shown once' }) });
export type WebhookSecretView = Static<typeof WebhookSecretView>;
export const WebhookTestView = Result;
export type WebhookTestView = Static<typeof WebhookTestView>;

export const DeliveriesView = Page({
  deliveries: Type.Array(
    Type.Object({
      position: Type.Integer(),
      type: Type.String(),
      recordedAt: Time,
      outcome: Type.Enum(DELIVERY_OUTCOMES),
      attempts: Type.Integer(),
      nextAttemptAt: Nullable(Time),
      doneAt: Nullable(Time),
      response: Nullable(Type.String({ description: 'The last answer or error' })),
    }),
    { description: 'Newest first, of the last 90 days' },
  ),
});
export type DeliveriesView = Static<typeof DeliveriesView>;

export const webhookCalls = forAdmins({
  'GET /api/admin/webhooks': { does: 'The webhooks.', scope: 'read:programme', noPersonalData: true, answers: WebhooksView },
  'POST /api/admin/webhooks': {
    does: 'Add a webhook. Its secret is shown once.',
    confirmed: true,
    body: WebhookBody,
    answers: WebhookSecretView,
    status: 201,
  },
  'PUT /api/admin/webhooks/:id': {
    does: 'Change a webhook. `paused: false` tells it what waited, in order.',
    confirmed: true,
    body: WebhookChangeBody,
    refuses: [404],
  },
  'DELETE /api/admin/webhooks/:id': { does: 'Take a webhook away.', refuses: [404] },
  'POST /api/admin/webhooks/:id/secret': {
    does: 'Give a webhook another secret, shown once; for a day both sign.',
    confirmed: true,
    answers: WebhookSecretView,
    refuses: [404],
  },
  'POST /api/admin/webhooks/:id/test': { does: 'Send a test event now.', answers: WebhookTestView, refuses: [404], lane: 'patient' },
  'GET /api/admin/webhooks/:id/deliveries': {
    does: 'The deliveries of a webhook, and its responses.',
    scope: 'read:programme',
    noPersonalData: true,
    query: paged,
    answers: DeliveriesView,
    refuses: [404],
  },
  'POST /api/admin/webhooks/:id/deliveries/:position/again': { does: 'Tell a webhook of one event again.', refuses: [404] },
});
