import { listTextsOf } from '#texts/lists.ts';
import { counted } from '#texts/locale.ts';

export const dashboardTexts = {
  setupGuide: 'Setup guide',
  menu: 'Dashboard',
  links: {
    overview: 'Overview',
    profile: 'My Profile',
    review: 'Add a Review',
    orders: 'My Orders',
    myQuotes: 'My Quotes',
    quotes: 'Quotes',
    myReturns: 'My Returns',
    returns: 'Returns',
    addresses: 'Addresses',
    quickOrder: 'Quick Order',
    lists: 'Saved Lists',
    users: 'All Users',
    activity: 'Activity',
    manageOrders: 'Manage All Orders',
    invoices: 'Invoices',
    reviews: 'Reviews',
    manageTools: 'Manage Tool',
    addTool: 'Add a tool',
    messages: 'Messages',
    stock: 'Stock',
    categories: 'Categories',
    families: 'Families',
    import: 'Import',
    details: 'Shop',
    shipping: 'Shipping and tax',
    apiKeys: 'API keys',
    webhooks: 'Webhooks',
  },
  groups: { orders: 'Orders', catalog: 'Catalog', people: 'People', settings: 'Settings' },
  /** The pages one press away from those in the menu. */
  parts: {
    reserved: 'Reserved units',
    receiveStock: 'Receive stock',
    searchWords: 'Search words',
    methods: 'Shipping methods',
    tax: 'Tax',
    taxExemption: 'Tax exemption',
    carriers: 'Carriers',
    security: 'Login and security',
  },
  adminsOnly: 'This page is for admins',
  adminsOnlyWhy: (page: string) =>
    `Your account isn’t an admin, so you can’t open “${page}”. An admin of this shop can make you one.`,
  staffOnly: 'This page is for staff',
  staffOnlyWhy: (page: string) =>
    `Your account isn’t staff, so you can’t open “${page}”. An admin of this shop can change that.`,
  askDelete: 'Are you sure you want to delete?',
  deleteWarning: 'Once you delete,this process cannot be undone!',
  delete: 'Delete',
};

/** To staff of whom a second step is demanded, and who have none. */
export const factorDueTexts = {
  due: (minutes: number) =>
    `Staff and admins of this shop now need two-step verification to log in. You have ${timeLeft(minutes)} to set it up.`,
  overdue:
    'Staff and admins of this shop need two-step verification to log in. Set up an authenticator app or a passkey here to get back to work.',
};

const timeLeft = (minutes: number) =>
  minutes < 60
    ? counted(minutes, { one: '# minute', other: '# minutes' })
    : counted(Math.floor(minutes / 60), { one: '# hour', other: '# hours' });

/** A list's toolbar. */
export const toolbarTexts = {
  filter: 'Filter',
  filters: 'Filters',
  activeFilters: 'Active filters',
  activeFilter: (label: string, value: string) => `${label}: ${value}`,
  removeFilter: (filter: string) => `Remove filter: ${filter}`,
  clearFilters: 'Clear filters',
};

export const rowsTexts = {
  field: (column: string, row: number) => `${column} ${row}`,
  up: (row: number) => `Move row ${row} up`,
  down: (row: number) => `Move row ${row} down`,
  remove: (row: number) => `Remove row ${row}`,
  moved: (_row: number, place: number) => `Now row ${place}`,
  removed: () => 'Row removed',
  problem: (row: number, problem: string) => `Row ${row}: ${problem}`,
};

/** Moving a row among others, by dragging it or from its menu. */
export const moveTexts = {
  drag: 'Drag to move',
  move: 'Move to…',
  moveOne: (name: string) => `Move to… (${name})`,
  moveTitle: (name: string) => `Move ${name}`,
  position: 'Position',
  positionOf: (place: number, after?: string) => (after ? `${place}, after ${after}` : `${place}, first`),
  moveHere: 'Move',
  moved: (name: string, place: number, of: number) => `${name} is now number ${place} of ${of}`,
};

export const usersTexts = {
  title: 'All Users',
  description: 'Everyone with an account in this shop.',
  list: listTextsOf('All Users', 'user', 'users'),
  controls: 'Users',
  searchHint: 'Name, email, or phone',
  role: 'Role',
  roleChoice: { '': 'All', admin: 'Admins', staff: 'Staff', user: 'Users', blocked: 'Blocked' },
  noFactor: 'Staff without two-step verification',
  factor: { has: 'Two-step verification on', lacks: 'Two-step verification off' },
  sorts: { '': 'Newest first', name: 'Name', email: 'Email' },
  columns: { index: 'No.', email: 'Email', role: 'Role', makeAdmin: 'Make Admin', actions: 'Actions' },
  moreActions: (email: string) => `More actions for ${email}`,
  roles: { admin: 'admin', staff: 'staff', user: 'user' },
  admin: 'Admin',
  staff: 'Staff',
  blocked: 'Blocked',
  blockedFor: (reason: string) => `Can’t order: ${reason}`,
  madeAdmin: 'Successfully made an admin',
  notMadeAdmin: 'Failed to make an admin',
  adminWaits: 'Email not verified. Admin access starts once it is.',
  staffWaits: 'Email not verified. Staff access starts once it is.',
  alsoUnblocks: 'This also unblocks them.',
  thisUser: 'this user',
  reason: 'Reason',
  reasonHint: 'They’ll see this when they try to order.',
  none: 'No accounts yet',
};

/** The texts of each action on a user: button, question, effect, and success message. */
export const userActionTexts = {
  makeAdmin: {
    button: 'Make Admin',
    title: (person: string) => `Make ${person} an admin?`,
    changes: 'They’ll be able to do everything in this shop, including giving and removing roles.',
    done: () => usersTexts.madeAdmin,
  },
  takeAdmin: {
    button: 'Remove admin',
    title: (person: string) => `Remove ${person} as an admin?`,
    changes: 'They’ll be logged out everywhere right away, and be a regular buyer when they log in again.',
    done: (person: string) => `${person} is no longer an admin`,
  },
  makeStaff: {
    button: 'Make staff',
    title: (person: string) => `Make ${person} staff?`,
    changes: 'They’ll be able to manage orders, messages, reviews, and stock, and to block buyers.',
    done: (person: string) => `${person} is now staff`,
  },
  takeStaff: {
    button: 'Remove staff',
    title: (person: string) => `Remove ${person} from staff?`,
    changes: 'They’ll be logged out everywhere right away, and be a regular buyer when they log in again.',
    done: (person: string) => `${person} is no longer staff`,
  },
  block: {
    button: 'Block',
    title: (person: string) => `Block ${person}?`,
    changes:
      'They’ll be logged out everywhere right away. They can log in again and see their orders, but not place, change, or pay for one. A payment in progress can still finish.',
    done: (person: string) => `${person} is blocked`,
  },
  unblock: {
    button: 'Unblock',
    title: (person: string) => `Unblock ${person}?`,
    changes: 'They’ll be able to place, change, and pay for orders again.',
    done: (person: string) => `${person} can order again`,
  },
  resetFactors: {
    button: 'Reset two-step verification',
    title: (person: string) => `Reset two-step verification for ${person}?`,
    changes:
      'Do this only if you’re sure that it’s them who asked. Their authenticator app, passkeys, and recovery codes are removed, and they’re logged out everywhere. Their password alone logs them in until they set up a new one. We email them about it.',
    done: (person: string) => `Reset two-step verification for ${person}`,
  },
  sendData: {
    button: 'Prepare a copy of their data',
    title: () => 'Prepare a data copy?',
    changes:
      'Do this if they asked for it. Once it’s ready, we email them, and they log in to download it. Nobody else can, and the email has no data in it.',
    done: (person: string) => `Preparing the data copy of ${person}`,
  },
  erase: {
    button: 'Delete account',
    title: (person: string) => `Delete the account of ${person}?`,
    changes:
      'Do this only if they asked for it: it can’t be undone. Their profile, addresses, lists, messages, and cart are deleted. Orders stay without their name, email, phone, and address; invoices stay as they were issued. We email them that it’s done.',
    done: (person: string) => `Deleted the account of ${person}`,
  },
};

/** The list of messages from the contact form, for staff. */
export const contactMessagesTexts = {
  title: 'Messages',
  description: 'Sent through the Get In Touch form on the home page.',
  list: listTextsOf('Contact messages', 'message', 'messages'),
  controls: 'Messages',
  searchHint: 'Name, email, or words of the message',
  state: 'Show',
  states: { '': 'All', open: 'Open', closed: 'Closed' },
  columns: { createdAt: 'Received', from: 'From', message: 'Message', actions: 'Actions' },
  closedBadge: 'Closed',
  close: 'Close',
  closeOf: (name: string) => `Close ${name}’s message`,
  isClosed: 'Message closed',
  reopen: 'Reopen',
  reopenOf: (name: string) => `Reopen ${name}’s message`,
  isReopened: 'Message reopened',
  answers: (name: string) => `Replies to ${name}`,
  answeredBy: (email: string | null, time: string) => (email === null ? time : `${email}, ${time}`),
  answer: 'Reply',
  answerTo: (name: string) => `Reply to ${name}’s message`,
  answerHint: (email: string) => `We email it to ${email}.`,
  send: 'Send reply',
  closeToo: 'Close the message',
  isSent: 'Reply sent',
  none: 'No messages yet',
};

/** Internal notes of the staff about an order or a person. */
export const staffNotesTexts = {
  heading: 'Staff notes',
  none: 'No notes yet. The shop never shows them to buyers, but they’re included if a buyer requests their data.',
  note: 'New note',
  add: 'Add note',
  by: (author: string | null, time: string) => (author ? `${author}, ${time}` : time),
};

/** What a small shop does not need at first. */
export const advancedTexts = { label: 'Advanced' };
