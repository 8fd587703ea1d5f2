export { knowNumbers } from './known-numbers.ts';
export { lineWords } from './line-words.ts';
export { type AskReason, matchLine, type UnderstoodLine } from './match-line.ts';
export { toPlainNumber, toSearchedSizes } from './notation.ts';
export { type PastedLine, piecesToLookUp, readList } from './read-list.ts';
export { MOST_UNITS } from './read-quantity.ts';
export { readSize, sortBySize, unitKey } from './sizes.ts';
export { singularsOf, wordForms } from './word-forms.ts';
export {
  type KnownNameWords,
  readSynonyms,
  variantsOfWords,
  wordsIn,
  wordsToLookUp,
} from './word-variants.ts';
