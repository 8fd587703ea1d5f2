import type { DetailsSection } from '#contracts/shop-details.ts';
import { LOCALE, onDemand } from '#texts/locale.ts';

/** Validation messages for the details. */
export const detailsRuleTexts = {
  version: 'version must be a whole number',
  empty: 'Name at least one section to change',
};

/** Error messages for changes of the details. */
export const detailsErrorTexts = {
  noSuchLogo: 'We can’t find that logo',
  changedMeanwhile: 'Someone else changed the shop’s details while you were editing them',
  ownFactorFirst: 'Set up two-step verification for your own login first',
  factorsAtFirebase: 'Firebase keeps the accounts of this shop, so two-step verification is required there',
};

/** The names of the sections. */
export const sectionTexts: Record<DetailsSection, string> = {
  shop: 'Name',
  look: 'Look',
  contact: 'Contacts and hours',
  region: 'Region',
  business: 'Invoices',
  bank: 'Bank details',
  law: 'Customers',
  social: 'Social links',
  banner: 'Banner',
  statistics: 'Statistics',
  support: 'Support',
  about: 'About us',
  policy: 'Policy',
  returns: 'Returns',
  portfolio: 'Portfolio',
  email: 'Email',
  security: 'Security',
};

/** The tabs of the page, each with its sections, in order. */
export const detailsTabs = {
  general: { label: 'General', sections: ['shop', 'look', 'region'] },
  contact: { label: 'Contact and hours', sections: ['contact', 'social'] },
  pages: {
    label: 'Texts and policy',
    sections: ['banner', 'statistics', 'support', 'about', 'policy', 'returns', 'portfolio'],
  },
  billing: { label: 'Billing and invoices', sections: ['business', 'bank'] },
  legal: { label: 'Legal', sections: ['law'] },
  emails: { label: 'Emails and notifications', sections: ['email'] },
  security: { label: 'Security', sections: ['security'] },
} as const satisfies Record<string, { label: string; sections: readonly DetailsSection[] }>;

export type DetailsTab = keyof typeof detailsTabs;

/** Returns the address of a section, which opens its tab there. */
export function detailsPath(section: DetailsSection): string {
  const tab = Object.entries(detailsTabs).find(([, { sections }]) =>
    sections.some((each) => each === section),
  );
  return `/dashboard/details/${tab?.[0]}#${section}`;
}

/** The contacts of a new shop that its owner must replace. */
export const placeholderContacts = ['address', 'email', 'phone'] as const;
export type PlaceholderContact = (typeof placeholderContacts)[number];

/** Why a live shop does not start with these placeholders. */
export function madeUpContactsText(contacts: PlaceholderContact[]): string {
  const [are, them] = contacts.length > 1 ? ['are', 'them'] : ['is', 'it'];
  const named = new Intl.ListFormat(LOCALE).format(contacts);
  return `the shop’s ${named} ${are} still made up, and buyers would see ${them}: change ${them} in Shop settings`;
}

/** What the figures counted from the shop's sales count. */
export const countedFigureTexts = {
  orders: (count: number) => (count === 1 ? 'Order shipped' : 'Orders shipped'),
  customers: (count: number) => (count === 1 ? 'Customer' : 'Customers'),
  countries: (count: number) => (count === 1 ? 'Country shipped to' : 'Countries shipped to'),
  reviews: (count: number) => (count === 1 ? 'Review' : 'Reviews'),
};

/** Rounded down: 4.46 is not enough where 4.5 is. */
const oneDigit = (contrast: number) => (Math.floor(contrast * 10) / 10).toFixed(1);

/** The page on which an admin changes the details. */
export const shopDetailsTexts = {
  title: 'Shop settings',
  description: 'The shop’s name, contacts, and texts.',
  lead: 'What you save shows everywhere right away: on pages, in search results, and in emails.',
  tabs: 'Shop settings',
  searchWords: 'Search words',
  notices: 'Everyone on staff chooses their own notifications in My Profile.',
  toNotices: 'Choose my notifications',
  save: 'Save',
  saving: 'Saving…',
  saved: (section: string) => `${section} saved`,
  notSaved: 'Your changes couldn’t be saved.',
  check: 'Please check the fields marked below.',
  reset: 'Use the default',
  askReset: (section: string) => `Use the default for “${section}”?`,
  resetWhy: 'This replaces what’s there now with the shop’s original text.',
  isDone: (section: string) => `${section} reset to the default`,
  preview: 'Preview',
  abroad: 'For business abroad',
  logo: {
    hint: 'A PNG, JPEG, WebP, or AVIF file that’s clear on light and dark pages. A wide logo replaces the name; others appear beside it. It’s also used in the site’s icons and emails.',
    choose: 'Choose or drop a picture',
    current: 'Current logo',
    remove: 'Remove the logo',
    sent: (percent: number) => (percent < 100 ? `Uploading… ${percent}%` : 'Checking the file…'),
  },
  sample: { link: 'See all tools', badge: 'Paid', button: 'Add to cart' },
  counted: {
    act: 'Use figures from your sales',
    none: 'There’s nothing to count yet. Figures come from shipped orders, customers, and reviews.',
    done: 'Figures filled in. Save to show them.',
  },
  add: { figures: 'Add a figure', cards: 'Add a card', parts: 'Add a part', ranges: 'Add a category' },
  item: { figures: 'Figure', cards: 'Card', parts: 'Part', ranges: 'Category' },
  contrast: {
    pick: (label: string) => `Pick: ${label}`,
    good: (contrast: number) => `Contrast ${oneDigit(contrast)}:1`,
    low: (contrast: number) => `Contrast ${oneDigit(contrast)}:1, too low`,
  },
  numbered: (item: string, number: number) => `${item} ${number}`,
  remove: (item: string, number: number) => `Remove ${item.toLowerCase()} ${number}`,
  hints: {
    text: 'A blank line starts a new paragraph. Links look like this: [contact us](/#contact)',
    legalName: 'Leave it empty if it’s the same as the shop’s name.',
    vatNumber: 'With its country: DE136695976. Fill in this or the tax number before you charge tax.',
    registration: 'Register and number, such as HRB 12345, Amtsgericht Köln',
    bankHolder: 'With these details, staff can invoice orders before they’re paid. Only invoices show them.',
    iban: 'Or fill in an account number below.',
    returnDays:
      'After delivery, for buyers in My Orders. 0 if only staff can start a return. Staff always can.',
    returnAddress: 'Empty: the shop’s address',
    assumedDeliveryDays:
      'A package counts as delivered so many days after shipping, unless you enter its delivery.',
    paymentDays: 'Invoices are due this many days after their date, unless you choose another day.',
    returns:
      'Shown on the home page, on every tool’s page, and in the cart, such as “30-day returns”. Leave it empty to hide it.',
    shipsBy: 'Shown with tools in stock, in the shop’s time zone. Leave it empty to hide it.',
    shipsWithin:
      'Shown before buyers pay. Paid orders must ship by then, or their buyers are asked to wait or cancel (16 CFR part 435: 30 days if you promise nothing). This isn’t legal advice.',
    contactEmail: 'Shown on pages and in emails. Customers’ replies go here too.',
    senderName: 'Leave it empty for the shop’s name. The address is set with the email server.',
    name: 'The category’s name in the catalog',
    slogan: undefined,
    customers: 'With your country, this decides what the law asks of your shop. This isn’t legal advice.',
    orderPrefix: 'For new orders: ACME gives ACME-10482. Earlier orders keep their numbers.',
    accent: 'For buttons, links, and marks. Six digits, such as #1f4e9c.',
    social: 'Starts with https://. Leave it empty to show no link.',
  },
  customers: {
    both: 'Consumers and businesses',
    consumers: 'Consumers only',
    businesses: 'Businesses only',
  },
  returnPostage: { buyer: 'The buyer pays', shop: 'We pay' },
  shippingDays: {
    'mon-fri': 'Monday to Friday',
    'mon-sat': 'Monday to Saturday',
    'tue-sat': 'Tuesday to Saturday',
    'sun-thu': 'Sunday to Thursday',
    'every-day': 'Every day',
  },
  conflict: 'Someone else changed this section',
  from: (name: string) => `From: ${name}`,
};

const currencies = onDemand(() => new Intl.DisplayNames([LOCALE], { type: 'currency' }));

/** The section about how staff prove who they are. */
export const securityTexts = {
  staffFactor:
    'An authenticator app or a passkey, after the password. People without one get a day to set it up. After that, they lose access to the dashboard, and their API keys stop working.',
  ownFirst: 'You need one yourself before you turn this on:',
  ownFactor: 'Login and security',
  whoLacks: 'See staff without two-step verification',
  refundsAbove:
    'For more than this, staff enter their password or a code again if they logged in over 10 minutes ago. All refunds of one payment count together. Leave it empty never to ask, or enter 0 to always ask.',
  firebase:
    'This shop’s accounts are kept by Firebase. Two-step verification is turned on in Firebase’s console, under Authentication, and asked for there; the shop can’t see who has it.',
  demanded: 'Staff and admins need two-step verification to log in',
  notDemanded: 'Staff and admins choose whether to use two-step verification',
  confirmed: (amount: string) => `Refunds above ${amount} are confirmed`,
  unconfirmed: 'Refunds aren’t confirmed',
};

/** The section about where the shop is, and the samples of its preview. */
export const regionTexts = {
  country: 'A country suggests its time zone and units. You can change both.',
  notSet: 'Not set',
  zone: 'Enter a city. Used for every date and time: on pages, invoices, and emails, in exports, and in the days and months of the overview. Invoices that have been issued keep their dates.',
  units: 'As you type them and buyers read them. Files and the API keep grams and millimeters.',
  unitSystems: { imperial: 'Pounds and inches', metric: 'Kilograms and millimeters' },
  currency: 'Currency',
  currencyName: (code: string) => `${currencies().of(code) ?? code} (${code})`,
  currencyHint:
    'Set by SHOP_CURRENCY where the shop runs. Prices aren’t converted, so choose it before you sell.',
  now: (time: string) => `Now: ${time}`,
  weight: (weight: string) => `Weight: ${weight}`,
  size: (size: string) => `Size: ${size}`,
  tax: (name: string) => `Tax: ${name}`,
  address: (postalCode: string) => `Addresses: ${postalCode}`,
};
