import { counted } from '#texts/locale.ts';

/** The small parts that every screen is made of. */
export const uiTexts = {
  loadMore: 'Load more',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  notifications: 'Notifications',
  closeNotification: 'Close this message',
  rated: (rate: number) => `Rated ${rate} out of 5`,
  fromReviews: (count: number) => `from ${counted(count, { one: '# review', other: '# reviews' })}`,
  theme: {
    legend: 'Theme',
    light: 'Light theme',
    dark: 'Dark theme',
    system: 'System theme',
  },
};
