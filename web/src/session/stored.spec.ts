import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { inMemoryStorage } from '../lib/inMemoryStorage.ts';
import { stored, storedText } from './stored.ts';

const refused = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};
const full = () => {
  throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
};

/** How a browser may have no use of its storage. */
const browsers: Record<string, () => PropertyDescriptor> = {
  'that refuses to name its storage': () => ({ get: refused }),
  'without storage': () => ({ value: null }),
  'whose storage refuses everything': () => ({ value: { getItem: refused, setItem: refused, removeItem: refused } }),
  'whose storage is full': () => ({ value: Object.assign(inMemoryStorage(), { setItem: full }) }),
  'whose storage forgets at once': () => ({ value: Object.assign(inMemoryStorage(), { setItem: () => {} }) }),
};
const storages = ['localStorage', 'sessionStorage'] as const;
const define = (descriptor: PropertyDescriptor) => {
  for (const name of storages) Object.defineProperty(globalThis, name, { ...descriptor, configurable: true });
};

let keys = 0;
let key: string;
beforeEach(() => void (key = `key ${++keys}`));
afterEach(() => define({ value: inMemoryStorage() }));

describe.each(Object.entries(browsers))('in a browser %s', (_, descriptor) => {
  beforeEach(() => void define(descriptor()));

  it.each(storages)('a text for %s is kept while the page lives, and can be cleared', (name) => {
    const text = storedText(key, name);
    expect(text.read()).toBeNull();
    text.write('a');
    text.write('b');
    expect(text.read()).toBe('b');
    text.clear();
    expect(text.read()).toBeNull();
  });

  it('a value is kept too', () => {
    const value = stored<{ ref: string }>(key);
    value.write({ ref: 'ava-live' });
    expect(value.read()).toEqual({ ref: 'ava-live' });
  });
});

describe('where storage works', () => {
  beforeEach(() => define({ value: inMemoryStorage() }));

  it('another tab that clears a text has cleared it here', () => {
    const text = storedText(key);
    text.write('a');
    localStorage.removeItem(key);
    expect(text.read()).toBeNull();
  });

  it('a text that a full storage did not take is read instead of the one before it, until there is room', () => {
    const text = storedText(key);
    text.write('old');
    const { setItem } = localStorage;
    Object.assign(localStorage, { setItem: full });
    text.write('new');
    expect([text.read(), localStorage.getItem(key)]).toEqual(['new', 'old']);
    Object.assign(localStorage, { setItem });
    text.write('newest');
    expect([text.read(), localStorage.getItem(key)]).toEqual(['newest', 'newest']);
  });
});
