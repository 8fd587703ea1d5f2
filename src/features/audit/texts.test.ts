import { expect, it } from 'vitest';
import { auditActions } from './contract.ts';
import { auditActionTexts } from './texts.ts';

it('has words of its own for everything that is written down', () => {
  const words = auditActions.map((action) => auditActionTexts[action]);
  expect(words.filter((each) => !/^[A-Z].*\w$/.test(each ?? ''))).toEqual([]);
  expect(new Set(words).size).toBe(auditActions.length);
  expect(Object.keys(auditActionTexts).toSorted()).toEqual([...auditActions].toSorted());
});
