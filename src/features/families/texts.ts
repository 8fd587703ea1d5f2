import { formatCount } from '#texts/locale.ts';

/** Maximum number of tools that an error names. */
const MOST_NAMED = 10;

/** Labels of a family's fields, in errors. */
export const familyFieldTexts = {
  name: 'Name',
  description: 'Description',
  category: 'Category',
  pictures: 'Pictures',
  partNumbers: 'Part numbers',
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
  inOtherFamilies: (tools: { name: string; family: string }[]) => {
    const named = tools.slice(0, MOST_NAMED).map(({ name, family }) => `${name} is already in “${family}”`);
    const more = tools.length - named.length;
    const first =
      tools.length === 1 ? 'Take it out of that family first.' : 'Take them out of those families first.';
    return `${[...named, ...(more > 0 ? [`And ${formatCount(more)} more`] : [])].join('. ')}. ${first}`;
  },
  intoItself: 'Choose a different family to merge into',
  noSuchInto: 'We can’t find the family to merge into',
  noneToAdd: 'Part numbers are required',
  noSuchNumbers: (numbers: string[]) => {
    const more = numbers.length - MOST_NAMED;
    const named = numbers.slice(0, MOST_NAMED).join(', ');
    return `No tool has ${numbers.length === 1 ? 'this part number' : 'these part numbers'}: ${named}${more > 0 ? `, and ${formatCount(more)} more` : ''}`;
  },
  notMember: 'One of the tools isn’t in this family',
  picturesWrong: 'Pictures is not valid',
  pictureTwice: 'Each picture can be listed once',
  tooManyPictures: (most: number) => `A family can have ${most} pictures`,
  changedMeanwhile: 'Someone else changed this family while you were editing it',
};
