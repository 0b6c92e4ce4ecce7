import { describe, expect, it } from '@jest/globals';
import { DAY_MS, firstBrand } from '@framelift/contracts';
import { securityText } from './security-text.ts';

const now = Date.parse('2026-11-24T09:30:00Z');
const shop = {
  brand: { ...firstBrand, name: 'Zephyr', support: 'help@zephyr.example' },
  contact: undefined,
  publicUrl: 'https://zephyr.example',
  now,
};
const contactOf = (more: object) => /^Contact: (.*)$/m.exec(securityText({ ...shop, ...more }) ?? '')?.[1];

describe('security.txt', () => {
  it('has each field of RFC 9116 once, and expires within a year', () => {
    expect(securityText(shop)).toBe(
      [
        '# Please report security problems of Zephyr here.',
        'Contact: mailto:help@zephyr.example',
        'Expires: 2027-05-23T00:00:00.000Z',
        'Preferred-Languages: en',
        'Canonical: https://zephyr.example/.well-known/security.txt',
        '',
      ].join('\n'),
    );
    expect(securityText({ ...shop, now: now + DAY_MS / 2 })).toBe(securityText(shop));
  });

  it('names the operator’s contact, else the support address, else the chat', () => {
    expect(contactOf({ contact: 'https://zephyr.example/report' })).toBe('https://zephyr.example/report');
    expect(contactOf({ contact: 'security+web@zephyr.example' })).toBe('mailto:security+web@zephyr.example');
    const brand = { ...firstBrand, support: null };
    expect(contactOf({ brand })).toBe(firstBrand.chat);
    for (const chat of [null, '/socials']) expect(securityText({ ...shop, brand: { ...brand, chat } })).toBeUndefined();
  });
});
