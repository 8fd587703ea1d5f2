/** What is said when something fails of which nothing better is known. */
export const failureTexts = {
  unreachable: 'We couldn’t reach the shop. Check your connection and try again.',
  oddAnswer: 'Something went wrong at our end. Try again in a moment.',
  onThisPage: 'Something went wrong on this page. Try again in a moment.',
};
