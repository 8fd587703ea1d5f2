import { isIPv6 } from 'node:net';

const GROUPS_OF_A_NETWORK = 4;

/**
 * What counts as one client in a rate limit: an IPv4 address, or the /64 network that one IPv6 subscriber has
 * (RFC 6177), with all of whose addresses they may come.
 */
export function clientAddress(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = [], tail] = ip.split('::').map((part) => part.split(':').filter(Boolean));
  const groups =
    tail === undefined ? head : [...head, ...Array(8 - head.length - tail.length).fill('0'), ...tail];
  return groups.slice(0, GROUPS_OF_A_NETWORK).join(':');
}
