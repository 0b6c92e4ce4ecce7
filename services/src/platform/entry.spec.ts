import { expect, it } from '@jest/globals';
import { entryOf } from './entry.ts';

it.each([
  ['paid', 'yes'],
  ['other', undefined],
  ['constructor', undefined],
  ['toString', undefined],
  ['__proto__', undefined],
  ['', undefined],
])('a table has under %j what it declares: %j', (name, entry) => expect(entryOf({ paid: 'yes' }, name)).toBe(entry));
