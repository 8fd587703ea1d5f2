import type { Scene } from '../scene.ts';
import { admin, buyer, longBuyer } from '../shops/cast.ts';
import { listScenes, type Screen } from './list-scenes.ts';
import { dialog, failure, heading, press, shapes, words } from './seen.ts';

const overview: Screen = { screen: 'overview', path: '/dashboard/overview', role: 'admin' };
const activity: Screen = { screen: 'activity', path: '/dashboard/activity', role: 'admin' };
const users: Screen = { screen: 'users', path: '/dashboard/users', role: 'admin' };
const customer: Screen = {
  screen: 'customer',
  path: `/dashboard/users/${encodeURIComponent(buyer.email)}`,
  role: 'admin',
};
const reviews: Screen = { screen: 'reviews', path: '/dashboard/reviews', role: 'admin' };
const details: Screen = {
  screen: 'details',
  path: '/dashboard/details?section=about',
  role: 'admin',
};
const mailbox: Screen = { screen: 'mailbox', path: '/mailbox', role: 'admin' };

/** What else admins see. */
export const adminScenes: Scene[] = [
  ...listScenes(overview, /^GET \/overview/, 'Overview'),
  ...listScenes(users, /^GET \/user\?|^GET \/user$/, 'All Users'),
  {
    ...users,
    state: 'nothing',
    shop: 'demo',
    path: '/dashboard/users?q=zzzzzz',
    shows: heading('All Users'),
  },
  { ...users, state: 'not-admin', shop: 'demo', role: 'buyer', shows: heading('This page is for staff') },
  {
    ...users,
    state: 'make-admin',
    shop: 'long',
    isOverlay: true,
    act: press(/^Make Admin/),
    shows: dialog,
  },
  { ...users, state: 'block', shop: 'long', isOverlay: true, act: press(/^Block/), shows: dialog },
  { ...customer, state: 'content', shop: 'demo', shows: words(buyer.name) },
  {
    ...customer,
    state: 'long',
    shop: 'long',
    path: `/dashboard/users/${encodeURIComponent(longBuyer.email)}`,
    shows: words('Staff notes'),
  },
  { ...customer, state: 'many', shop: 'large', shows: words(buyer.name) },
  {
    ...customer,
    state: 'empty',
    shop: 'empty',
    path: `/dashboard/users/${encodeURIComponent(admin.email)}`,
    shows: words('No orders yet.'),
  },
  { ...customer, state: 'loading', shop: 'demo', held: /^GET \/customers\//, shows: shapes },
  { ...customer, state: 'failure', shop: 'demo', refused: /^GET \/customers\//, shows: failure },
  {
    ...customer,
    state: 'problems',
    shop: 'demo',
    act: press('Add note'),
    shows: words('Please write a note'),
  },
  ...listScenes(activity, /^GET \/activity/, 'Activity'),
  {
    ...activity,
    state: 'nothing',
    shop: 'demo',
    path: '/dashboard/activity?q=zzzzzz',
    shows: heading('Activity'),
  },
  ...listScenes(reviews, /^GET \/managereviews/, 'Reviews'),
  {
    ...reviews,
    state: 'nothing',
    shop: 'demo',
    path: '/dashboard/reviews?state=hidden&rate=5',
    shows: words('No reviews match these filters'),
  },
  { ...reviews, state: 'answering', shop: 'demo', act: press(/^Answer /), shows: words('Publish answer') },
  { ...reviews, state: 'hide', shop: 'demo', isOverlay: true, act: press(/^Hide /), shows: dialog },
  { ...details, state: 'content', shop: 'demo', shows: words('Part 4') },
  { ...details, state: 'long', shop: 'long', path: '/dashboard/details', shows: heading('Shop Details') },
  { ...details, state: 'loading', shop: 'demo', held: /^GET \/managedetails/, shows: shapes },
  { ...details, state: 'failure', shop: 'demo', refused: /^GET \/managedetails/, shows: failure },
  {
    ...details,
    state: 'problems',
    shop: 'demo',
    act: async (page) => {
      await press('Add a part')(page);
      await press('Save')(page);
    },
    shows: words('Heading is required'),
  },
  { ...mailbox, state: 'content', shop: 'demo', shows: heading('Mailbox') },
  { ...mailbox, state: 'long', shop: 'long', shows: heading('Mailbox') },
  { ...mailbox, state: 'loading', shop: 'demo', held: /^GET \/mailbox\/messages/, shows: heading('Mailbox') },
  { ...mailbox, state: 'failure', shop: 'demo', refused: /^GET \/mailbox\/messages/, shows: failure },
  {
    screen: 'error',
    state: 'content',
    shop: 'demo',
    role: 'buyer',
    path: (shop) => `/tools/${shop.tools.first}`,
    refused: /^GET \/assets\/order-form-/,
    shows: (page) => page.getByRole('heading', { level: 1, name: 'This page didn’t load' }),
  },
];
