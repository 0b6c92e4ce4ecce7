import ipaddr from 'ipaddr.js';

/** Not loopback, private, link-local, shared, reserved, mapped, translated, multicast or anything else that has a name of its own. */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const found = ipaddr.process(address);
  // Of IPv6 only 2000::/3 is the public internet; older ways to write IPv4 in it are not.
  return found.range() === 'unicast' && (found instanceof ipaddr.IPv4 || found.parts[0]! >> 13 === 1);
}

/** An IPv6 customer has 2^64 addresses: its network counts as one. */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const found = ipaddr.process(address);
  if (found instanceof ipaddr.IPv4) return found.toString();
  const groups = found.parts.slice(0, 4).map((part) => part.toString(16));
  return `${groups.join(':')}::/64`;
}
