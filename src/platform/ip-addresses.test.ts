import { expect, it } from 'vitest';
import { isPublicAddress } from './ip-addresses.ts';

const publicOnes = [
  '1.1.1.1',
  '9.9.9.9',
  '93.184.216.34',
  '100.63.255.255',
  '100.128.0.1',
  '172.15.0.1',
  '172.32.0.1',
  '198.20.0.1',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:4001:81b::200e',
  '2001:4860:4860::8888',
  '2400:cb00::1',
];

const others: Record<string, string[]> = {
  'this machine': ['127.0.0.1', '127.255.255.254', '0.0.0.0', '0.1.2.3', '::1', '::'],
  'private networks': ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', 'fc00::1', 'fd12:3456::1'],
  'link-local, where clouds tell secrets': ['169.254.169.254', 'fe80::1', 'fe80::1%eth0', 'febf::1'],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.254'],
  'many at once': ['224.0.0.1', '239.255.255.255', '255.255.255.255', 'ff02::1'],
  'documentation and benchmarks': [
    '192.0.2.1',
    '198.51.100.7',
    '203.0.113.9',
    '198.18.0.1',
    '198.19.255.255',
    '2001:db8::1',
    '2001:2::1',
    '3fff::1',
  ],
  'protocols and what is set aside': [
    '192.0.0.1',
    '192.88.99.1',
    '240.0.0.1',
    '2001:10::1',
    '2001:20::1',
    '100::1',
    'fec0::1',
    '4000::1',
  ],
  'IPv4 inside IPv6': [
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '::ffff:1.1.1.1',
    '::ffff:7f00:1',
    '::127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b:1::a00:1',
    '2002:7f00:1::',
    '2002:a00:1::1',
    '2001:0:1::1',
  ],
  'no addresses': [
    '',
    'localhost',
    '127.1',
    '0x7f000001',
    '2130706433',
    '017700000001',
    '1.1.1.1 ',
    '1.1.1.1:80',
    '[::1]',
  ],
};

it.each(publicOnes)('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

it.each(Object.entries(others))('%s are not', (_, addresses) => {
  expect(addresses.filter(isPublicAddress)).toEqual([]);
});
