import { expect, it } from 'vitest';
import { readPhone } from './phone-rules.ts';

it.each([
  ['(217) 555-0142', 'US', '+12175550142'],
  ['+1 217 555 0142', 'DE', '+12175550142'],
  ['030 / 901820', 'DE', '+4930901820'],
  ['020 7946 0958', 'GB', '+442079460958'],
  ['06 1234 5678', 'IT', '+390612345678'],
  ['(217) 555-0142 ext. 12', 'US', '+12175550142;ext=12'],
  ['217-555-0142 x12', 'US', '+12175550142;ext=12'],
  ['+1 217 555 0142 #12', 'DE', '+12175550142;ext=12'],
  ['030 / 901820 Durchwahl 12', 'DE', '+4930901820;ext=12'],
  ['030 901820, DW: 12', 'DE', '+4930901820;ext=12'],
])('reads %s in %s', (typed, country, e164) => {
  expect(readPhone(typed, country)?.e164).toBe(e164);
  expect(readPhone(readPhone(typed, country)?.shown ?? '', 'FR')?.e164).toBe(e164);
  // The stored form reads back as itself.
  expect(readPhone(e164, 'FR')?.e164).toBe(e164);
});

it.each([
  ['12345', 'US'],
  ['555-0142', 'US'],
  ['(117) 555-0142', 'US'],
  ['call me on (217) 555-0142', 'US'],
  ['(217) 555-0142', 'AQ'],
  ['+999 123456789', 'US'],
  ['', 'US'],
])('does not take %s in %s for a number', (typed, country) => {
  expect(readPhone(typed, country)).toBeUndefined();
});
