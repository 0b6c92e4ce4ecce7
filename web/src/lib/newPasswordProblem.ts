import { passwordLength, refusals, rules } from '@framelift/contracts/rules';

/** The first thing wrong with a new password and its repetition that needs no server to be seen. */
export const newPasswordProblem = (password: string, confirmation: string): string | null => {
  if (passwordLength(password) < rules.passwordMinimum) return refusals.passwordTooShort;
  if (passwordLength(password) > rules.passwordMaximum) return refusals.passwordTooLong;
  if (password !== confirmation) return refusals.passwordsDiffer;
  return null;
};
