import { defaultAccent } from '#contracts/accent.ts';
import { DEFAULT_COUNTRY, DEFAULT_UNITS } from '#contracts/region.ts';
import { DEFAULT_SHIP_DAYS } from '#contracts/ships-by.ts';
import { DEFAULT_ORDER_PREFIX, type ShopDetails } from '#contracts/shop-details.ts';
import { UTC } from '#contracts/time-zone.ts';

/** The shop's name and hours until the owner changes them. */
export const defaultName = 'Toolyard';
export const defaultHours = '8AM-10PM';

/** A placeholder that delivers to no one. */
export const exampleEmail = 'hello@toolyard.example';

const demoPart = 'A demo store';
const contactPart = 'Contact us';
const writeToUs = 'Write to us in [Get In Touch](/#contact).';

/** Returns the default details without what is true of the sample data alone: figures, services, and what
 * About us says of them. */
export const withoutSample = (details: ShopDetails, hours: string): ShopDetails => ({
  ...details,
  statistics: { figures: [] },
  support: { cards: [] },
  about: {
    ...details.about,
    parts: details.about.parts
      .filter(({ heading }) => heading !== demoPart)
      .map((part) =>
        part.heading === contactPart ? { ...part, text: `${writeToUs} We’re open ${hours}.` } : part,
      ),
  },
});

/** The shop's default details: the specification's texts. Those with the shop's name or hours derive from
 * these. */
export const defaultDetails = (name: string, hours: string, zone = UTC): ShopDetails => ({
  shop: {
    name,
    tagline: 'hand tools, power tools, and machines',
    slogan: 'Hand tools, power tools, and machines for the trades.',
    description: 'Hand tools, power tools, and machines for every job. Order online and pay by card.',
    appDescription: 'Order hand tools, power tools, and machines from the jobsite or the office.',
  },
  look: {
    accentLight: defaultAccent.light,
    accentDark: defaultAccent.dark,
    logo: '',
    currencyDisplay: 'symbol',
  },
  contact: {
    address: '1420 Foundry Street, Springfield, OH 45502',
    email: exampleEmail,
    phone: '+1 (937) 555-0142',
    hours,
    opening:
      'Questions about a tool, a bulk order, or a repair? Leave your name and number, and a message if you like, and we’ll call you back.',
    sent: 'Thanks, we’ll call you',
    shipsBy: '',
    shipsOn: 'mon-fri',
    shipsWithin: DEFAULT_SHIP_DAYS,
  },
  region: { country: DEFAULT_COUNTRY, state: '', zone, units: DEFAULT_UNITS },
  time: { zone },
  business: {
    legalName: '',
    vatNumber: '',
    taxNumber: '',
    registration: '',
    bank: '',
    note: '',
    orderPrefix: DEFAULT_ORDER_PREFIX,
  },
  bank: { holder: '', iban: '', account: '', routing: '', name: '', bic: '', paymentDays: 14 },
  social: {
    facebook: 'https://www.facebook.com/',
    instagram: 'https://www.instagram.com/',
    youtube: 'https://www.youtube.com/',
  },
  banner: {
    heading: 'Good tools, ready when the job starts',
    promise:
      'Everything for your construction needs: hand tools, power tools, and machines, with live stock counts.',
  },
  statistics: {
    figures: [
      { value: '55%', label: 'Sell Rate' },
      { value: '25+', label: 'Country Shipment' },
      { value: '440+', label: 'Feedback' },
      { value: '1000+', label: 'Happy Clients' },
    ],
  },
  support: {
    cards: [
      { name: 'Mechanic Support', workers: '88 Workers', work: 'For a tool or machine that won’t run.' },
      {
        name: 'Tools Repair',
        workers: '60 Workers',
        work: 'For brushes, bearings, cords, and edges that are worn out.',
      },
    ],
  },
  about: {
    description: `${name} sells hand tools, power tools, and machines for the trades and for workshops.`,
    opening: `${name} sells hand tools, power tools, and machines to people who work with them every day, on the jobsite and in the shop.`,
    parts: [
      {
        heading: 'What we sell',
        text: 'Everything from a claw hammer to a drill press. Every tool is listed with what it’s for, its price, the minimum order, and how many are in stock right now.\n\n[See all tools](/tools)',
      },
      {
        heading: 'How we sell it',
        text: 'Log in, order, and pay by card. Your cart doesn’t reserve stock. Starting to pay does. You’re charged the price you saw when you ordered.',
      },
      {
        heading: demoPart,
        text: `${name} may be running in trial mode here: the catalog and its brands are made up, the address and phone number are examples, and only test cards work. No money moves and nothing ships.`,
      },
      {
        heading: contactPart,
        text: `${writeToUs} Mechanic Support and Tools Repair are open ${hours}.`,
      },
    ],
  },
  policy: {
    description: `How ${name} handles orders, payments, cancellations, and your data.`,
    opening: 'How orders and payments work, and what we keep about you.',
    returns: '',
    parts: [
      {
        heading: 'Orders',
        text: 'Your order shows its price. If a tool’s price changes before you order, we’ll tell you before placing it. Each tool has a minimum order; a smaller quantity is raised to it.',
      },
      {
        heading: 'Stock',
        text: 'An unpaid order doesn’t reserve stock. When you start to pay, your tools are reserved for a short time, shown on the payment page. If they sell out first, we’ll tell you there.',
      },
      {
        heading: 'Payment',
        text: 'You pay by card. Card details go straight to the payment provider; we never store them. If a payment goes through for something we can no longer ship, we refund it in full.',
      },
      {
        heading: 'Canceling',
        text: 'In My Orders you can delete an unpaid order, and cancel a paid one until it ships. After that, [contact us](/#contact).',
      },
      {
        heading: 'What we keep',
        text: 'Your name, email, and profile; your addresses and saved lists; your orders, quotes, and invoices, with phone number and addresses; your reviews; and messages you send us. Reviews show your name, never your email. Your browser keeps you logged in and remembers your theme. It also keeps what you’ve typed into a form but not sent, until you close the tab or log out. There’s no advertising and no tracking.',
      },
    ],
  },
  portfolio: {
    description: `What ${name} carries: hand tools, power tools, and machines.`,
    opening: 'Three categories, for everything from the tool belt to the shop floor.',
    ranges: [
      {
        name: 'Hand tools',
        text: 'Hammers, saws, planes, wrenches, and tools for measuring and marking. The ones you keep on your belt or in the truck, sold in crew-size quantities.',
        link: 'See hand tools',
      },
      {
        name: 'Power tools',
        text: 'Drills, saws, grinders, and sanders, corded and cordless.',
        link: 'See power tools',
      },
      {
        name: 'Machines',
        text: 'Drill presses, table saws, air compressors, and everything else that stands on the shop floor.',
        link: 'See machines',
      },
    ],
  },
  law: { customers: 'both' },
  returns: { days: 30, address: '', postage: 'buyer', assumedDeliveryDays: 5 },
  email: { senderName: '' },
  security: { staffFactor: false, refundsAbove: null },
});
