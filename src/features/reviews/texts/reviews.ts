export const reviewsTexts = {
  heading: 'Reviews',
  ofAllSizes: 'Reviews of all sizes',
  size: 'Size:',
  none: 'No reviews yet',
  beFirst: 'Log in and write the first one.',
  givenBy: 'Given By',
  answerOf: (shop: string) => `Reply from ${shop}`,
};
