/** What stands in for a page that failed. */
export const failedPageTexts = {
  title: 'Something went wrong – Toolyard',
  heading: 'This page did not load',
  text: 'Something went wrong while showing it. Nothing you ordered or paid is lost. Load the page again; if it fails again, go to the home page.',
  again: 'Load it again',
  home: 'Go to Home',
};

/** What stands in for a page that was not made in time. The text with links in it stands in pieces. */
export const busyPageTexts = {
  title: 'The shop is busy – Toolyard',
  heading: 'The shop is busy',
  text: 'This page did not come about in time. Nothing you ordered or paid is lost.',
  again: 'Try again',
  between: ' in a moment, or go to the ',
  home: 'home page',
  end: '.',
};
