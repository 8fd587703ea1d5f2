import { counted } from '#texts/locale.ts';

/** Errors of the fields of categories and brands. */
export const taxonRuleTexts = {
  name: 'Name',
  img: 'Picture',
  isReturnable: 'isReturnable must be true or false',
};

/** Errors of refused changes to categories and brands. */
export const taxonErrorTexts = {
  noSuch: { category: 'We can’t find that category', brand: 'We can’t find that brand' },
  nameTaken: (name: string) => `“${name}” already exists. Merge the two instead.`,
  intoItself: 'Choose a different one to merge into',
  notEmpty: (tools: number) =>
    `There ${tools === 1 ? 'is still 1 tool' : `are still ${tools} tools`} in it. Merge it into another one instead.`,
  hasChildren: 'It still has categories under it',
  noSuchParent: 'We can’t find the parent category',
  parentHasParent: 'The parent must be a category without a parent itself',
  parentOfOthers: 'It has categories under it, so it can’t have a parent itself',
  noSuchBefore: 'Put it before one with the same parent',
  childrenBelowTwo: 'It has categories under it. Merge it into one without a parent.',
};

const oneOf = (count: number) => counted(count, { one: '# tool', other: '# tools' });

/** `own`: how many of them are in it itself, not in a category under it. */
const inAll = (count: number, own: number) =>
  own === count
    ? oneOf(count)
    : `${oneOf(count)} with subcategories, ${own === 0 ? 'none' : own} directly in it`;

/** The screen that manages both. */
export const taxonomyTexts = {
  title: 'Categories and brands',
  description: 'How the tools in this shop are organized.',
  lead: 'Changes show everywhere right away. Links to an old name keep working.',
  toTools: 'Manage Tools',
  tools: inAll,
  toolsOf: (name: string, count: number, own: number) => `${name}: ${inAll(count, own)}`,
  search: 'Find a category or brand',
  foundNone: (words: string) => `No matches for “${words}”`,
  more: (name: string) => `More actions for ${name}`,
  edit: 'Edit',
  editOne: (name: string) => `Edit ${name}`,
  merge: 'Merge',
  mergeOne: (name: string) => `Merge ${name} into another`,
  deleteOne: (name: string) => `Delete ${name}`,
  name: 'Name',
  parent: 'Under',
  noParent: 'None',
  isParent: 'Other categories are under it, so it can’t be under another one.',
  isReturnable: 'Buyers can return these tools',
  picture: 'Picture (optional)',
  removePicture: 'Remove the picture',
  safety: 'Shown with all of this brand’s tools, unless a tool has its own.',
  save: 'Save',
  saved: (name: string) => `Saved ${name}`,
  into: 'Merge into',
  chooseInto: 'Choose one',
  intoMissing: 'Please choose what to merge into',
  mergeWhy: (from: string, into: string, tools: number) =>
    tools === 0
      ? `${from} will be deleted, and links to it will lead to ${into}. This can’t be undone.`
      : `${oneOf(tools)} will move from ${from} to ${into}, and links to ${from} will lead there. This can’t be undone.`,
  merged: (from: string, into: string) => `${from} is now part of ${into}`,
  deleted: (name: string) => `Deleted ${name}`,
  kinds: {
    category: {
      heading: 'Categories',
      form: 'Add a category',
      more: 'Parent and picture',
      none: 'No categories yet',
    },
    brand: { heading: 'Brands', form: 'Add a brand', more: 'Picture', none: 'No brands yet' },
  },
  add: 'Add',
  added: (name: string) => `Added ${name}`,
};
