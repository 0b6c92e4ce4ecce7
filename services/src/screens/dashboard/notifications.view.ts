import { bankReason, euros, type NotificationView, writtenWords } from '@framelift/contracts';
import type { DashboardRow } from './dashboard.projection.ts';
import type { Edited, NotificationKind } from './notifications.table.ts';

/** Names of tiers by their ids. */
export type TierNames = Readonly<Record<string, string>>;
type Words = [title: string, message: string];

const ifNotYou = 'If this was not you, change your password and contact us.';

/** One sentence for each change of an edit. */
const editedWords = ({ status, tier, username, email }: Edited, names: TierNames): Words => {
  const shown: Words[] = [];
  if (status) shown.push(['Account status changed', `Your account is now ${status}.`]);
  if (tier) shown.push(['Tier changed', `Your tier is now ${names[tier] ?? tier}.`]);
  if (username) shown.push(['Username changed', 'Your username was changed by an admin; links with the old one keep working.']);
  if (email) shown.push(['Email address changed', 'Your email address was changed by an admin.']);
  return [shown.length === 1 ? shown[0]![0] : 'Account changed', shown.map(([, message]) => message).join(' ')];
};

const reviewed: Record<string, string> = { sale: 'A sale of yours', cashout: 'A cashout of yours', affiliate: 'Your account' };

const reversed: Record<string, string> = {
  refund: 'A sale was refunded',
  dispute: 'A sale was charged back',
  hand: 'A sale was reversed by an admin',
};

const words: Record<NotificationKind, (n: DashboardRow<'notifications'>, names: TierNames) => Words> = {
  sale: (n) => ['New sale', `You earned ${euros(n.cents!)} in commission.`],
  reversal: (n) => ['Sale reversed', `${reversed[n.detail!]}; ${euros(n.cents!)} of commission was taken back.`],
  restored: (n) => ['Sale restored', `A dispute about a sale was won; ${euros(n.cents!)} of commission is yours again.`],
  released: (n) => ['Commission released', `${euros(n.cents!)} of commission is available before its time.`],
  tier: (n, names) => ['Tier changed', `Your tier is now ${names[n.detail!] ?? n.detail}.`],
  edited: (n, names) => editedWords(n.edited!, names),
  cashoutApproved: (n) => ['Cashout approved', `Your cashout of ${euros(n.cents!)} was approved and will be paid.`],
  cashoutCompleted: (n) => ['Cashout completed', `Your cashout of ${euros(n.cents!)} was paid.`],
  cashoutRejected: (n) => ['Cashout rejected', `Your cashout of ${euros(n.cents!)} was rejected; the amount is back in your balance.`],
  paymentReturned: (n) => [
    'Payment returned',
    `${n.of_cents === null ? `The payment of ${euros(n.cents!)}` : `A part of ${euros(n.cents!)} of the payment of ${euros(n.of_cents)}`} did not reach you and is back in your balance. ${n.detail ? `${bankReason(n.detail)}. ` : ''}Please check your payment details.`,
  ],
  methodAdded: () => ['Payment method added', `A payment method was added to your account. ${ifNotYou}`],
  methodChanged: () => ['Payment method changed', `A payment method of your account was changed. ${ifNotYou}`],
  methodRemoved: () => ['Payment method deleted', `A payment method of your account was deleted. ${ifNotYou}`],
  missingSaleCredited: () => ['Missing sale found', 'A sale you said was missing is credited to you now.'],
  missingSaleRefused: () => ['Missing sale answered', 'A sale you said was missing could not be credited.'],
  reviewBegun: (n) => ['Under review', `${reviewed[n.detail!]} is under review. It is not paid out until an admin has looked at it.`],
  reviewOver: (n) => ['Review over', `The review is over. ${reviewed[n.detail!]} is as it was before.`],
  couponGiven: () => ['New code', 'You have a new code that buyers enter at checkout. See your overview.'],
  couponTakenBack: () => ['Code taken back', 'A code of yours was taken back. Sales with it no longer count as yours.'],
  password: () => [
    'Password changed',
    'Your password was changed and every other session was signed out. If this was not you, contact us.',
  ],
  totpOn: () => ['Two-factor sign-in turned on', 'Signing in now also takes a code from your authenticator app.'],
  totpOff: () => ['Two-factor sign-in turned off', `Signing in takes your password alone again. ${ifNotYou}`],
  recoveryCodes: () => ['New recovery codes', `Your recovery codes were replaced. ${ifNotYou}`],
};

const good: ReadonlySet<NotificationKind> = new Set(['sale', 'released', 'cashoutApproved', 'cashoutCompleted', 'missingSaleCredited']);

/** `reason`: what an admin wrote with it, opened. */
export const notificationView = (n: DashboardRow<'notifications'>, reason: unknown, names: TierNames): NotificationView => {
  const [title, message] = words[n.kind](n, names);
  const why = typeof reason === 'string' ? ` ${writtenWords(reason, good.has(n.kind))}` : '';
  return { id: String(n.version), title, message: message + why, isRead: n.read, createdAt: new Date(n.at).toISOString() };
};
