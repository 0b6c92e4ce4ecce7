import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { inMemoryStorage } from '../lib/inMemoryStorage.ts';
import { wayBack } from './wayBack.ts';

const [affiliate, admin] = [{ isAdmin: false }, { isAdmin: true }];
const keep = (pathname: string, search = '', hash = '') => wayBack.keep({ pathname, search, hash });

beforeEach(() => {
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(globalThis, name, { value: inMemoryStorage(), configurable: true });
  Object.assign(globalThis, { window: { ...globalThis, location: new URL('https://shop.example/affiliate/login') } });
});
afterEach(() => void Reflect.deleteProperty(globalThis, 'window'));

describe('the way back', () => {
  it('is the dashboard of the account where nothing is kept', () =>
    expect([wayBack.of(affiliate), wayBack.of(admin)]).toEqual(['/affiliate/dashboard', '/admin/dashboard']));
  it.each([
    ['/affiliate/dashboard/ledger', '', ''],
    ['/affiliate/dashboard/sales', '?search=erin&status=held', ''],
    ['/account', '', '#two-factor'],
  ])('is %s%s%s', (pathname, search, hash) => {
    keep(pathname, search, hash);
    expect([wayBack.of(affiliate), wayBack.of(admin)]).toEqual([pathname + search + hash, pathname + search + hash]);
  });
  it.each(['/admin/dashboard/payouts', '/admin/dashboard/events/1', '/admin/dashboard'])('to %s is for admins', (pathname) => {
    keep(pathname);
    expect([wayBack.of(affiliate), wayBack.of(admin)]).toEqual(['/affiliate/dashboard', pathname]);
  });
  it.each([
    '//evil.example/affiliate/dashboard',
    '/\\evil.example',
    '\\\\evil.example/account',
    '/\t/evil.example',
    'javascript:alert(1)',
    'https://evil.example/affiliate/dashboard',
    'https://shop.example.evil.example/account',
    'https://shop.example@evil.example/account',
    'http://shop.example/account',
    '/%2F/evil.example',
    '/%5Cevil.example/account',
    '/affiliate/dashboard/../../socials',
    '/affiliate/dashboard/..%2F..%2Fsocials/../../../premium',
    '/premium',
    '/affiliate/login',
    '/api/account/logout',
    '',
  ])('is never %j', (address) => {
    sessionStorage.setItem('wayBack', address);
    const at = new URL(wayBack.of(affiliate), 'https://shop.example');
    expect([at.origin, at.pathname]).toEqual(['https://shop.example', '/affiliate/dashboard']);
  });
});
