import { describe, expect, it } from '@jest/globals';
import { registrationProblem } from './registrationProblem.ts';

const good = { username: 'bob', email: 'bob@example.com', password: 'secret', confirmation: 'secret' };

describe('a registration', () => {
  it('has no problem when all is well', () => expect(registrationProblem(good)).toBeNull());

  it('is checked in the order of the spec: password, confirmation, e-mail, username', () => {
    const steps = [
      [{ username: 'bo', email: 'bob', password: 'short', confirmation: '' }, 'Password must be at least 6 characters long'],
      [{ username: 'bo', email: 'bob', password: 'secret', confirmation: '' }, 'Passwords do not match'],
      [{ username: 'bo', email: 'bob', password: 'secret', confirmation: 'secret' }, 'Please enter a valid email address'],
      [{ ...good, username: 'bo' }, 'Username must be at least 3 characters long'],
    ] as const;
    for (const [form, text] of steps) expect(registrationProblem(form)).toBe(text);
  });
});
