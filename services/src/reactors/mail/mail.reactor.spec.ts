import type { EventName } from '@framelift/contracts';
import { event, specifyCells } from '../../../../test/support/given-events.ts';
import { mail } from './mail.reactor.ts';

/** That one event calls for these: receiver and kind. */
const calls = (given: ReturnType<typeof event>, ...intents: string[]): [[typeof given], Record<string, object>] => [
  [given],
  Object.fromEntries(intents.map((intent) => [`1 ${intent}`, {}])),
];
const toOwner = (type: EventName, ...kinds: string[]) => calls(event(type), ...kinds.map((kind) => `affiliate-a1 ${kind}`));
const edited = (data: object, ...kinds: string[]) => calls(event('AffiliateEdited', data), ...kinds.map((kind) => `affiliate-a1 ${kind}`));
const processed = (status: string, kind: string) => calls(event('CashoutProcessed', { status }), `affiliate-a1 ${kind}`);

specifyCells(mail, {
  intents: {
    AffiliateRegistered: [
      toOwner('AffiliateRegistered', 'welcome'),
      // Who moved in from another programme is written to by nobody.
      calls(event('AffiliateRegistered', { imported: { from: 'csv', file: 'a.csv', row: 1 } })),
    ],
    SaleRecorded: toOwner('SaleRecorded', 'saleCredited'),
    SaleReversed: toOwner('SaleReversed', 'saleReversed'),
    SaleRestored: toOwner('SaleRestored', 'saleRestored'),
    TierReached: toOwner('TierReached', 'tierReached'),
    CashoutRequested: calls(event('CashoutRequested'), 'affiliate-a1 cashoutRequested', 'admins cashoutToDecide'),
    CashoutProcessed: [
      processed('approved', 'cashoutApproved'),
      processed('completed', 'cashoutCompleted'),
      processed('rejected', 'cashoutRejected'),
    ],
    MissingSaleRaised: calls(event('MissingSaleRaised'), 'admins missingSaleToAnswer'),
    MissingSaleAnswered: toOwner('MissingSaleAnswered', 'missingSaleAnswered'),
    PaymentReturned: toOwner('PaymentReturned', 'paymentReturned'),
    AffiliateEdited: [
      edited({ status: 'banned' }, 'statusChanged'),
      edited({ email: 'b', emailClaim: 'c' }, 'emailChanged', 'emailChangedBefore'),
      edited({ commissionBps: 1 }),
    ],
    EmailChangeAsked: toOwner('EmailChangeAsked', 'confirmEmail', 'emailChangeAsked'),
    AdminEmailChangeAsked: calls(event('AdminEmailChangeAsked'), 'admin-d1 confirmEmail', 'admin-d1 emailChangeAsked'),
    AdminEmailChanged: calls(event('AdminEmailChanged'), 'admin-d1 emailChanged', 'admin-d1 emailChangedBefore'),
    AdminCreated: [
      calls(event('AdminCreated'), 'admins adminCreated'),
      calls(event('AdminCreated', {}, { actor: { kind: 'system', id: 'start' } })),
    ],
    ApiKeyMade: calls(event('ApiKeyMade'), 'admins apiKeyMade'),
    WebhookAdded: calls(event('WebhookAdded'), 'admins webhookAdded'),
    WebhookChanged: calls(event('WebhookChanged'), 'admins webhookChanged'),
    FourEyesChangeAsked: calls(event('FourEyesChangeAsked'), 'admins fourEyesAsked'),
    ProgrammeTermsSet: calls(event('ProgrammeTermsSet'), 'admins termsSet'),
    WebhookPaused: [
      calls(event('WebhookPaused', { because: 'gone' }), 'admins webhookPaused'),
      calls(event('WebhookPaused', { because: 'admin' })),
    ],
    PasswordResetAsked: toOwner('PasswordResetAsked', 'passwordReset'),
    PaymentMethodAdded: toOwner('PaymentMethodAdded', 'paymentMethodAdded'),
    PaymentMethodChanged: toOwner('PaymentMethodChanged', 'paymentMethodChanged'),
    PaymentMethodRemoved: toOwner('PaymentMethodRemoved', 'paymentMethodRemoved'),
    PasswordChanged: toOwner('PasswordChanged', 'passwordChanged'),
    TotpTurnedOn: toOwner('TotpTurnedOn', 'totpTurnedOn'),
    TotpTurnedOff: toOwner('TotpTurnedOff', 'totpTurnedOff'),
    RecoveryCodesRenewed: toOwner('RecoveryCodesRenewed', 'recoveryCodesRenewed'),
  },
});
