import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isAddress, isReachable } from './address.ts';
import { noteKey, noteTypes } from './notes.ts';

/** The sentence about an invalid address in a setting; never the address itself, as it may contain a password. */
interface Address {
  form: string;
  /** The address as the program uses it; undefined: it is invalid. */
  read(text: string): string | undefined;
}

const ENCODE = 'encode @ / # % in the password';

const isEncoded = (text: string): boolean => {
  try {
    return decodeURIComponent(text) !== undefined;
  } catch {
    return false;
  }
};

/** An address with a host that no character of a password has truncated. */
function parsed(text: string, ...protocols: string[]): URL | undefined {
  const url = URL.parse(text.trim());
  if (!url || !protocols.includes(url.protocol) || !url.hostname || url.hash) return undefined;
  return [url.username, url.password, url.hostname, url.pathname].every(isEncoded) ? url : undefined;
}

/** pg treats these as verify-full today, and warns that this will change. */
const VERIFIED = ['prefer', 'require', 'verify-ca'];

function readDatabase(text: string): string | undefined {
  const [, before, after] = /^\s*(postgres(?:ql)?:\/\/[^/?#]*@)(\/[^/]*\?(?:.*&)?host=(?:\/|%2f).*)$/is.exec(text) ?? [];
  // A unix socket is named in `host`, and no host before the database; pg looks at `host` first.
  const url = parsed(before ? `${before}localhost${after}` : text, 'postgres:', 'postgresql:');
  if (!url?.username || !/^\/[^/@]+$/.test(url.pathname) || url.search.includes('@')) return undefined;
  const { searchParams: query } = url;
  if (VERIFIED.includes(query.get('sslmode') ?? '') && query.get('uselibpqcompat') !== 'true') query.set('sslmode', 'verify-full');
  return url.href;
}

function readMailServer(text: string): string | undefined {
  if (text === 'none') return text;
  const url = parsed(text, 'smtp:', 'smtps:');
  return url && /^\/?$/.test(url.pathname) && !url.search.includes('@') ? url.href : undefined;
}

const readEmail = (text: string): string | undefined => (isAddress(text.trim()) && isReachable(text.trim()) ? text.trim() : undefined);
const readContact = (text: string): string | undefined => readEmail(text) ?? parsed(text, 'https:')?.href;

/** As in a certificate: letters, digits, hyphens and dots. */
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
function readDomain(text: string): string | undefined {
  const name = text.trim().toLowerCase();
  return name.length < 254 && name.split('.').every((label) => LABEL.test(label)) && isIP(name) === 0 ? name : undefined;
}

const isPort = (text: string): boolean => /^\d{1,5}$/.test(text) && Number(text) > 0 && Number(text) < 65_536;

function readBroker(text: string): string | undefined {
  const [, ipv6, name, port] = /^(?:\[([^\]]+)\]|([\w.-]+)):(\d+)$/.exec(text) ?? [];
  return port && isPort(port) && (name || isIP(ipv6!) === 6) ? text : undefined;
}

/** Hops, or proxies as the proxy-addr package names them. */
const isProxy = (name: string): boolean =>
  ['loopback', 'linklocal', 'uniquelocal'].includes(name) || isIP(name) !== 0 || (name.includes('/') && ipaddr.isValidCIDR(name));

const readProxies = (text: string): string | undefined =>
  /^\d{1,2}$/.test(text) || text.split(',').every((name) => isProxy(name.trim())) ? text : undefined;

/** Where a witness answers, and its verifier key. */
function readWitness(text: string): string | undefined {
  const [url, key, ...more] = text.trim().split(/\s+/);
  const isWitness = !more.length && noteKey(key ?? '')?.type === noteTypes.cosignature;
  return isWitness && parsed(url!, 'http:', 'https:') ? `${url!.replace(/\/+$/, '')} ${key}` : undefined;
}

export const addresses = {
  witness: { form: 'the address of a witness, a space and its verifier key, with commas between several', read: readWitness },
  database: { form: `postgres://name:password@host:port/database; ${ENCODE}`, read: readDatabase },
  mailServer: { form: `smtp://name:password@host:port, smtps://name:password@host:port or none; ${ENCODE}`, read: readMailServer },
  broker: { form: 'host:port, with commas between several', read: readBroker },
  proxies: { form: 'the number of proxies in front of Framelift, or their addresses with commas between them', read: readProxies },
  host: { form: 'an address or name of this machine', read: (text) => (isIP(text) || /^[\w.-]+$/.test(text) ? text : undefined) },
  domain: { form: 'a name like shop.example, without https:// and port', read: readDomain },
  email: { form: 'an e-mail address that mail can reach, like you@example.com', read: readEmail },
  contact: { form: 'an e-mail address, or an address that begins with https://', read: readContact },
  web: {
    form: 'an address that begins with https:// or http://',
    read: (text) => (parsed(text, 'https:', 'http:') ? text.trim() : undefined),
  },
} satisfies Record<string, Address>;

export type AddressKind = keyof typeof addresses;
