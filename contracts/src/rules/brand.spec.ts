import { describe, expect, it } from '@jest/globals';
import { fileName, named, plainName } from './brand.ts';

describe('the name of the brand', () => {
  it('is put into every text of a content', () => {
    const content = { title: '{name} Premium', facts: ['Why {name}?', { text: '{name} by {name}' }], price: 2999, end: null, free: true };
    expect(named(content, 'Quietbox')).toEqual({
      title: 'Quietbox Premium',
      facts: ['Why Quietbox?', { text: 'Quietbox by Quietbox' }],
      price: 2999,
      end: null,
      free: true,
    });
  });

  it('is put in as it is', () => expect(named('{name}!', '$& {name}')).toBe('$& {name}!'));
});

it.each([
  ['Framelift', 'Framelift'],
  ['Café Größe & Co.', 'Cafe-Gro-e-Co'],
  ['静かな箱', 'Shop'],
])('the name %s is %s in headers, and in lower case in names of files', (name, plain) =>
  expect([plainName(name), fileName(name)]).toEqual([plain, plain.toLowerCase()]),
);
