import { event, specifyCells } from '../../../../test/support/given-events.ts';
import { accounts } from './accounts.projection.ts';

// The engine opens personal fields before these folds see them.
const registered = event('AffiliateRegistered', { username: 'anna', email: 'anna@mail.com' });
const confirmed = event('EmailConfirmed');
const edited = (data: object) => event('AffiliateEdited', data);

specifyCells(accounts, {
  accounts: {
    AffiliateRegistered: [
      [[registered], { a1: { kind: 'affiliate', username: 'anna', email: 'anna@mail.com', email_confirmed: false } }],
      [[event('AffiliateRegistered', { username: null, email: null })], { a1: { kind: 'affiliate', username: null, email: null } }],
    ],
    AffiliateEdited: [
      [[registered, edited({ username: 'anne' })], { a1: { username: 'anne', email: 'anna@mail.com' } }],
      [[registered, edited({ email: null })], { a1: { username: 'anna', email: null } }],
      [[registered, edited({ status: 'banned' })], { a1: { username: 'anna', email: 'anna@mail.com' } }],
      [[registered, confirmed, edited({ email: 'b@mail.com' })], { a1: { email: 'b@mail.com', email_confirmed: false } }],
      [[registered, confirmed, edited({ username: 'anne' })], { a1: { email_confirmed: true } }],
    ],
    EmailConfirmed: [[registered, confirmed], { a1: { email: 'anna@mail.com', email_confirmed: true } }],
    AffiliateDeleted: [
      [registered, confirmed, event('AffiliateDeleted')],
      { a1: { kind: 'affiliate', username: null, email: null, email_confirmed: false } },
    ],
    AdminCreated: [
      [event('AdminCreated', { username: 'root', email: 'r@x' })],
      { d1: { kind: 'admin', username: 'root', email: 'r@x', email_confirmed: true } },
    ],
    AdminEmailChanged: [
      [event('AdminCreated', { username: 'root', email: 'r@x' }), event('AdminEmailChanged', { email: 'm@x' })],
      { d1: { kind: 'admin', username: 'root', email: 'm@x', email_confirmed: false } },
    ],
  },
});
