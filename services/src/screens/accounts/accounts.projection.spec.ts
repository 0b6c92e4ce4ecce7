import { an, specifyCells } from '../../../../test/given-events.ts';
import { accounts } from './accounts.projection.ts';

// The engine opens personal fields before these folds see them.
const registered = an('AffiliateRegistered', { username: 'anna', email: 'anna@mail.com' });

specifyCells(accounts, {
  accounts: {
    AffiliateRegistered: [
      [[registered], { a1: { kind: 'affiliate', username: 'anna', email: 'anna@mail.com' } }],
      [[an('AffiliateRegistered', { username: null, email: null })], { a1: { kind: 'affiliate', username: null, email: null } }],
    ],
    AffiliateEdited: [
      [[registered, an('AffiliateEdited', { username: 'anne' })], { a1: { username: 'anne', email: 'anna@mail.com' } }],
      [[registered, an('AffiliateEdited', { email: null })], { a1: { username: 'anna', email: null } }],
      [[registered, an('AffiliateEdited', { status: 'banned' })], { a1: { username: 'anna', email: 'anna@mail.com' } }],
    ],
    AffiliateDeleted: [[registered, an('AffiliateDeleted')], { a1: { kind: 'affiliate', username: null, email: null } }],
    AdminCreated: [[an('AdminCreated', { username: 'root', email: 'r@x' })], { d1: { kind: 'admin', username: 'root', email: 'r@x' } }],
  },
});
