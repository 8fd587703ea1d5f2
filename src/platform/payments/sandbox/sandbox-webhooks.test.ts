import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { isSignedWebhook, signWebhook } from './sandbox-webhooks.ts';

const key = randomBytes(32);
const now = new Date('2026-07-15T12:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const body = Buffer.from('{"id":"evt_1"}');
const header = signWebhook(key, body, now);

test('accepts a signature for its own body, key and time', () => {
  expect(isSignedWebhook(key, body, header, now)).toBe(true);
  expect(isSignedWebhook(key, body, header, later(300))).toBe(true);
  expect(isSignedWebhook(key, body, header, later(-300))).toBe(true);
});

test.each([
  ['another body', key, Buffer.from('{"id":"evt_2"}'), header, now],
  ['another key', randomBytes(32), body, header, now],
  ['too old', key, body, header, later(301)],
  ['from the future', key, body, header, later(-301)],
  ['no header', key, body, undefined, now],
  ['several headers', key, body, [header, header], now],
  ['no signature', key, body, 't=1784116800', now],
  ['another time', key, body, header.replace(/^t=\d+/, 't=1784116801'), now],
  ['a short signature', key, body, header.slice(0, -2), now],
  ['a changed signature', key, body, header.replace(/.$/, (end) => (end === '0' ? '1' : '0')), now],
])('it is invalid for %s', (_what, otherKey, otherBody, otherHeader, at) => {
  expect(isSignedWebhook(otherKey, otherBody, otherHeader, at)).toBe(false);
});
