export const toolErrorTexts = {
  noSuchTool: 'We can’t find that tool',
  editedMeanwhile: 'Someone else changed this tool while you were editing it',
  partNumberTaken: 'Another tool has this part number',
  measuredPartly: 'Please give all three measures, or none',
  decimals: (field: string, most: number) => `${field} can have at most ${most} decimal places`,
  multiple: (smallest: string) =>
    `Price must be a multiple of ${smallest}, the smallest amount a card can be charged`,
  pictureFirst: 'Please upload the picture first',
  pictureTwice: 'The same picture is there twice',
  alreadyReviewed: 'You’ve already reviewed this tool',
  notBought: 'Only buyers of a tool can review it',
};

export const pictureErrorTexts = {
  noSuchPicture: 'We can’t find that picture',
  cannotKeep: 'Pictures can’t be saved right now. Please try again later',
  cannotFetch: 'The picture can’t be loaded right now',
  notMultipart: 'Send the picture as multipart/form-data',
  notOneFile: 'Send exactly one file, in the field image',
  badForm: 'The form is invalid or incomplete',
  empty: 'The picture is empty',
  tooLarge: (megabytes: number) => `The picture must be ${megabytes} MB or smaller`,
  tooManyPixels: (megapixels: number) => `The picture must be ${megapixels} megapixels or smaller`,
  otherType: 'The picture must be a JPEG, PNG, WebP, or AVIF file',
  announcedAs: (announced: string, type: string) =>
    `This file claims to be ${announced} but is ${type}. Please save it again, then retry`,
  severalPictures: 'The file must contain only one picture',
  animated: 'The picture can’t be animated',
  extra: 'This file contains more than a picture. Please save it again as a picture, then retry',
  damaged: 'The picture is damaged. Please choose a different one',
};

export const synonymErrorTexts = {
  noSuchSynonym: 'That pair is not in the list',
  listed: 'That pair is in the list already',
  sameWord: 'Please enter two different words',
  tooMany: (most: number) => `The list can hold ${most} pairs`,
};
