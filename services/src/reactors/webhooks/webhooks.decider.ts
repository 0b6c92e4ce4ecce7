import {
  type Fact,
  fact,
  PUBLIC_EVENT_NAMES,
  refusals,
  type Stored,
  webhookLimits,
  webhookRefusals,
  webhooksStream,
} from '@framelift/contracts';
import type { Decider, Source } from '../../engine/log/deciding/decider.ts';
import { refuseIf } from '../../platform/refused.ts';
import type * as commands from './webhooks.commands.ts';

export interface Webhook {
  id: string;
  name: string;
  host: string;
  types: readonly string[];
  personal: boolean;
  /** Undefined: it is active. */
  paused?: Stored<'WebhookPaused'>['because'] | undefined;
  /** It receives events after this position. */
  addedAt: number;
  /** ISO 8601. */
  addedOn: string;
  /** Position of its last change. */
  changedAt: number;
}

export interface Webhooks {
  webhooks: readonly Webhook[];
}

const changed = (webhooks: readonly Webhook[], id: string, change: Partial<Webhook>): Webhooks => ({
  webhooks: webhooks.map((webhook) => (webhook.id === id ? { ...webhook, ...change } : webhook)),
});

export const webhooksDecider: Decider<Webhooks> = {
  name: 'webhooks',
  version: 2,
  initial: { webhooks: [] },
  evolve: {
    WebhookAdded: ({ webhooks }, { webhookId: id, ...settings }, { position, at }) => ({
      webhooks: [...webhooks, { id, ...settings, addedAt: position, addedOn: at, changedAt: position }],
    }),
    WebhookChanged: ({ webhooks }, { webhookId, ...fields }, { position: changedAt }) =>
      changed(webhooks, webhookId, { ...fields, changedAt }),
    WebhookPaused: ({ webhooks }, { webhookId, because }, { position: changedAt }) =>
      changed(webhooks, webhookId, { paused: because, changedAt }),
    WebhookResumed: ({ webhooks }, { webhookId }, { position: changedAt }) =>
      changed(webhooks, webhookId, { paused: undefined, changedAt }),
    WebhookRemoved: ({ webhooks }, { webhookId }) => ({ webhooks: webhooks.filter(({ id }) => id !== webhookId) }),
  },
};

export const webhooksSource: Source<Webhooks> = { streamId: webhooksStream, decider: webhooksDecider };

const found = ({ webhooks }: Webhooks, webhookId: string): Webhook => {
  const webhook = webhooks.find(({ id }) => id === webhookId);
  refuseIf(!webhook, webhookRefusals.notFound, 'missing');
  return webhook!;
};

function check({ webhooks }: Webhooks, { name, types }: Pick<Webhook, 'name' | 'types'>, webhookId?: string): void {
  const sameName = webhooks.some((w) => w.id !== webhookId && w.name.toLowerCase() === name.toLowerCase());
  refuseIf(sameName, webhookRefusals.nameTaken, 'conflict');
  refuseIf(!types.every((type) => (PUBLIC_EVENT_NAMES as readonly string[]).includes(type)), webhookRefusals.typesInvalid);
}

export const addWebhook = (state: Webhooks, c: commands.AddWebhook): Fact[] => {
  const { webhookId, name, host, types, personal } = c;
  refuseIf(state.webhooks.length >= webhookLimits.webhooks, webhookRefusals.tooMany, 'conflict');
  check(state, c);
  return [fact('WebhookAdded', { webhookId, name, host, types: [...new Set(types)], personal })];
};

/** Records nothing without a change. */
export const changeWebhook = (state: Webhooks, c: commands.ChangeWebhook): Fact[] => {
  const { webhookId, name, types, personal, address, paused, editBase } = c;
  const now = found(state, webhookId);
  refuseIf(now.changedAt > editBase, refusals.changedMeanwhile('webhook'), 'conflict');
  check(state, c, webhookId);
  const next = { name, host: address?.host ?? now.host, types: [...new Set(types)], personal };
  const before = { name: now.name, host: now.host, types: now.types, personal: now.personal };
  const differs = address !== undefined || JSON.stringify(next) !== JSON.stringify(before);
  return [
    ...(differs ? [fact('WebhookChanged', { webhookId, ...next })] : []),
    ...(paused && !now.paused ? [fact('WebhookPaused', { webhookId, because: 'admin' })] : []),
    ...(!paused && now.paused ? [fact('WebhookResumed', { webhookId })] : []),
  ];
};

export const renewSecret = (state: Webhooks, { webhookId, oldUntil }: commands.RenewWebhookSecret): Fact[] => {
  found(state, webhookId);
  return [fact('WebhookSecretRenewed', { webhookId, oldUntil })];
};

/** Silent where it is paused or gone already: several attempts may end at once. */
export const pauseWebhook = ({ webhooks }: Webhooks, { webhookId, because }: commands.PauseWebhook): Fact[] =>
  webhooks.some(({ id, paused }) => id === webhookId && !paused) ? [fact('WebhookPaused', { webhookId, because })] : [];

export const removeWebhook = (state: Webhooks, { webhookId }: commands.RemoveWebhook): Fact[] => {
  found(state, webhookId);
  return [fact('WebhookRemoved', { webhookId })];
};

/** Whether a webhook receives a public event at a position. */
export const wants = ({ types, addedAt }: Webhook, type: string, position: number): boolean =>
  position > addedAt && (!types.length || types.includes(type));
