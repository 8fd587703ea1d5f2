import { formatCount } from '#texts/locale.ts';

/** Labels of a family's fields, in errors. */
export const familyFieldTexts = {
  name: 'Name',
  description: 'Description',
  category: 'Category',
  pictures: 'Pictures',
};

/** Errors of refused changes to families. */
export const familyErrorTexts = {
  nameMissing: 'Family name is required',
  noSuchFamily: 'We can’t find that family',
  nameTaken: (name: string) => `A family named “${name}” already exists`,
  membersMissing: 'toolIds is required',
  tooMany: (most: number) => `A family can have up to ${formatCount(most)} tools`,
  twice: 'Each tool can be listed once',
  noSuchTool: 'One of the tools isn’t in the shop',
  inOtherFamily: (tool: string, family: string) =>
    `${tool} is already in the family “${family}”. Take it out of that family first.`,
  picturesWrong: 'Pictures is not valid',
  pictureTwice: 'Each picture can be listed once',
  tooManyPictures: (most: number) => `A family can have ${most} pictures`,
  changedMeanwhile: 'Someone else changed this family while you were editing it',
};
