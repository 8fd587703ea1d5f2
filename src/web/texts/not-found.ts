/** The page for an address that leads nowhere. */
export const notFoundTexts = {
  exclamation: 'Oops!',
  heading: 'Page not found',
  apology: 'We are sorry, but the page you requested was not found!!',
  description: 'This page isn’t part of the shop.',
  home: 'Go to Home',
  tools: 'See all tools',
};
