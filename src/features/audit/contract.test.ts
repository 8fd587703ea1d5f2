import { expect, it } from 'vitest';
import { auditActionTexts } from './contract.ts';

it('has a distinct text for every audit action', () => {
  const words = Object.values(auditActionTexts);
  expect(words.filter((each) => !/^[A-Z].*\w$/.test(each))).toEqual([]);
  expect(new Set(words).size).toBe(words.length);
});
