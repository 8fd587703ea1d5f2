import { expect, test } from 'vitest';
import { isLinkTemplate, trackingUrl } from './carrier-contract.ts';

test.each([
  ['https://www.ups.com/track?tracknum={number}', true],
  ['https://example.com/{number}/of/{number}', true],
  ['https://example.com:8443/#/{number}', true],
  ['http://example.com/{number}', false],
  ['javascript:alert({number})', false],
  ['https://example.com/', false],
  ['https://{number}.example.com/', false],
  ['https://{number}/', false],
  ['https://example.com:{number}/', false],
  ['https://example.com{number}', false],
  ['https://ada:secret@example.com/{number}', false],
  ['https://ada@example.com/{number}', false],
  ['https:///{number}', false],
  ['//example.com/{number}', false],
  ['https://example.com/ {number}', false],
  ['https://example.com/\n{number}', false],
  [`https://example.com/${'x'.repeat(300)}{number}`, false],
])('%s is a template: %s', (template, isOne) => {
  expect(isLinkTemplate(template)).toBe(isOne);
});

test('encodes a number in the link, without the spaces of its label', () => {
  const template = 'https://example.com/t?n={number}&again={number}';
  expect(trackingUrl(template, '1Z 999 AA1')).toBe('https://example.com/t?n=1Z999AA1&again=1Z999AA1');
  expect(trackingUrl(template, '1&x=2#/?"<é$&')).toBe(
    'https://example.com/t?n=1%26x%3D2%23%2F%3F%22%3C%C3%A9%24%26&again=1%26x%3D2%23%2F%3F%22%3C%C3%A9%24%26',
  );
  expect([trackingUrl(null, '1'), trackingUrl(template, null)]).toEqual([null, null]);
});
