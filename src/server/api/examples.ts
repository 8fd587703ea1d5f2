/** The parts of a JSON Schema that an example follows. */
export type Schema = {
  type?: string | string[];
  format?: string;
  enum?: unknown[];
  const?: unknown;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: Schema | boolean;
  propertyNames?: Schema;
  items?: Schema;
  minItems?: number;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
};

const ID = '01980f3a-5c1e-7b42-9d6a-2f4b8c7e1a90';
const NOW = '2026-11-27T10:30:00.000Z';

/** Example values by field name, used wherever the schema accepts them. */
const byName: Record<string, unknown> = {
  name: 'Claw hammer, 16 oz',
  toolName: 'Claw hammer, 16 oz',
  description: 'Drives nails and pulls them.',
  img: '/pictures/01980f3a-5c1e-7b42-9d6a-2f4b8c7e1a90-800.webp',
  url: 'https://shop.example/pictures/claw-hammer.webp',
  category: 'Hammers',
  brand: 'Northfield',
  part_number: 'CH-16',
  gtin: '4006381333931',
  partNumber: 'CH-16',
  userName: 'Ada Joiner',
  displayName: 'Ada Joiner',
  customer: 'ada@home.example',
  email: 'ada@home.example',
  userEmail: 'ada@home.example',
  ownerEmail: 'keeper@shop.example',
  orderPrefix: 'TY',
  actorEmail: 'keeper@shop.example',
  authorEmail: 'keeper@shop.example',
  to: 'ada@home.example',
  buyer: 'Ada Joiner',
  holder: 'Example Tools, Inc.',
  legalName: 'Example Tools, Inc.',
  message: 'Is the 16 oz hammer back soon?',
  note: 'Leave it at the back door.',
  buyerNote: 'Ring twice, please.',
  label: 'Sales tax',
  taxName: 'Sales tax',
  value: '16 oz',
  subject: 'Your order has shipped',
  title: 'Claw hammers',
  reference: 'INV-1001',
  phone: '+1 555 0100',
  address: '1 Workshop Lane, Springfield, OH 45502',
  line1: '1 Workshop Lane',
  line2: '',
  city: 'Springfield',
  district: '',
  region: 'OH',
  postalCode: '45502',
  country: 'US',
  countries: ['US'],
  states: [],
  postcodePrefixes: [],
  shopCountry: 'US',
  company: 'Joiner & Daughters',
  vatNumber: '',
  number: ['TY-10482', 'Q-1001', 'RMA-1001', 'INV-1001', '4242 4242 4242 4242', '1'],
  orderNumber: 'TY-10482',
  orderNumbers: ['TY-10482'],
  invoiceNumber: 'INV-1001',
  creditNoteNumber: 'CN-1001',
  purchaseOrderNumber: 'PO 7731',
  transactionId: 'pi_3PqLmK2eZvKYlo2C1x9TyQ8u',
  paymentIntentId: 'pi_3PqLmK2eZvKYlo2C1x9TyQ8u',
  intentId: 'pi_3PqLmK2eZvKYlo2C1x9TyQ8u',
  clientSecret: 'pi_3PqLmK2eZvKYlo2C1x9TyQ8u_secret_b2l4',
  carrier: 'UPS',
  trackingNumber: '1Z999AA10123456784',
  package: '1Z999AA10123456784',
  deliveredOn: '2026-11-23',
  link: 'https://www.ups.com/track?tracknum={number}',
  trackingUrl: 'https://www.ups.com/track?tracknum=1Z999AA10123456784',
  labelUrl: 'https://labels.example/RMA-1001.pdf',
  currency: 'usd',
  price: 24.99,
  unitPrice: 24.99,
  quantity: 1,
  minQuantity: 1,
  rate: 5,
  reviews: 'Flat, sharp, and packed with care.',
  text: 'Thank you for your message. We ship it tomorrow.',
  reason: 'Damaged in transport',
  q: 'hammer',
  month: '2026-11',
  unit: 'in',
  zone: 'America/New_York',
  timeZone: 'America/New_York',
  accentLight: '#b23a0a',
  accentDark: '#ff8a55',
  key: 'toolyard_kW3vXz0mYb1Qe5uRjT7oLd9sHn2cGf4aPi6xVt8yBwEAAAAAAA',
  lastFour: 'x7Q_',
  password: 'rivets-and-rods',
  newPassword: 'rivets-and-rods',
  expiry: '12/39',
  securityCode: '123',
  file: '01980f3a-5c1e-7b42-9d6a-2f4b8c7e1a90-800.webp',
  actor: 'staff',
  page: '/dashboard/manageorders',
  word: 'spanner',
  sameAs: 'wrench',
  facebook: '',
  instagram: '',
  youtube: '',
  linkedin: '',
  iban: 'DE02 1203 0000 0000 2020 51',
  bic: '',
  account: '',
  routing: '',
  token: 'Yk3PmZ8sQ1rT5vX0',
  callbackURL: '/login/google-done',
  origin: 'https://shop.example',
  priceNote: '',
  deliveryNote: 'Free shipping',
  deliveryMethod: 'Standard shipping',
  requestId: ID,
  document: '@manual.pdf',
  image: '@picture.png',
  setting: 'SHOP_NAME',
  freeFrom: null,
  blockedReason: null,
  unavailable: null,
  problem: null,
  steps: [],
  problems: [],
  addresses: [],
  bulkChange: { tools: { ids: [ID] }, pricePercent: -10 },
  colour: '#8d959c',
  webp: '/pictures/01980f3a-5c1e-7b42-9d6a-2f4b8c7e1a90-800.webp 800w',
  avif: '/pictures/01980f3a-5c1e-7b42-9d6a-2f4b8c7e1a90-800.avif 800w',
  light: '#b23a0a',
  dark: '#ff8a55',
  hours: 'Mon–Fri, 8 AM–5 PM',
  fileName: 'tools.csv',
  encoding: 'UTF-8',
  delimiter: ',',
};

/** Example bodies by call, where fields depend on each other or the first field alone is not enough. */
const bodies: Record<string, unknown> = {
  editTool: { version: 3, price: 21.99 },
  refundOrder: { quantity: 1, reason: 'Damaged in transport' },
  changeDetails: { version: 1, time: { zone: 'America/New_York' } },
  changeDeliveryRules: {
    version: 1,
    assumedGrams: 500,
    regions: [],
    methods: [
      {
        ...{ _id: ID, name: 'Standard shipping', kind: 'flat', price: 5.99 },
        ...{ freeFrom: null, steps: [], maxGrams: null, regions: [] },
      },
    ],
  },
  startBulkChange: { tools: { ids: [ID] }, pricePercent: -10 },
  updateProfile: { city: 'Springfield' },
  confirmAuthenticator: { code: '204817' },
  addApiKey: { name: 'Bookkeeping', scopes: ['orders:read', 'invoices:read'] },
};

/** An example of a call's body. */
export const exampleBody = (schema: Schema, operationId = ''): unknown =>
  bodies[operationId] ?? exampleOf(schema, { isSent: true });

/** In objects about people, who have emails, a name is a person's. */
const isPerson = ({ properties = {} }: Schema) => 'email' in properties || 'line1' in properties;

/** An example of what a JSON Schema without references accepts; `name` is the field's. Of a body (`isSent`),
 * only the fields that it must have, or its first. */
export function exampleOf(schema: Schema, { name = '', isSent = false } = {}): unknown {
  if (byName[name] === null && mayBeNull(schema)) return null;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  const options = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (options) return exampleOf(options.find(({ type }) => type !== 'null') ?? {}, { name, isSent });
  const known = byName[name];
  switch ([schema.type].flat().find((type) => type !== 'null')) {
    case 'string':
      return [known].flat().find((each) => typeof each === 'string' && fits(each, schema)) ?? text(schema);
    case 'integer':
    case 'number':
      return typeof known === 'number' && (schema.type !== 'integer' || Number.isInteger(known))
        ? known
        : Math.max(schema.minimum ?? 1, (schema.exclusiveMinimum ?? 0) + 1, 1);
    case 'boolean':
      return true;
    case 'array':
      return Array.isArray(known) ? known : [exampleOf(schema.items ?? {}, { name: singular(name), isSent })];
    case 'object':
      return isRecord(known) ? known : objectOf(schema, isSent);
    default:
      return null;
  }
}

const isRecord = (value: unknown) => typeof value === 'object' && !Array.isArray(value);

const mayBeNull = ({ type, anyOf = [] }: Schema) =>
  [type, ...anyOf.map((option) => option.type)].flat().includes('null');

function objectOf(schema: Schema, isSent: boolean): Record<string, unknown> {
  const { properties = {}, required = [], additionalProperties, propertyNames } = schema;
  const all = Object.entries(properties);
  const needed = all.filter(([name]) => required.includes(name));
  const shown = isSent ? (needed.length > 0 ? needed : all.slice(0, 1)) : all;
  const fields = shown.map(([name, property]) => {
    if (name === 'name' && isPerson(schema)) return [name, byName.userName];
    return [name, exampleOf(property, { name, isSent })];
  });
  if (all.length > 0 || typeof additionalProperties !== 'object') return Object.fromEntries(fields);
  return { [String(exampleOf(propertyNames ?? { type: 'string' }))]: exampleOf(additionalProperties) };
}

function fits(value: string, { format, pattern, minLength = 0, maxLength = Infinity }: Schema): boolean {
  if (format && format !== 'uri') return false;
  return (
    (!pattern || new RegExp(pattern, 'u').test(value)) &&
    value.length >= minLength &&
    value.length <= maxLength
  );
}

const byFormat: Record<string, string> = {
  uuid: ID,
  'date-time': NOW,
  date: NOW.slice(0, 10),
  email: 'ada@home.example',
  uri: 'https://shop.example/tools',
  binary: '@file',
};

function text({ format = '', pattern, minLength = 0 }: Schema): string {
  const known = byFormat[format];
  if (known) return known;
  if (pattern) return Object.values(byFormat).find((each) => new RegExp(pattern, 'u').test(each)) ?? '';
  return 'Text'.padEnd(minLength, '.');
}

const singular = (name: string) => name.replace(/ies$/, 'y').replace(/s$/, '');
