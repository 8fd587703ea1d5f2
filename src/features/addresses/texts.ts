/** What the fields of an address are called, where a country has no word of its own for one. */
export const addressLabels = {
  country: 'Country or region',
  name: 'Name',
  company: 'Company',
  line1: 'Street address',
  line2: 'Apartment, suite, unit or floor',
  district: 'District',
  city: 'City',
  region: 'Region',
  postalCode: 'Postal code',
  phone: 'Phone number',
};

/** What some countries call their postal codes. */
export const postalCodeLabels: Record<string, string> = {
  zip: 'ZIP code',
  postcode: 'Postcode',
  pin: 'PIN code',
  eircode: 'Eircode',
};

/** What countries call the part of the country that an address names. */
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

/** A country's name within a sentence: 'the United States'. */
const inWords = (country: string) => (TAKES_ARTICLE.test(country) ? `the ${country}` : country);

/** Why an address won’t do. */
export const addressErrorTexts = {
  missing: (label: string) => `${label} is required`,
  noSuchCountry: 'Choose a country from the list',
  notWritten: (label: string, country: string) =>
    `An address in ${inWords(country)} has no ${label.toLowerCase()}`,
  wrongPostalCode: (label: string, country: string) => `${label} isn’t valid for ${inWords(country)}`,
  wrongPhone: (country: string) =>
    `Phone number isn’t valid for ${inWords(country)}. For a number elsewhere, start with + and its country code`,
  noSuchAddress: 'We can’t find that address in your address book',
  tooMany: (most: number) => `You have ${most} addresses, which is the limit. Delete one first`,
};

/** Where a payment’s goods and its bill go. */
export const addressPickerTexts = {
  deliverTo: 'Deliver to',
  asOrdered: 'The address on each order',
  billTo: 'Bill to',
  sameAddress: 'Same as delivery address',
  toBook: 'Manage addresses',
};

/** The address book’s own page. */
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
  makeDefaultOf: (name: string) => `Make the address of ${name} the default`,
  isDefault: 'This is your default address now',
  none: 'No addresses yet',
  noneYet: 'Save the addresses you order to, and you won’t have to type them again.',
  full: (most: number) => `You have ${most} addresses, which is the limit.`,
  optional: (label: string) => `${label} (optional)`,
  checkLines: 'Your address is in the first line. Move each part to its own field.',
};

/** Where an order has just been placed. */
export const saveAddressTexts = {
  save: 'Save to my addresses',
};
