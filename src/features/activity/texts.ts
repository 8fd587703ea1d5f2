import { type ActivityGroup, type AuditAction, auditActionTexts } from '#features/audit/contract.ts';
import { toolFieldTexts } from '#features/catalogue/texts/manage.ts';
import { listTextsOf } from '#texts/lists.ts';
import { type CountForms, formatCount } from '#texts/locale.ts';
import { dashboardTexts } from '#ui/dashboard/texts.ts';

const groupTexts: Record<ActivityGroup, string> = {
  orders: 'Orders',
  payments: 'Payments and refunds',
  catalog: 'Catalog',
  stock: 'Stock',
  people: 'People',
  settings: 'Settings',
  messages: 'Quotes, messages, and reviews',
  system: 'Exports, emails, and refusals',
};

const { links, parts } = dashboardTexts;

const pageTexts: Record<string, string> = {
  '': 'Home',
  tools: 'Tools',
  login: 'Login',
  signup: 'Sign up',
  'dashboard/overview': links.overview,
  dashboard: links.profile,
  'dashboard/security': parts.security,
  'dashboard/review': links.review,
  'dashboard/orders': links.orders,
  'dashboard/quotes': links.quotes,
  'dashboard/addresses': links.addresses,
  'dashboard/quick-order': links.quickOrder,
  'dashboard/lists': links.lists,
  'dashboard/users': links.users,
  'dashboard/activity': links.activity,
  'dashboard/manageorders': links.manageOrders,
  'dashboard/packing-slips': 'Packing slips',
  'dashboard/invoices': links.invoices,
  'dashboard/reviews': links.reviews,
  'dashboard/managetool': links.manageTools,
  'dashboard/addtool': links.addTool,
  'dashboard/messages': links.messages,
  'dashboard/stock': links.stock,
  'dashboard/delivery': parts.receiveStock,
  'dashboard/categories': links.categories,
  'dashboard/families': links.families,
  'dashboard/import': links.import,
  'dashboard/details': links.details,
  'dashboard/synonyms': parts.searchWords,
  'dashboard/delivery-methods': parts.methods,
  'dashboard/tax': parts.tax,
  'dashboard/carriers': parts.carriers,
  'dashboard/api-keys': links.apiKeys,
  'dashboard/webhooks': links.webhooks,
  'dashboard/cart': 'Cart',
  'dashboard/payment': 'Payment',
};

export const activityTexts = {
  title: 'Activity',
  description: 'Who did what in this shop, and when.',
  list: listTextsOf('Activity', 'entry', 'entries'),
  controls: 'Activity',
  searchHint: 'Person, tool, what happened, order number, /page, or ID',
  group: 'What happened',
  groupChoice: { '': 'Everything', ...groupTexts },
  action: 'Only this',
  actionChoice: (action: AuditAction) => ({ '': 'All', [action]: auditActionTexts[action] }),
  columns: { at: 'When', actor: 'Who', what: 'What', about: 'About', page: 'Page' },
  order: (number: string | null) => (number ? `Order ${number}` : 'Deleted order'),
  tool: (name: string | null) => name ?? 'Deleted tool',
  user: (email: string | null) => email ?? 'Deleted user',
  fromPage: (page: string) => `from ${page}`,
  times: (count: number, since: string) => `${formatCount(count)} times since ${since}`,
  /** The names of pages, by the beginnings of their paths. */
  pages: pageTexts,
  none: 'Nothing has happened yet',
  review: 'The review',
  message: 'The contact message',
  import: 'The import',
};

/** The names of fields that an entry may have changed, by their names in its details. */
export const changedFieldTexts: Record<string, string> = {
  ...toolFieldTexts,
  price_cents: toolFieldTexts.price,
  display_name: 'Name',
  education: 'Education',
  linkedin: 'LinkedIn',
  phone: 'Phone',
  city: 'City',
  district: 'District',
  company: 'Company',
  vat_number: 'VAT ID',
  vat_country: 'VAT country',
  parent_id: 'Parent category',
  position: 'Position',
  img: 'Picture',
  pictures: 'More pictures',
  accessories: 'Accessories',
  spareParts: 'Spare parts',
  replacedBy: 'Replaced by',
  replaces: 'Replacement for',
  members: 'Members',
  family: 'Family',
};

/** Those that imports change too. */
export const importedFields = ['price_cents', 'available_quantity'];

/** Texts for an entry's details: kinds and counts, by the codes on the wire. */
export const activityDetailTexts = {
  named: (name: string, value: string) => `${name}: ${value}`,
  change: (before: string, after: string) => `${before} → ${after}`,
  alike: (word: string, other: string) => `${word} = ${other}`,
  onHand: 'In stock',
  kinds: {
    tools: 'Tools',
    orders: 'Orders',
    users: 'Users',
    invoices: 'Invoices',
    'import-errors': 'Errors of an import',
    papers: 'A month of invoices',
  } as Record<string, string>,
  counts: {
    rate: { one: '# star', other: '# stars' },
    lines: { one: '# line', other: '# lines' },
    units: { one: '# unit', other: '# units' },
    rows: { one: '# row', other: '# rows' },
    changed: { one: '# tool changed', other: '# tools changed' },
    added: { one: '# tool added', other: '# tools added' },
    left: { one: '# tool changed since', other: '# tools changed since' },
    tools: { one: '# tool', other: '# tools' },
    methods: { one: '# method', other: '# methods' },
    regions: { one: '# region', other: '# regions' },
    rates: { one: '# rate', other: '# rates' },
    carriers: { one: '# carrier', other: '# carriers' },
  } as Record<string, CountForms>,
  /** The title of a bulk change, by what it changed if that is one thing. */
  bulk: {
    price_cents: { one: 'Bulk price change of # tool', other: 'Bulk price change of # tools' },
    category: { one: 'Bulk category change of # tool', other: 'Bulk category change of # tools' },
    available_quantity: { one: 'Bulk stock change of # tool', other: 'Bulk stock change of # tools' },
  } as Record<string, CountForms>,
  bulkOfMore: { one: 'Bulk change of # tool', other: 'Bulk change of # tools' },
  undone: (change: string) => `${change}, undone`,
  taxIn: 'Prices include tax',
  taxOn: 'Prices without tax',
  on: 'on',
  off: 'off',
};
