import { type CountForms, counted, formatCount } from '#texts/locale.ts';

export const uiTexts = {
  loadMore: 'Load more',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  notifications: 'Notifications',
  closeNotification: 'Close this message',
  timesAre: (zone: string) => `Times are ${zone}.`,
  rated: (rate: number) => `Rated ${rate} out of 5`,
  fromReviews: (count: number) => `from ${counted(count, { one: '# review', other: '# reviews' })}`,
  theme: {
    legend: 'Theme',
    light: 'Light theme',
    dark: 'Dark theme',
    system: 'System theme',
  },
};

function listTexts(name: string, forms: CountForms) {
  return {
    failed: (reason: string) => `${name} couldn’t be loaded. ${reason}`,
    all: (count: number) => (count > 1 ? `All ${counted(count, forms)}` : counted(count, forms)),
    some: (count: number, total: number) => `Showing ${formatCount(count)} of ${counted(total, forms)}`,
    someOfMoreThan: (count: number, total: number) =>
      `Showing ${formatCount(count)} of more than ${counted(total, forms)}`,
  };
}

/** What a list that is loaded piece by piece says of itself. */
export type LoadedListTexts = ReturnType<typeof listTexts>;

export const toolListTexts = listTexts('The tools', { one: '# tool', other: '# tools' });
export const reviewListTexts = listTexts('The reviews', { one: '# review', other: '# reviews' });
