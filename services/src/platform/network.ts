import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Not loopback, private, link-local, shared, reserved, mapped, translated, multicast or any other special range. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const found = ipaddr.process(address);
  // Of IPv6 only 2000::/3 is the public internet; older ways to write IPv4 in it are not.
  return found.range() === 'unicast' && (found instanceof ipaddr.IPv4 || found.parts[0]! >> 13 === 1);
}

/** An IPv6 customer has 2^64 addresses: its network counts as one. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped || isIP(address) !== 6) return mapped ?? address;
  const [before = '', after] = address.split('%')[0]!.toLowerCase().split('::');
  const groups = (part: string | undefined) => (part ? part.split(':') : []);
  const missing = after === undefined ? 0 : 8 - groups(before).length - groups(after).length;
  const all = [...groups(before), ...Array<string>(missing).fill('0'), ...groups(after)];
  return `${all
    .slice(0, 4)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
