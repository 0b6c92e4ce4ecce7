import type { Folded, FoldedEvent } from '../../engine/projecting/projection.ts';
import { type Intent, reactor } from '../../engine/reacting/reactor.ts';

/** The receiver that stands for every admin. */
export const ADMINS = 'admins';

/** To the account on whose stream it happened. */
const owner =
  (kind: string) =>
  ({ streamId }: Pick<FoldedEvent, 'streamId'>): readonly Intent[] => [{ receiver: streamId, kind }];
const admins = (kind: string): Intent => ({ receiver: ADMINS, kind });

const asked = (event: Pick<FoldedEvent, 'streamId'>) => [...owner('confirmEmail')(event), ...owner('emailChangeAsked')(event)];
const moved = (event: Pick<FoldedEvent, 'streamId'>) => [...owner('emailChanged')(event), ...owner('emailChangedBefore')(event)];

const decided = { approved: 'cashoutApproved', completed: 'cashoutCompleted', rejected: 'cashoutRejected' } as const;

/** Who is written to because of what. Whether they want it, and their address, is asked when it is sent. */
export const mail = reactor({
  name: 'mail',
  answers: 'Who is told what by e-mail.',
  on: {
    AffiliateRegistered: (event) => (event.data.imported ? [] : owner('welcome')(event)),
    SaleRecorded: owner('saleCredited'),
    SaleReversed: owner('saleReversed'),
    SaleRestored: owner('saleRestored'),
    TierReached: owner('tierReached'),
    CashoutRequested: (event) => [...owner('cashoutRequested')(event), admins('cashoutToDecide')],
    CashoutProcessed: (event: Folded<'CashoutProcessed'>) => owner(decided[event.data.status])(event),
    MissingSaleRaised: () => [admins('missingSaleToAnswer')],
    MissingSaleAnswered: owner('missingSaleAnswered'),
    PaymentReturned: owner('paymentReturned'),
    AffiliateEdited: (event) => [...(event.data.status ? owner('statusChanged')(event) : []), ...(event.data.email ? moved(event) : [])],
    EmailChangeAsked: asked,
    AdminEmailChangeAsked: asked,
    AdminEmailChanged: moved,
    // How an intruder would stay: every admin hears of it, and none can switch it off. The first admin has nobody to tell.
    AdminCreated: ({ metadata }) => (metadata.actor.id === 'start' ? [] : [admins('adminCreated')]),
    ApiKeyMade: () => [admins('apiKeyMade')],
    WebhookAdded: () => [admins('webhookAdded')],
    WebhookChanged: () => [admins('webhookChanged')],
    ProgrammeTermsSet: () => [admins('termsSet')],
    FourEyesChangeAsked: () => [admins('fourEyesAsked')],
    WebhookPaused: ({ data }) => (data.because === 'admin' ? [] : [admins('webhookPaused')]),
    PasswordResetAsked: owner('passwordReset'),
    PaymentMethodAdded: owner('paymentMethodAdded'),
    PaymentMethodChanged: owner('paymentMethodChanged'),
    PaymentMethodRemoved: owner('paymentMethodRemoved'),
    PasswordChanged: owner('passwordChanged'),
    TotpTurnedOn: owner('totpTurnedOn'),
    TotpTurnedOff: owner('totpTurnedOff'),
    RecoveryCodesRenewed: owner('recoveryCodesRenewed'),
  },
});
