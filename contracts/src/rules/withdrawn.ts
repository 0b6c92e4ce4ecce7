/** What of an account is listed once it was withdrawn, in words. `instead`: what to do where no command can record it again. */
export const withdrawnKinds = {
  AffiliateRegistered: {
    label: 'Account opened',
    instead: 'Nobody else has its password. Create the account under Affiliates, or ask them to register again.',
  },
  AffiliateEdited: { label: 'Account edited' },
  SaleRecorded: { label: 'Sale credited', instead: 'The program that reported this sale must report it again.' },
  SaleReversed: { label: 'Sale reversed by hand' },
  HoldReleased: { label: 'Hold released' },
  CashoutRequested: { label: 'Cashout requested' },
  CashoutProcessed: {
    label: 'Cashout approved or rejected',
    instead: 'Its request was withdrawn too. Decide the cashout again once it is requested.',
  },
  PaymentReturned: {
    label: 'Payment returned',
    instead: 'State the outcome of its run under Payouts, then mark the payment as returned there.',
  },
  PaymentMethodAdded: { label: 'Payment method added' },
  PaymentMethodChanged: { label: 'Payment method changed' },
  PaymentMethodRemoved: { label: 'Payment method removed' },
  BillingDetailsChanged: { label: 'Billing details changed' },
  MissingSaleRaised: { label: 'Missing sale reported', instead: 'Ask the affiliate to report it again.' },
  MissingSaleAnswered: { label: 'Missing sale answered', instead: 'Answer it again under Sales.' },
  CouponGiven: { label: 'Code given', instead: 'Give the code again on the affiliate’s page.' },
  CouponTakenBack: { label: 'Code taken back', instead: 'Take the code back again on the affiliate’s page.' },
  ReviewHoldPlaced: { label: 'Held for review', instead: 'Decide it again under Review.' },
  ReviewHoldLifted: { label: 'Review over', instead: 'Decide it again under Review.' },
} as const;
export type WithdrawnKind = keyof typeof withdrawnKinds;
export const WITHDRAWN_KINDS = Object.keys(withdrawnKinds) as [WithdrawnKind, ...WithdrawnKind[]];

export const WITHDRAWN_STATES = ['open', 'recorded', 'leftOut'] as const;
export type WithdrawnState = (typeof WITHDRAWN_STATES)[number];

/** Events of one account that are listed together. */
export const WITHDRAWN_AT_ONCE = 500;

/** In place of an account that the restored history does not have. */
export const WITHDRAWN_ACCOUNT = 'The account was withdrawn too. Once it exists again, do this on its page.';
/** The reason of a sale that is credited again, where there was none. */
export const RECORDED_AGAIN = 'Recorded again after the system went back';

export const withdrawnRefusals = {
  notFound: 'There is no such withdrawn event',
  decided: 'This withdrawn event has been decided',
  notRecordable: 'No command records this event again. The list says what to do instead',
  erased: 'What this event said was erased. Leave it out',
} as const;
