import { BlockList, isIP } from 'node:net';

const networks = (...lines: string[]) =>
  lines.flatMap((line) =>
    line.split(' ').map((each): [string, number] => {
      const [network = '', prefix] = each.split('/');
      return [network, Number(prefix)];
    }),
  );

/** What of IPv4 is nobody's in public (IANA, IPv4 Special-Purpose Address
 * Registry), and what many hear at once. */
const special4 = new BlockList();
for (const [network, prefix] of networks(
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
  '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4',
))
  special4.addSubnet(network, prefix, 'ipv4');

/** All that is given out of IPv6 in public: loopback, link-local, unique local, multicast and what carries an
 * IPv4 address (mapped, NAT64) are elsewhere. */
const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');

/** What of that is special all the same: protocols' own (Teredo, benchmarks), documentation, 6to4. */
const special6 = new BlockList();
for (const [network, prefix] of networks('2001::/23 2001:db8::/32 2002::/16 3fff::/20'))
  special6.addSubnet(network, prefix, 'ipv6');

/** Whether an IP address is one of the public network: not of this machine, of a
 * network around it, or of nobody. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special4.check(address, 'ipv4');
  if (family !== 6 || address.includes('%')) return false;
  return global6.check(address, 'ipv6') && !special6.check(address, 'ipv6');
}

/** Whether a host's name or address, without brackets, is this machine itself. */
export function isLoopback(host: string): boolean {
  if (host === 'localhost' || host === '::1') return true;
  const address = host.replace(/^::ffff:/i, '');
  return isIP(address) === 4 && address.startsWith('127.');
}
