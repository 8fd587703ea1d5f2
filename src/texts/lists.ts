import { type CountForms, counted } from './locale.ts';

/** The texts of every list: its count, and its empty states. */
export type ListTexts = {
  /** The subject of the list, for screen readers. */
  caption: string;
  count: CountForms;
  /** No row matches these words. */
  noneMatches: (words: string) => string;
  /** No row matches the filters. */
  noneChosen: string;
  showAll: string;
};

/** Builds the texts of a list of `one` or `other` things: 'order', 'orders'. */
export const listTextsOf = (caption: string, one: string, other: string): ListTexts => ({
  caption,
  count: { one: `# ${one}`, other: `# ${other}` },
  noneMatches: (words) => `No ${other} match “${words}”`,
  noneChosen: `No ${other} match these filters`,
  showAll: `Show all ${other}`,
});

export const listsTexts = {
  search: 'Search',
  sortBy: 'Sort by',
  from: 'From',
  to: 'To',
  hits: (count: number, forms: CountForms) => counted(count, forms),
  hitsMoreThan: (count: number, forms: CountForms) => `More than ${counted(count, forms)}`,
  shown: (shown: string, whole: string) => `Showing ${shown} of ${whole}`,
  shownOfMoreThan: (shown: string, whole: string) => `Showing ${shown} of more than ${whole}`,
  allShown: (whole: string) => `Showing all ${whole}`,
  /** A change that came too late. */
  changedBefore: 'Someone already did that. Here’s how it is now.',
};
