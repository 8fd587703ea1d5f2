import { expect, it } from 'vitest';
import { clientAddress, networkOf } from './limit-rate.ts';

it.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::6', '2001:db8:1:2'],
  ['2001:db8::6', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
])('counts %s as %s', (ip, client) => {
  expect(clientAddress(ip)).toBe(client);
});

it.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['::ffff:203.0.113.9', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8::6', '2001:db8::/48'],
  ['2001:0:5::6', '2001:0:5::/48'],
  ['::1', '::/48'],
  ['', null],
])('keeps %s as %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network);
});
