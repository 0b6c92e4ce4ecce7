import { Type } from 'typebox';
import { catalogue, whole } from './catalogue.ts';
import { Id, Time } from './event-fields.ts';

const webhookId = Id;
/** The settings of an endpoint. Its address and secrets are outside the log; `host` is the address's. */
const endpoint = {
  name: Type.String({ minLength: 1, maxLength: 40 }),
  host: Type.String({ maxLength: 260 }),
  /** Names of public events; none: all. */
  types: Type.Array(Type.String({ maxLength: 40 })),
  personal: Type.Boolean(),
};

/** Facts about webhooks (docs/rules.md#23-webhooks). */
export const webhookEvents = catalogue({
  WebhookAdded: {
    means: 'An admin added an address that receives public events, from the next one on.',
    people: { topic: 'system', bell: null, mail: null, adminMail: 'webhookAdded', action: null, public: null },
    data: Type.Object({ webhookId, ...endpoint }),
  },
  WebhookChanged: {
    means: 'An admin changed a webhook’s events or address; all fields, including unchanged ones.',
    people: { topic: 'system', bell: null, mail: null, adminMail: 'webhookChanged', action: null, public: null },
    data: Type.Object({ webhookId, ...endpoint }),
  },
  WebhookSecretRenewed: {
    means: 'A webhook got another secret; until `oldUntil` both sign.',
    people: { topic: 'system', bell: null, mail: null, adminMail: null, action: null, public: null },
    data: Type.Object({ webhookId, oldUntil: Time }),
  },
  WebhookPaused: {
    means: 'A webhook is paused; its events queue up.',
    people: {
      topic: 'system',
      bell: null,
      mail: null,
      adminMail: { webhookPaused: ({ because }) => because !== 'admin' },
      action: null,
      public: null,
    },
    data: Type.Object({ webhookId, because: Type.Enum(['admin', 'failing', 'gone']) }),
  },
  WebhookResumed: {
    means: 'A webhook was resumed; queued events are sent first, in order.',
    people: { topic: 'system', bell: null, mail: null, adminMail: null, action: null, public: null },
    data: Type.Object({ webhookId }),
  },
  WebhookRemoved: {
    means: 'An admin took a webhook away.',
    people: { topic: 'system', bell: null, mail: null, adminMail: null, action: null, public: null },
    outlives: whole,
    data: Type.Object({ webhookId }),
  },
});
