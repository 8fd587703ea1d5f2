/** The rules of categories and brands. */
export const taxonRuleTexts = {
  name: { missing: 'Name is required', label: 'Name' },
  img: 'Picture',
};

/** What is said where a category or a brand cannot be changed so. */
export const taxonErrorTexts = {
  noSuch: { category: 'We can’t find that category', brand: 'We can’t find that brand' },
  nameTaken: (name: string) => `“${name}” is there already. Merge the two instead`,
  intoItself: 'Choose another one to merge into',
  notEmpty: (tools: number) =>
    `There ${tools === 1 ? 'is still 1 tool' : `are still ${tools} tools`} in it. Merge it into another one instead`,
  hasChildren: 'It still has categories under it',
  noSuchParent: 'We can’t find the parent category',
  parentHasParent: 'The parent must be a category without a parent itself',
  parentOfOthers: 'It has categories under it, so it can’t have a parent itself',
  noSuchBefore: 'Put it before one with the same parent',
  childrenBelowTwo: 'It has categories under it. Merge it into one without a parent',
};
