/** What is said when something fails of which nothing better is known. */
export const failureTexts = {
  unreachable: 'We could not reach the shop. Check your connection and try again.',
  oddAnswer: 'The shop did not answer as it should. Try again in a moment.',
  onThisPage: 'Something went wrong on this page. Try again in a moment.',
};
