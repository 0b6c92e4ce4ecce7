import { domainToASCII } from 'node:url';
import { isLine, rules } from '@framelift/contracts';
import { isEmail } from 'class-validator';

const normal = (text: string) => text.normalize('NFKC').trim().toLowerCase();

/** The canonical form of an e-mail address, for comparison: ignores case, quotes (`"kim"@x`) and the spelling of the domain. */
export function addressOf(email: string): string {
  const whole = normal(email);
  const at = whole.lastIndexOf('@');
  if (at < 0) return whole;
  const [, quoted] = /^"(.*)"$/s.exec(whole.slice(0, at)) ?? [];
  const local = quoted === undefined ? whole.slice(0, at) : quoted.replaceAll(/\\(.)/gs, '$1');
  const domain = whole.slice(at + 1).replace(/\.$/, '');
  return `${local}@${domainToASCII(domain) || domain}`;
}

/** Whether a valid address is reachable from outside: `admin@localhost`, which the first admin may have, is not. */
export const isReachable = (email: string): boolean => {
  const domain = addressOf(email).split('@').at(-1)!;
  return domain.includes('.') && !/\.(localhost|local|internal|invalid)$/.test(domain);
};

/**
 * Whether a text is a deliverable e-mail address; `utf8` allows letters beyond ASCII before the @. Quoted local parts are refused:
 * they are another spelling, which no provider issues.
 */
export const isAddress = (text: unknown, { utf8 = false } = {}): boolean =>
  typeof text === 'string' &&
  text.length <= rules.emailMaximum &&
  text.isWellFormed() &&
  isLine(text) &&
  !/["\\]/.test(text) &&
  isEmail(text, { allow_utf8_local_part: utf8 });
