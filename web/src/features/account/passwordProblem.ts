import { passwordLength, refusals, rules } from '@framelift/contracts/rules';

export interface PasswordForm {
  currentPassword: string;
  newPassword: string;
  confirmation: string;
}

/** The first thing wrong with a change of the password that needs no server to be seen. */
export const passwordProblem = ({ currentPassword, newPassword, confirmation }: PasswordForm): string | null => {
  if (!currentPassword) return refusals.fieldsRequired;
  if (passwordLength(newPassword) < rules.passwordMinimum) return refusals.passwordTooShort;
  if (passwordLength(newPassword) > rules.passwordMaximum) return refusals.passwordTooLong;
  if (newPassword !== confirmation) return refusals.passwordsDiffer;
  return null;
};
