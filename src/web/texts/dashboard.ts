import { listTextsOf } from '#texts/lists.ts';

export const dashboardTexts = {
  menu: 'Dashboard',
  links: {
    overview: 'Overview',
    profile: 'My Profile',
    review: 'Add a Review',
    orders: 'My Orders',
    users: 'All Users',
    manageOrders: 'Manage All Orders',
    reviews: 'Reviews',
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

export const usersTexts = {
  title: 'All Users',
  description: 'Everyone with an account in this shop.',
  list: listTextsOf('All Users', 'user', 'users'),
  controls: 'Users',
  searchHint: 'Name or email',
  role: 'Role',
  roleChoice: { '': 'All', admin: 'Admins', user: 'Users' },
  sorts: { '': 'Newest first', name: 'Name', email: 'Email' },
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
  list: listTextsOf('Contact messages', 'message', 'messages'),
  columns: {
    createdAt: 'Received',
    name: 'Full Name',
    email: 'Email',
    phone: 'Phone Number',
    message: 'Message',
  },
  none: 'No messages yet',
};
