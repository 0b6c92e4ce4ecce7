import { refusals } from '@framelift/contracts/rules';
import { newPasswordProblem } from '../lib/newPasswordProblem.ts';

export interface PasswordForm {
  currentPassword: string;
  newPassword: string;
  confirmation: string;
}

/** The first thing wrong with a change of the password that needs no server to be seen. */
export const passwordProblem = ({ currentPassword, newPassword, confirmation }: PasswordForm): string | null =>
  currentPassword ? newPasswordProblem(newPassword, confirmation) : refusals.fieldsRequired;
