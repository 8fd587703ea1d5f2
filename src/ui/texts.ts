import { type CountForms, counted, formatCount } from '#texts/locale.ts';

export const uiTexts = {
  loadMore: 'Load more',
  tryAgain: 'Try again',
  cancel: 'Cancel',
  noEmail: 'No email',
  notifications: 'Notifications',
  closeNotification: 'Close this message',
  timesAre: (zone: string) => `Times are ${zone}.`,
  rated: (rate: number) => `Rated ${rate} out of 5`,
  fromReviews: (count: number) => `from ${counted(count, { one: '# review', other: '# reviews' })}`,
  allPrices: (note: string) => `All prices ${note}.`,
  call: (phone: string) => `Call ${phone}`,
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

/** The texts of a list that is loaded page by page. */
export type LoadedListTexts = ReturnType<typeof listTexts>;

export const toolListTexts = listTexts('The tools', { one: '# tool', other: '# tools' });
export const reviewListTexts = listTexts('The reviews', { one: '# review', other: '# reviews' });

/** As many as a badge on the cart has room for. */
const inCart = (orders: number) => (orders > 99 ? '99+' : `${orders}`);

export const layoutTexts = {
  skip: 'Skip to content',
  home: 'Home',
  tools: 'Tools',
  dashboard: 'Dashboard',
  cart: 'Cart',
  inCart,
  /** It has the badge's figure in it, for who speaks what they see (WCAG 2.5.3). */
  cartOf: (orders: number) =>
    orders === 0 ? 'Cart, empty' : `Cart, ${inCart(orders)} unpaid ${orders === 1 ? 'order' : 'orders'}`,
  categories: 'Categories',
  main: 'Main',
  menu: 'Menu',
  openMenu: 'Open menu',
  closeMenu: 'Close menu',
  findingSession: 'Checking your sign-in',
  login: 'Login',
  logOut: 'Log Out',
  loggedOut: 'You’re logged out',
  search: {
    name: 'Search tools',
    placeholder: 'Name, brand, or category',
    submit: 'Search',
    clear: 'Clear search',
    goThere: 'Go to search',
    shortcut: 'Ctrl K',
  },
};

export const footerTexts = {
  label: 'Footer',
  about: 'About us',
  contact: 'Contact',
  portfolio: 'Portfolio',
  policy: 'Policy',
  networks: { facebook: 'Facebook', instagram: 'Instagram', youtube: 'YouTube' },
  copyright: (shop: string, year: number) => `Copyright © ${year} – All rights reserved by ${shop}`,
};
