import { counted } from '#texts/locale.ts';

const unpaidOrders = { one: '# unpaid order', other: '# unpaid orders' };

export const layoutTexts = {
  skip: 'Skip to content',
  home: 'Home',
  tools: 'Tools',
  dashboard: 'Dashboard',
  cart: 'Cart',
  cartOf: (orders: number) => (orders === 0 ? 'Cart, empty' : `Cart, ${counted(orders, unpaidOrders)}`),
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
    placeholder: 'Name, brand or category',
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
