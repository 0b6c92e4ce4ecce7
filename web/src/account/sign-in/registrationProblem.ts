import { passwordLength, refusals, rules } from '@framelift/contracts/rules';

export interface Registration {
  username: string;
  email: string;
  password: string;
  confirmation: string;
}

/** The first thing wrong with a registration, in order (docs/product.md#registration-and-login); an empty field fails its own check. */
export const registrationProblem = ({ username, email, password, confirmation }: Registration): string | null => {
  if (passwordLength(password) < rules.passwordMinimum) return refusals.passwordTooShort;
  if (password !== confirmation) return refusals.passwordsDiffer;
  if (!email.includes('@')) return refusals.emailInvalid;
  if (username.length < rules.username.minimum) return refusals.usernameTooShort;
  return null;
};
