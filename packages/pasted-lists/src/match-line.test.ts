import { describe, expect, it, test } from 'vitest';
import { knowNumbers } from './known-numbers.ts';
import { lineWords } from './line-words.ts';
import { type CatalogueItem, matchLine } from './match-line.ts';
import { readList } from './read-list.ts';
import { wordForms } from './word-forms.ts';
import { variantsOfWords, wordsIn } from './word-variants.ts';

const plain = { brand: null, part_number: null, category: null, specifications: [] };
const vise: CatalogueItem = { ...plain, name: 'Bench vise', part_number: '500', gtin: '04006381333931' };
const drill: CatalogueItem = { ...plain, name: 'Drill, 18 V' };
const items = [vise, drill];

/** Matches the last line of a pasted text in a shop of two tools. */
function match(text: string) {
  const line = readList(text, knowNumbers(items.flatMap(({ part_number: number }) => number ?? []))).at(-1);
  if (!line) throw new Error('no line');
  const words = lineWords(line.text);
  const inNames = new Set(items.flatMap(({ name }) => wordsIn(lineWords(name)).flatMap(wordForms)));
  const variants = variantsOfWords(
    wordsIn(words),
    { inNames, anywhere: inNames, near: new Map() },
    new Map(),
  );
  const found = matchLine({ ...line, words, variants }, { items, isCut: false });
  return [
    found.outcome === 'asked' ? found.reason : found.outcome,
    found.items.map(({ name }) => name),
    found.quantity,
  ];
}

describe('matchLine', () => {
  test.each<[text: string, outcome: string, name: string, quantity: number | null]>([
    ['3 bench vises', 'matched', 'Bench vise', 3],
    ['2 drills, 18 V', 'matched', 'Drill, 18 V', 2],
    ['2 x drill 18', 'matched', 'Drill, 18 V', 2],
    ['2 drills, 12 V', 'similar', 'Drill, 18 V', 2],
    // As many as its part number says may be a part number in the wrong column.
    ['Item\tQty\nBench vise\t500', 'quantity', 'Bench vise', null],
    ['Item\tQty\nBench vise\t501', 'matched', 'Bench vise', 501],
  ])('%j is %s', (text, outcome, name, quantity) => {
    expect(match(text)).toEqual([outcome, [name], quantity]);
  });

  it('finds nothing in words of no tool', () => {
    expect(match('2 tents')).toEqual(['not_found', [], 2]);
  });
});
