import { event, specifyCells } from '../../../../test/support/given-events.ts';
import { accounts } from './accounts.projection.ts';

// The engine opens personal fields before these folds see them.
const registered = event('AffiliateRegistered', { username: 'anna', email: 'anna@mail.com' });

specifyCells(accounts, {
  accounts: {
    AffiliateRegistered: [
      [[registered], { a1: { kind: 'affiliate', username: 'anna', email: 'anna@mail.com' } }],
      [[event('AffiliateRegistered', { username: null, email: null })], { a1: { kind: 'affiliate', username: null, email: null } }],
    ],
    AffiliateEdited: [
      [[registered, event('AffiliateEdited', { username: 'anne' })], { a1: { username: 'anne', email: 'anna@mail.com' } }],
      [[registered, event('AffiliateEdited', { email: null })], { a1: { username: 'anna', email: null } }],
      [[registered, event('AffiliateEdited', { status: 'banned' })], { a1: { username: 'anna', email: 'anna@mail.com' } }],
    ],
    AffiliateDeleted: [[registered, event('AffiliateDeleted')], { a1: { kind: 'affiliate', username: null, email: null } }],
    AdminCreated: [[event('AdminCreated', { username: 'root', email: 'r@x' })], { d1: { kind: 'admin', username: 'root', email: 'r@x' } }],
  },
});
