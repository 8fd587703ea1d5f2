/** What the shop's own details are called, on their screen and where one of them will not do. */
export const shopDetailsLabels = {
  shop: {
    name: 'Name',
    tagline: 'Tagline',
    slogan: 'Line in the footer',
    description: 'Description for search engines',
    appDescription: 'Description of the installed app',
  },
  look: {
    accentLight: 'Accent color',
    accentDark: 'Accent color in the dark theme',
    logo: 'Logo',
    currencyDisplay: 'Prices',
  },
  contact: {
    address: 'Address',
    email: 'Email',
    phone: 'Phone',
    hours: 'Hours',
    opening: 'Above the contact form',
    sent: 'Once a message is sent',
  },
  time: { zone: 'Time zone' },
  business: {
    legalName: 'Legal name',
    vatNumber: 'VAT ID',
    taxNumber: 'Tax number',
    registration: 'Registration',
    bank: 'Bank account',
    note: 'Note on every invoice',
  },
  social: { facebook: 'Facebook', instagram: 'Instagram', youtube: 'YouTube' },
  banner: { heading: 'Heading', promise: 'Slogan' },
  statistics: { figures: 'Figures' },
  figures: { value: 'Figure', label: 'What it counts' },
  support: { cards: 'Cards' },
  cards: { name: 'Name', workers: 'Workers', work: 'What they do' },
  about: { description: 'Description for search engines', opening: 'Opening line', parts: 'Parts' },
  policy: { description: 'Description for search engines', opening: 'Opening line', parts: 'Parts' },
  parts: { heading: 'Heading', text: 'Text' },
  portfolio: { description: 'Description for search engines', opening: 'Opening line', ranges: 'Categories' },
  ranges: { name: 'Category', text: 'Text', link: 'Button' },
  email: { senderName: 'Sender’s name' },
};

/** What is said of a detail that will not do. */
export const shopDetailsRuleTexts = {
  unsafeLink: 'Links must start with https://, mailto:, tel:, or / for a page of the shop',
  tooMany: (max: number) => `No more than ${max} fit here`,
  noWebAddress: 'This must be an address that starts with https://, or empty',
  noEmail: 'This must be an email address, such as shop@example.com',
  noPhone: 'This must be a phone number',
  noVatNumber: 'This must be a VAT ID with its country, such as DE136695976, or empty',
  noDisplay: 'This must be symbol or code',
  noTimeZone: 'Choose a time zone from the list, such as America/New_York',
  noLogo: 'Upload the logo first',
  noColour: 'This must be a color, such as #1f4e9c',
  lowContrast: (is: string, least: string) =>
    `Text in or on this color would have a contrast of ${is}:1. It needs ${least}:1 or more.`,
};
