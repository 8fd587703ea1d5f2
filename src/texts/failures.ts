/** General messages for failures without a specific one. */
export const failureTexts = {
  unreachable: 'We couldn’t reach the shop. Check your connection and try again.',
  oddAnswer: 'Something went wrong at our end. Try again in a moment.',
  onThisPage: 'Something went wrong on this page. Try again in a moment.',
};

export const failedPageTexts = {
  heading: 'This page didn’t load',
  text: 'Something went wrong at our end. Your orders and payments are safe.',
  call: (phone: string) => `Call ${phone}`,
  again: 'Reload the page',
  home: 'Go to Home',
  offline: {
    heading: 'You’re offline',
    text: failureTexts.unreachable,
    again: 'Go back',
  },
};

/** The page shown if a page was not rendered in time. The text with links is in pieces. */
export const unavailablePageTexts = {
  title: 'The shop is busy',
  heading: 'The shop is busy',
  text: 'This page took too long. Your orders and payments are safe.',
  again: 'Try again',
  between: ' in a moment, or go to the ',
  home: 'home page',
  end: '.',
};

export const tooManyPageTexts = {
  ...unavailablePageTexts,
  title: 'Too many requests',
  heading: 'Too many requests',
  text: 'We’ve had too many requests from your network in a short time.',
};

export const notFoundTexts = {
  exclamation: 'Oops!',
  heading: 'Page not found',
  apology: 'We are sorry, but the page you requested was not found!!',
  description: 'This page isn’t part of the shop.',
  home: 'Go to Home',
  tools: 'See all tools',
};
