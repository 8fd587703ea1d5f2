import type { ListTexts } from '#texts/lists.ts';

/** What is wrong with a pair of words that mean the same. */
export const synonymRuleTexts = {
  word: { missing: 'Please enter a word', label: 'Word' },
  sameAs: { missing: 'Please enter a word that means the same', label: 'Same as' },
};

/** Why a pair of words cannot be added or removed. */
export const synonymErrorTexts = {
  noSuchSynonym: 'That pair is not in the list',
  listed: 'That pair is in the list already',
  sameWord: 'Please enter two different words',
  tooMany: (most: number) => `The list can hold ${most} pairs`,
};

/** The screen on which an admin edits them. */
export const synonymsTexts = {
  title: 'Search Words',
  description: 'Words that mean the same thing in a search.',
  lead: 'A search for either word finds the other too. Changes take effect at once.',
  toTools: 'Manage Tools',
  form: 'Add a pair',
  columns: { word: 'Word', sameAs: 'Same as', action: 'Action' },
  add: 'Add',
  list: {
    caption: 'Search Words',
    count: { one: '# pair', other: '# pairs' },
    noneMatches: (words) => `No pairs match “${words}”`,
    noneChosen: 'No pairs match these filters',
    showAll: 'Show all pairs',
  } satisfies ListTexts,
  pair: (word: string, sameAs: string) => `${word} = ${sameAs}`,
  added: (word: string, sameAs: string) => `${word} now finds ${sameAs} too`,
  delete: 'Delete',
  deletePair: (word: string, sameAs: string) => `Delete ${word} = ${sameAs}`,
  deleted: (word: string, sameAs: string) => `${word} = ${sameAs} has been deleted`,
  none: 'No pairs yet',
};
