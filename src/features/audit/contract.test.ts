import { expect, it } from 'vitest';
import { auditActionTexts } from './contract.ts';

it('has words of its own for everything that is written down', () => {
  const words = Object.values(auditActionTexts);
  expect(words.filter((each) => !/^[A-Z].*\w$/.test(each))).toEqual([]);
  expect(new Set(words).size).toBe(words.length);
});
