import { counted } from '#texts/locale.ts';

/** The page of a customer, for staff. */
export const customerTexts = {
  title: 'Customer',
  description: 'One customer’s orders, reviews, role, and staff notes.',
  toUsers: 'All Users',
  since: (day: string) => `Customer since ${day}`,
  mayOrder: 'Can order',
  notVerified: 'Email not verified',
  fields: {
    phone: 'Phone number',
    address: 'Address',
    company: 'Company',
    vatNumber: 'VAT number',
    city: 'City',
    district: 'District',
    education: 'Education',
    linkedin: 'LinkedIn',
  },
  factors: {
    label: 'Second step',
    none: 'None',
    app: 'Authenticator app',
    passkey: (name: string) => `Passkey “${name}”`,
    used: (day: string) => `last used ${day}`,
    unused: 'not used yet',
    codesLeft: (count: number) =>
      counted(count, { one: '# recovery code left', other: '# recovery codes left' }),
  },
  orders: 'Orders',
  orderFigures: { count: 'Orders', unpaid: 'Unpaid', toShip: 'To ship', spent: 'Total paid' },
  allOrders: (count: number) => counted(count, { one: 'See # order', other: 'See all # orders' }),
  noOrders: 'No orders yet.',
  reviews: 'Reviews',
  allReviews: (count: number) => counted(count, { one: 'See # review', other: 'See all # reviews' }),
  noReviews: 'No reviews yet.',
  ofShop: 'The shop',
  hidden: 'Hidden',
};
