export const pictureErrorTexts = {
  pictureFirst: 'Please upload the picture first',
  noSuchPicture: 'We can’t find that picture',
  cannotKeep: 'Pictures can’t be saved right now. Please try again later.',
  cannotFetch: 'The picture can’t be loaded right now',
  notMultipart: 'Send the picture as multipart/form-data',
  notOneFile: 'Send exactly one file, in the field image',
  badForm: 'The form is invalid or incomplete',
  empty: 'The picture is empty',
  tooLarge: (megabytes: number) => `The picture must be ${megabytes} MB or smaller`,
  tooManyPixels: (megapixels: number) => `The picture must be ${megapixels} megapixels or smaller`,
  otherType: 'The picture must be a JPEG, PNG, WebP, or AVIF file',
  announcedAs: (announced: string, type: string) =>
    `This file claims to be ${announced} but is ${type}. Please save it again, then try again.`,
  severalPictures: 'The file must contain only one picture',
  animated: 'The picture can’t be animated',
  extra: 'This file contains more than a picture. Please save it again as a picture, then try again.',
  damaged: 'The picture is damaged. Please choose a different one.',
};
