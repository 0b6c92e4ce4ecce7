import { expect, it } from '@jest/globals';
import { passwordProblem } from './passwordProblem.ts';

const good = { currentPassword: 'old one', newPassword: 'new one', confirmation: 'new one' };

it('names the first thing wrong with a change of the password', () => {
  expect(passwordProblem(good)).toBeNull();
  expect(passwordProblem({ ...good, currentPassword: '' })).toBe('Please fill in all required fields');
  expect(passwordProblem({ ...good, newPassword: 'short' })).toBe('Password must be at least 6 characters long');
  expect(passwordProblem({ ...good, newPassword: '😀'.repeat(129) })).toBe('Password must be at most 128 characters long');
  expect(passwordProblem({ ...good, confirmation: 'new ome' })).toBe('Passwords do not match');
});
