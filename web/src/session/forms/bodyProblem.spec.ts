import { describe, expect, it } from '@jest/globals';
import { changePasswordChecks, registerChecks, resetPasswordChecks } from './formChecks.ts';
import { bodyProblem } from './bodyProblem.ts';

describe('what a form refuses before it is sent', () => {
  it('of a registration goes in the order of the spec: password, confirmation, e-mail, username', () => {
    const good = { username: 'bob', email: 'bob@example.com', password: 'secret' };
    const problem = (body: typeof good, confirmation = body.password) =>
      bodyProblem(registerChecks, body, { password: () => body.password !== confirmation && 'Passwords do not match' });
    expect(problem(good)).toBeNull();
    expect(problem({ username: 'bo', email: 'bob', password: 'short' })).toBe('Password must be at least 6 characters long');
    expect(problem({ username: 'bo', email: 'bob', password: 'secret' }, '')).toBe('Passwords do not match');
    expect(problem({ username: 'bo', email: 'bob', password: 'secret' })).toBe('Please enter a valid email address');
    expect(problem({ ...good, username: 'bo' })).toBe('Username must be at least 3 characters long');
    expect(problem({ ...good, username: 'b o b' })).toBe('Username must be at most 32 characters: letters, digits, _ and -');
  });

  it('of a password counts its characters as the server does', () => {
    const problem = (currentPassword: string, newPassword: string) => bodyProblem(changePasswordChecks, { currentPassword, newPassword });
    expect(problem('old one', 'new one')).toBeNull();
    expect(problem('', 'new one')).toBe('Please fill in all required fields');
    expect(problem('old one', 'short')).toBe('Password must be at least 6 characters long');
    expect(problem('old one', '😀'.repeat(128))).toBeNull();
    expect(problem('old one', '😀'.repeat(129))).toBe('Password must be at most 128 characters long');
  });

  it('is a field that is missing', () => {
    expect(bodyProblem(resetPasswordChecks, { password: 'secret' })).toBe('Please fill in all required fields');
  });
});
