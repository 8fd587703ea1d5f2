/** What customers wrote, on the home page and under a tool. */
export const reviewsTexts = {
  heading: 'Reviews',
  none: 'No reviews yet',
  beFirst: 'Log in and write the first one.',
  givenBy: 'Given By',
};
