import { describe, expect, test } from 'vitest';
import {
  caretAfterFormat,
  formatCardNumber,
  formatExpiry,
  formatSecurityCode,
} from './sandbox-card-form.tsx';

describe('card number', () => {
  test.each([
    ['', ''],
    ['4242', '4242'],
    ['42424', '4242 4'],
    ['4242424242424242', '4242 4242 4242 4242'],
    ['4242-4242 4242.4242', '4242 4242 4242 4242'],
    ['4242 42', '4242 42'],
    ['abc4', '4'],
    ['12345678901234567890', '1234 5678 9012 3456 789'],
  ])('%j is shown as %j', (typed, shown) => {
    expect(formatCardNumber(typed)).toBe(shown);
    expect(formatCardNumber(shown)).toBe(shown);
  });
});

describe('expiry date', () => {
  test.each([
    ['', ''],
    ['1', '1'],
    ['12', '12'],
    ['123', '12 / 3'],
    ['1234', '12 / 34'],
    ['12/34', '12 / 34'],
    ['12 / 345', '12 / 34'],
    ['5', '05'],
    ['527', '05 / 27'],
    ['1/27', '01 / 27'],
    ['1/', '01'],
    ['12 /', '12'],
  ])('%j is shown as %j', (typed, shown) => {
    expect(formatExpiry(typed)).toBe(shown);
    expect(formatExpiry(shown)).toBe(shown);
  });
});

test('a security code has at most 4 digits', () => {
  expect(formatSecurityCode(' 12a345')).toBe('1234');
});

describe('caret', () => {
  test.each([
    ['at the end it stays at the end', '42424', 5, '4242 4', 6],
    ['in the middle it stays behind the same digit', '14242 4242', 1, '1424 2424 2', 1],
    ['past a new space it moves along', '42425 4242', 5, '4242 5424 2', 6],
    ['at the start it stays at the start', ' 4242', 0, '4242', 0],
  ])('%s', (_what, typed, caret, formatted, place) => {
    expect(caretAfterFormat(typed, caret, formatted)).toBe(place);
  });
});
