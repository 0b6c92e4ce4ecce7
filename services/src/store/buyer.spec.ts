import { expect, it } from '@jest/globals';
import { Keys } from '../platform/keys.ts';
import { ref } from '../../../test/support/invoices.ts';
import { buyerOf } from './buyer.ts';

const keys = new Keys(Buffer.alloc(32, 1));
const isDisposable = (email: string) => buyerOf(keys, { ref: ref('i1'), email }).disposable;

it.each([
  'duck.com',
  'mozmail.com',
  'relay.firefox.com',
  'privaterelay.appleid.com',
  'simplelogin.com',
  'simplelogin.co',
  'simplelogin.fr',
  'simplelogin.io',
  'slmail.me',
  'slmails.com',
  'silomails.com',
  '8alias.com',
  '8shield.net',
  'aleeas.com',
  'dralias.com',
  'passmail.net',
  'passmail.com',
  'passinbox.com',
  'passfwd.com',
  'addy.io',
  'addy.biz',
  'addymail.com',
  'anonaddy.com',
  'anonaddy.me',
  '33mail.com',
  'forwardemail.net',
  'erine.email',
])('%s forwards, and is not a disposable domain', (domain) => {
  expect([isDisposable(`shop@${domain}`), isDisposable(`SHOP@Zoe.${domain.toUpperCase()} `)]).toEqual([false, false]);
});

it.each(['mailinator.com', 'sub.mailinator.com', 'guerrillamail.com', 'yopmail.com', '10minutemail.com', 'duck.com.mailinator.com'])(
  '%s is a disposable domain',
  (domain) => expect(isDisposable(`grab@${domain}`)).toBe(true),
);

it.each(['mail.com', 'proton.me', 'duck.example', ''])('%j is neither', (domain) =>
  expect(isDisposable(domain && `buyer@${domain}`)).toBe(false),
);
