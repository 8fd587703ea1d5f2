import { expect, it } from 'vitest';
import { containsPattern, searchWords } from './search-words.ts';

it('takes each word once, whatever its case and the space around it', () => {
  expect(searchWords('  Claw  hammer\tclaw ')).toEqual(['claw', 'hammer']);
});

it('finds no words in white space', () => {
  expect(searchWords('   ')).toEqual([]);
});

it('takes no more than ten words', () => {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  expect(searchWords(letters.join(' '))).toEqual(letters.slice(0, 10));
});

it('lets what LIKE would read as a wildcard stand for itself', () => {
  expect(containsPattern('100%_a\\b')).toBe('%100\\%\\_a\\\\b%');
});
