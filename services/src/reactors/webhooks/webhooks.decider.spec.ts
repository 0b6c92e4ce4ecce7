import { describe, expect, it } from '@jest/globals';
import { fact, type Fact, PUBLIC_EVENT_NAMES, refusals, webhookLimits, webhookRefusals } from '@framelift/contracts';
import { given, stateOf } from '../../../../test/support/given.ts';
import * as rule from './webhooks.decider.ts';

const [type, other] = PUBLIC_EVENT_NAMES as unknown as [string, string];
const chosen = { name: 'Shop', types: [type], personal: false };
const added = (webhookId: string, more: object = {}) =>
  fact('WebhookAdded', { webhookId, ...chosen, host: 'shop.example', ...more } as never);
const paused = (webhookId = 'w1', because: 'admin' | 'failing' | 'gone' = 'admin') => fact('WebhookPaused', { webhookId, because });
const hooks = (...facts: Fact[]) => given(rule.webhooksDecider, facts);
const of = (...facts: Fact[]) => stateOf(rule.webhooksDecider, facts).webhooks;

it('is one stream', () => expect(rule.webhooksSource).toMatchObject({ streamId: 'webhooks', decider: { name: 'webhooks' } }));

describe('webhooks', () => {
  it('are none at first', () => expect(of()).toEqual([]));
  it('have their last settings', () => {
    const first = { id: 'w1', ...chosen, host: 'shop.example', addedAt: 1, addedOn: '2026-01-01T00:00:00.000Z', changedAt: 1 };
    expect(of(added('w1'))).toEqual([first]);
    expect(
      of(added('w1'), added('w2', { name: 'B' }), fact('WebhookChanged', { webhookId: 'w1', ...chosen, name: 'C', host: 'h' } as never)),
    ).toEqual([
      { ...first, name: 'C', host: 'h', changedAt: 3 },
      { ...first, id: 'w2', name: 'B', addedAt: 2, changedAt: 2 },
    ]);
    expect(of(added('w1'), added('w2'), paused('w1', 'gone')).map((w) => w.paused)).toEqual(['gone', undefined]);
    expect(of(added('w1'), paused(), fact('WebhookResumed', { webhookId: 'w1' }))[0]!.paused).toBeUndefined();
    expect(of(added('w1'), paused(), fact('WebhookResumed', { webhookId: 'w1' }))[0]!.changedAt).toBe(3);
    expect(of(added('w1'), paused())[0]!.changedAt).toBe(2);
    expect(of(added('w1'), added('w2'), fact('WebhookRemoved', { webhookId: 'w1' })).map(({ id }) => id)).toEqual(['w2']);
  });
});

describe('a webhook', () => {
  const add = (facts: Fact[], more: object = {}) =>
    hooks(...facts).when(rule.addWebhook, { webhookId: 'w9', ...chosen, host: 'shop.example', ...more } as never);
  it('is added with each type once', () => add([], { types: [type, type, other] }).then(added('w9', { types: [type, other] })));
  it('has a unique name, ignoring case', () => {
    add([added('w1')], { name: 'sHOP' }).refuses(webhookRefusals.nameTaken);
    add([added('w1')], { name: 'Shop 2' }).thenMatching({ type: 'WebhookAdded' });
  });
  it('accepts only known events', () => {
    add([], { types: [type, 'NoSuchEvent'] }).refuses(webhookRefusals.typesInvalid);
    add([], { types: [] }).thenMatching({ type: 'WebhookAdded' });
  });
  it('is one of at most so many', () => {
    const many = (n: number) => Array.from({ length: n }, (_, i) => added(`w${i}`, { name: `W ${i}` }));
    add(many(webhookLimits.webhooks)).refuses(webhookRefusals.tooMany);
    add(many(webhookLimits.webhooks - 1)).thenMatching({ type: 'WebhookAdded' });
  });

  const change = (facts: Fact[], more: object = {}) =>
    hooks(...facts).when(rule.changeWebhook, { webhookId: 'w1', ...chosen, paused: false, editBase: facts.length, ...more } as never);
  const changed = (more: object) => fact('WebhookChanged', { webhookId: 'w1', ...chosen, host: 'shop.example', ...more } as never);
  it('that is as it was makes no fact', () => {
    change([added('w1')]).staysQuiet();
    change([added('w1'), paused()], { paused: true }).staysQuiet();
  });
  it('is not changed by a form that was filled before its last change', () =>
    change([added('w1'), paused()], { editBase: 1 }).refuses(refusals.changedMeanwhile('webhook')));
  it('changes in each of its fields', () => {
    change([added('w1')], { name: 'SHOP' }).then(changed({ name: 'SHOP' }));
    change([added('w1')], { types: [other, other] }).then(changed({ types: [other] }));
    change([added('w1')], { personal: true }).then(changed({ personal: true }));
    change([added('w1')], { address: { host: 'b.example' } }).then(changed({ host: 'b.example' }));
    change([added('w1')], { address: { host: 'shop.example' } }).then(changed({}));
  });
  it('is paused and goes on', () => {
    change([added('w1')], { paused: true }).then(paused());
    change([added('w1'), paused('w1', 'failing')]).then(fact('WebhookResumed', { webhookId: 'w1' }));
  });
  it('is changed only where it is there, to a name that is free', () => {
    change([added('w2')]).refuses(webhookRefusals.notFound);
    change([added('w1'), added('w2', { name: 'B' })], { name: 'b' }).refuses(webhookRefusals.nameTaken);
    change([added('w1')], { types: ['NoSuchEvent'] }).refuses(webhookRefusals.typesInvalid);
  });

  it('gets another secret, and is removed, where it is there', () => {
    const renew = { webhookId: 'w1', oldUntil: '2026-01-02T00:00:00.000Z' };
    hooks(added('w1'))
      .when(rule.renewSecret, renew as never)
      .then(fact('WebhookSecretRenewed', renew));
    hooks(added('w1'))
      .when(rule.removeWebhook, renew as never)
      .then(fact('WebhookRemoved', { webhookId: 'w1' }));
    hooks(added('w2'))
      .when(rule.renewSecret, renew as never)
      .refuses(webhookRefusals.notFound);
    hooks(added('w2'))
      .when(rule.removeWebhook, renew as never)
      .refuses(webhookRefusals.notFound);
  });
  it('is paused by its sender once', () => {
    const pause = { webhookId: 'w1', because: 'failing' } as never;
    hooks(added('w1'), added('w2')).when(rule.pauseWebhook, pause).then(paused('w1', 'failing'));
    hooks(added('w1'), paused(), added('w2')).when(rule.pauseWebhook, pause).staysQuiet();
    hooks(added('w2')).when(rule.pauseWebhook, pause).staysQuiet();
  });
  it('wants what comes after it, of its types or of all', () => {
    const webhook = { types: [type], addedAt: 5 } as never;
    expect([rule.wants(webhook, type, 5), rule.wants(webhook, type, 6), rule.wants(webhook, other, 6)]).toEqual([false, true, false]);
    expect(rule.wants({ types: [] as string[], addedAt: 5 } as never, other, 6)).toBe(true);
  });
});
