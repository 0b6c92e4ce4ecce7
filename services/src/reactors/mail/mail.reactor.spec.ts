import { events, type EventName, eventsWith, kindsIn } from '@framelift/contracts';
import { type Cell, event, eventsFrom, specifyCells } from '../../../../test/support/given-events.ts';
import { mail } from './mail.reactor.ts';

/** That one event calls for these: receiver and kind. */
const calls = (given: ReturnType<typeof event>, ...intents: string[]): [[typeof given], Record<string, object>] => [
  [given],
  Object.fromEntries(intents.map((intent) => [`1 ${intent}`, {}])),
];
/** What the row of each event names, where that takes no condition. */
const named = [...eventsWith('mail'), ...eventsWith('adminMail')].map((type: EventName): [string, Cell] => {
  const { mail, adminMail } = events[type].people;
  const { streamId } = eventsFrom([event(type)])[0]!;
  const intents = [...kindsIn(mail).map((kind) => `${streamId} ${kind}`), ...kindsIn(adminMail).map((kind) => `admins ${kind}`)];
  return [type, calls(event(type), ...intents)];
});
const edited = (data: object, ...kinds: string[]) => calls(event('AffiliateEdited', data), ...kinds.map((kind) => `affiliate-a1 ${kind}`));
const processed = (status: string, kind: string) => calls(event('CashoutProcessed', { status }), `affiliate-a1 ${kind}`);

specifyCells(mail, {
  intents: {
    ...Object.fromEntries(named),
    AffiliateRegistered: [
      calls(event('AffiliateRegistered'), 'affiliate-a1 welcome'),
      // Who moved in from another programme is written to by nobody.
      calls(event('AffiliateRegistered', { imported: { from: 'csv', file: 'a.csv', row: 1 } })),
    ],
    CashoutRequested: calls(event('CashoutRequested'), 'affiliate-a1 cashoutRequested', 'admins cashoutToDecide'),
    CashoutProcessed: [
      processed('approved', 'cashoutApproved'),
      processed('completed', 'cashoutCompleted'),
      processed('rejected', 'cashoutRejected'),
    ],
    AffiliateEdited: [
      edited({ status: 'banned' }, 'statusChanged'),
      edited({ email: 'b', emailClaim: 'c' }, 'emailChanged', 'emailChangedBefore'),
      edited({ commissionBps: 1 }),
    ],
    AdminEmailChangeAsked: calls(event('AdminEmailChangeAsked'), 'admin-d1 confirmEmail', 'admin-d1 emailChangeAsked'),
    AdminCreated: [
      calls(event('AdminCreated'), 'admins adminCreated'),
      calls(event('AdminCreated', {}, { actor: { kind: 'system', id: 'start' } })),
    ],
    WebhookPaused: [
      calls(event('WebhookPaused', { because: 'gone' }), 'admins webhookPaused'),
      calls(event('WebhookPaused', { because: 'admin' })),
    ],
  },
});
