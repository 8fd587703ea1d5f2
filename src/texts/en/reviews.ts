/** What customers wrote, on the home page and under a tool. */
export const reviewsTexts = {
  heading: 'Reviews',
  none: 'No reviews yet',
  beFirst: 'Yours could be the first: sign in and add one.',
  givenBy: 'Given By',
};
