/** Labels of address fields, for countries without a word of their own. */
export const addressLabels = {
  country: 'Country or region',
  name: 'Name',
  company: 'Company',
  line1: 'Street address',
  line2: 'Apartment, suite, unit, or floor',
  district: 'District',
  city: 'City',
  region: 'Region',
  postalCode: 'Postal code',
  phone: 'Phone number',
};

/** Names of the postal code by country. */
export const postalCodeLabels: Record<string, string> = {
  zip: 'ZIP code',
  postcode: 'Postcode',
  pin: 'PIN code',
  eircode: 'Eircode',
};

/** Names of the region in an address. */
export const regionLabels: Record<string, string> = {
  state: 'State',
  province: 'Province',
  prefecture: 'Prefecture',
  county: 'County',
  emirate: 'Emirate',
  parish: 'Parish',
  island: 'Island',
  area: 'Area',
  department: 'Department',
  region: 'Region',
};

const TAKES_ARTICLE =
  /^(United |Isle |Netherlands|Philippines|Bahamas|Maldives|Gambia|Seychelles)|(Republic|Islands|Territor(y|ies))$/;

/** Returns a country's name for use in a sentence: 'the United States'. */
const inWords = (country: string) => (TAKES_ARTICLE.test(country) ? `the ${country}` : country);

/** Errors of address fields. */
export const addressErrorTexts = {
  missing: (label: string) => `${label} is required`,
  noSuchCountry: 'Choose a country from the list',
  notWritten: (label: string, country: string) =>
    `An address in ${inWords(country)} has no ${label.toLowerCase()}`,
  wrongPostalCode: (label: string, country: string) => `${label} isn’t valid for ${inWords(country)}`,
  wrongPhone: (country: string) =>
    `Phone number isn’t valid for ${inWords(country)}. For a number elsewhere, start with + and its country code.`,
  noSuchAddress: 'We can’t find that address in your address book',
  tooMany: (most: number) => `You have ${most} addresses, which is the limit. Delete one first.`,
};

/** The choice of delivery and billing address. */
export const addressPickerTexts = {
  deliverTo: 'Ship to',
  asOrdered: 'The address on each order',
  billTo: 'Bill to',
  sameAddress: 'Same as shipping address',
  toBook: 'Manage addresses',
};

/** The address book's page. */
export const addressBookTexts = {
  title: 'Addresses',
  description: 'Where your orders go.',
  lead: 'Your default address is filled in for you when you order.',
  add: 'Add an address',
  addTitle: 'New address',
  editTitle: 'Edit address',
  save: 'Save address',
  saved: 'Address saved',
  edit: 'Edit',
  editOf: (name: string) => `Edit the address of ${name}`,
  deleteOf: (name: string) => `Delete the address of ${name}`,
  deleted: 'Address deleted',
  default: 'Default',
  makeDefault: 'Make default',
  makeDefaultOf: (name: string) => `Make default: ${name}`,
  isDefault: 'This is your default address now',
  none: 'No addresses yet',
  noneYet: 'Save the addresses you order to, and you won’t have to type them again.',
  full: (most: number) => `You have ${most} addresses, which is the limit.`,
  optional: (label: string) => `${label} (optional)`,
  choose: 'Choose',
  checkLines: 'Your address is in the first line. Move each part to its own field.',
};

/** The offer to save an address after an order. */
export const saveAddressTexts = {
  save: 'Save to my addresses',
};
