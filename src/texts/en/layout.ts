/** What stands round every page: the bar, its search and its menu. */
export const layoutTexts = {
  skip: 'Skip to content',
  home: 'Home',
  tools: 'Tools',
  dashboard: 'Dashboard',
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
