import { counted } from '#texts/locale.ts';

/** What stands below the search box while somebody types. */
export const suggestionTexts = {
  label: 'Suggestions',
  count: (count: number) =>
    count === 0 ? 'No suggestions' : counted(count, { one: '# suggestion', other: '# suggestions' }),
  none: (words: string) => `No tools match “${words}”`,
  inCategory: (words: string, category: string) => `“${words}” in ${category}`,
  all: (words: string) => `See all results for “${words}”`,
};
