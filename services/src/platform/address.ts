import { domainToASCII } from 'node:url';

const normal = (text: string) => text.normalize('NFKC').trim().toLowerCase();

/** An e-mail address as it is compared: one spelling for one address. Case, quotes (`"kim"@x`) and the writing of the domain do not count. */
export function addressOf(email: string): string {
  const whole = normal(email);
  const at = whole.lastIndexOf('@');
  if (at < 0) return whole;
  const [, quoted] = /^"(.*)"$/s.exec(whole.slice(0, at)) ?? [];
  const local = quoted === undefined ? whole.slice(0, at) : quoted.replaceAll(/\\(.)/gs, '$1');
  const domain = whole.slice(at + 1).replace(/\.$/, '');
  return `${local}@${domainToASCII(domain) || domain}`;
}
