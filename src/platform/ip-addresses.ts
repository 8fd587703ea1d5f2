import { BlockList, isIP } from 'node:net';

const networks = (...lines: string[]) =>
  lines.flatMap((line) =>
    line.split(' ').map((each): [string, number] => {
      const [network = '', prefix] = each.split('/');
      return [network, Number(prefix)];
    }),
  );

/** IPv4 ranges that are not public (IANA, IPv4 Special-Purpose Address Registry), and multicast. */
const special4 = new BlockList();
for (const [network, prefix] of networks(
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
))
  special4.addSubnet(network, prefix, 'ipv4');

/** All IPv6 that is allocated for public use: loopback, link-local, unique local, multicast and ranges that
 * carry an IPv4 address (mapped, NAT64) are outside. */
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

/** Special ranges within it: protocol assignments (Teredo, benchmarks), documentation, 6to4. */
const special6 = new BlockList();
for (const [network, prefix] of networks('2001::/23 2001:db8::/32 2002::/16 3fff::/20'))
  special6.addSubnet(network, prefix, 'ipv6');

/** Whether an IP address is public: not of this machine, a local network, or an unassigned range. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special4.check(address, 'ipv4');
  if (family !== 6 || address.includes('%')) return false;
  return global6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
}

/** Whether a host's name or address, without brackets, is this machine. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost' || host === '::1') return true;
  const address = host.replace(/^::ffff:/i, '');
  return isIP(address) === 4 && address.startsWith('127.');
}
