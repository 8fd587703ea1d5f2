/** Why a tool cannot be shown, added, deleted or reviewed. */
export const toolRefusalTexts = {
  noSuchTool: 'There is no such tool',
  decimals: (field: string, most: number) => `${field} can have at most ${most} decimals`,
  price: 'Price',
  multiple: (smallest: string) => `Price must be a multiple of ${smallest}: cards take no other`,
  pictureFirst: 'Please upload the picture first',
  alreadyReviewed: 'You have already reviewed this tool',
  notBought: 'Only who has bought a tool can review it',
};

/** Why a picture cannot be taken, kept or shown. */
export const pictureRefusalTexts = {
  noSuchPicture: 'There is no such picture',
  cannotKeep: 'The shop cannot keep pictures at the moment. Please try again later',
  cannotFetch: 'The picture cannot be fetched at the moment',
  notMultipart: 'Send the picture as multipart/form-data',
  notOneFile: 'Send exactly one file, in the field image',
  badForm: 'The form is not valid or not complete',
  empty: 'The picture is empty',
  tooLarge: (megabytes: number) => `The picture must be ${megabytes} MB or smaller`,
  tooManyPixels: (megapixels: number) => `The picture must have ${megapixels} megapixels or fewer`,
  otherType: 'The picture must be a JPEG, PNG, WebP or AVIF file',
  announcedAs: (announced: string, type: string) =>
    `This file is announced as ${announced} but holds a picture of type ${type}. Please save it again, then retry`,
  severalPictures: 'The file must hold one picture only',
  animated: 'The picture must not be animated',
  extra: 'This file holds more than a picture. Please save it again as a picture, then retry',
  damaged: 'The picture is damaged. Please choose another one',
};
