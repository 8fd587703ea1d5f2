import type { ListTexts } from '#texts/lists.ts';

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
    `Your account isn’t an admin, so you can’t open “${page}”. An admin of this shop can make you one.`,
  askDelete: 'Are you sure you want to delete?',
  deleteWarning: 'Once you delete,this process cannot be undone!',
  delete: 'Delete',
};

/** Everybody with an account, for admins. */
export const usersTexts = {
  title: 'All Users',
  description: 'Everyone with an account in this shop.',
  list: {
    caption: 'All Users',
    count: { one: '# user', other: '# users' },
    noneMatches: (words) => `No users match “${words}”`,
    noneChosen: 'No users match these filters',
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
  powersWait: 'Email not verified. Admin access starts once it is.',
  none: 'No accounts yet',
};

/** What came in through the contact form, for admins. */
export const contactMessagesTexts = {
  title: 'Contact messages',
  lead: 'Sent through the Get In Touch form on the home page.',
  list: {
    caption: 'Contact messages',
    count: { one: '# message', other: '# messages' },
    noneMatches: (words) => `No messages match “${words}”`,
    noneChosen: 'No messages match these filters',
    showAll: 'Show all messages',
  } satisfies ListTexts,
  columns: {
    received: 'Received',
    name: 'Full Name',
    email: 'Email',
    phone: 'Phone Number',
    message: 'Message',
  },
  none: 'No messages yet',
};
