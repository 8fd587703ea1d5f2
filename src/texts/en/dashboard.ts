import type { ListTexts } from './lists.ts';

/** The dashboard's frame: its menu, and what all of its pages share. */
export const dashboardTexts = {
  menu: 'Dashboard',
  links: {
    overview: 'Overview',
    profile: 'My Profile',
    review: 'Add a Review',
    orders: 'My Orders',
    users: 'All Users',
    manageOrders: 'Manage All Orders',
    manageTools: 'Manage Tool',
    addTool: 'Add a tool',
  },
  adminsOnly: 'This page is for admins',
  adminsOnlyWhy: (page: string) =>
    `Your account has no admin role, so “${page}” is closed to it. An admin of this shop can give you the role.`,
  askDelete: 'Are you sure you want to delete?',
  deleteWarning: 'Once you delete,this process cannot be undone!',
  delete: 'Delete',
};

/** Everybody with an account, for admins. */
export const usersTexts = {
  title: 'All Users',
  description: 'Everybody with an account in this shop.',
  list: {
    caption: 'All Users',
    count: { one: '# user', other: '# users' },
    noneMatches: (words) => `No user matches “${words}”`,
    noneChosen: 'No user is as you chose',
    showAll: 'Show all users',
  } satisfies ListTexts,
  controls: 'Users',
  searchHint: 'Name or email',
  search: {
    role: 'Role',
    all: 'All',
    admins: 'Admins',
    users: 'Users',
    newestFirst: 'Newest first',
    name: 'Name',
    email: 'Email',
  },
  columns: { index: 'No.', email: 'Email', role: 'Role', makeAdmin: 'Make Admin' },
  roles: { admin: 'admin', user: 'user' },
  admin: 'Admin',
  makeAdmin: 'Make Admin',
  makeAdminOf: (email: string) => `Make Admin: ${email}`,
  madeAdmin: 'Successfully made an admin',
  notMadeAdmin: 'Failed to make an admin',
  powersWait: 'Address not verified: the admin’s powers begin once it is.',
  none: 'Nobody has an account yet',
};

/** What came in through the contact form, for admins. */
export const contactMessagesTexts = {
  title: 'Contact messages',
  lead: 'People who asked to be contacted, from the home page’s form.',
  list: {
    caption: 'Contact messages',
    count: { one: '# message', other: '# messages' },
    noneMatches: (words) => `No message matches “${words}”`,
    noneChosen: 'No message is as you chose',
    showAll: 'Show all messages',
  } satisfies ListTexts,
  columns: { received: 'Received', name: 'Full Name', email: 'Email', phone: 'Phone Number' },
  none: 'Nobody has written yet',
};
