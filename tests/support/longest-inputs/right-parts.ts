import { randomUUID } from 'node:crypto';
import type { World } from './world.ts';

/** One filling of a call: its hard text at any length, and its number from 0. */
export type Filling = { text(max: number): string; nth: number };

/** The valid parts (of path, query or body) that a call needs before it reads the rest. If it takes a list of
 * orders, the first filling has the maximum number. */
type RightParts = (world: World, filling: Filling) => Parts | Promise<Parts>;
type Parts = Record<string, unknown>;

const many = <Item>(most: number, make: (nth: number) => Item): Item[] =>
  Array.from({ length: most }, (_, nth) => make(nth));

const countOf = ({ nth }: Filling, most: number) => (nth === 0 ? most : 1);

const IN_TWO_DAYS_MS = 172_800_000;
const soon = () => new Date(Date.now() + IN_TWO_DAYS_MS).toISOString();

const toolParts = (world: World) => ({
  img: world.imgs[0],
  pictures: world.imgs.slice(1, 8).map((img) => ({ img })),
  part_number: `M${randomUUID().slice(0, 8)} ./_+#-1 ./_+#-2 ./_+#-3`,
  price: 500,
  price_breaks: many(10, (nth) => ({ quantity: 2 + nth, price: 400 - nth })),
  ...{ min_order_quantity: 1, available_quantity: 1000, pack_step: 1, documents_of: undefined },
});

const familyParts = (world: World, { text }: Filling) => ({
  name: `${randomUUID().slice(0, 8)} ${text(180)}`,
  pictures: world.imgs.slice(0, 8).map((img) => ({ img })),
  toolIds: [],
});

const toolLines = (most: number) => (world: World) => ({
  lines: many(Math.min(most, world.tools.length), (nth) => ({
    toolId: world.tools[nth],
    quantity: 1000,
  })),
});

const own =
  (most: number): RightParts =>
  async (world, filling) => ({ orderIds: await world.takeOrders('asker', countOf(filling, most)) });

const customers =
  (most: number): RightParts =>
  async (world, filling) => ({
    email: world.customer,
    orderIds: await world.takeOrders('customer', countOf(filling, most)),
  });

const paid = async (world: World) => ({ id: (await world.takeOrders('paid', 1))[0] });

/** Orders of the customer, paid in one payment, that have shipped. */
async function shipped(world: World, count: number): Promise<string[]> {
  const orderIds = await world.takeOrders('customer', count);
  await world.post(`/customers/${world.customer}/mark-paid`, { orderIds, method: 'cash' });
  await world.post('/shipments', { orderIds });
  return orderIds;
}

const returned = (orderId: string) => ({ orderId, quantity: 1, reason: 'other' });

const offerOf = (orderIds: string[]) => ({
  lines: orderIds.map((orderId) => ({ orderId, unitPrice: 5 })),
  holds: true,
  expiresAt: soon(),
});

/** Creates something by one call, for its id in the path of another. */
const made =
  (path: string, body: (world: World) => object): RightParts =>
  async (world) => {
    const { insertedId, _id } = await world.post<{ insertedId?: string; _id?: string }>(path, body(world));
    return { id: insertedId ?? _id };
  };

const firstOf =
  (path: string): RightParts =>
  async (world) => ({ id: (await world.get<{ _id: string }[]>(path))[0]?._id });

const nameOfMine = () => ({ name: randomUUID() });

const address = {
  ...{
    country: 'US',
    name: 'Ada Joiner',
    line1: '1 Main St',
    city: 'Ohio',
    region: 'IL',
    postalCode: '61349',
  },
  phone: '+1 212 555 0123',
};
const { country, region, postalCode } = address;
const destination = { country, region, postalCode };
const addressParts: RightParts = (_, { text }) => ({
  ...address,
  ...{ name: text(70), company: text(70), line1: text(80), line2: text(60), city: text(60) },
  district: undefined,
});

/** The number of stored entries is limited. */
const makeRoom = async (world: World, path: string) => {
  for (const { _id } of await world.get<{ _id: string }[]>(path)) await world.ask('DELETE', `${path}/${_id}`);
};

const versionOf = async (world: World, path: string) => (await world.get<{ version: number }>(path)).version;

/** A new long address each time, of letters that codes and addresses accept. */
const longAddress = () => `${randomUUID()}${'a'.repeat(28)}@${`${'b'.repeat(58)}.`.repeat(3)}example`;

/** Without a name, so that none is looked up. */
const webhookUrl = `https://93.184.216.34/${'a'.repeat(1900)}`;

const webhookOf: RightParts = async (world) => {
  await makeRoom(world, '/webhook-endpoints');
  const body = { url: webhookUrl, events: ['purchase.paid'] };
  return { id: (await world.post<{ _id: string }>('/webhook-endpoints', body))._id };
};

const webhookDelivery: RightParts = async (world, filling) => {
  const { id } = await webhookOf(world, filling);
  const { insertedId } = await world.post<{ insertedId: string }>(`/webhook-endpoints/${id}/test`, {});
  return { id, deliveryId: insertedId };
};

export const rightParts: Record<string, RightParts> = {
  'POST /webhook-endpoints': async (world) => {
    await makeRoom(world, '/webhook-endpoints');
    return { url: webhookUrl };
  },
  'PATCH /webhook-endpoints/{id}': async (world, filling) => ({
    ...(await webhookOf(world, filling)),
    url: webhookUrl,
  }),
  'DELETE /webhook-endpoints/{id}': webhookOf,
  'POST /webhook-endpoints/{id}/rotate-secret': webhookOf,
  'POST /webhook-endpoints/{id}/test': webhookOf,
  'GET /webhook-endpoints/{id}/deliveries': webhookOf,
  'GET /webhook-endpoints/{id}/deliveries/{deliveryId}': webhookDelivery,
  'POST /webhook-endpoints/{id}/deliveries/{deliveryId}/resend': webhookDelivery,
  'POST /tool': toolParts,
  'PATCH /tool/{id}': async (world) => {
    const id = world.tools.at(-1);
    return { ...toolParts(world), id, version: await versionOf(world, `/managetool/${id}`) };
  },
  'POST /tool/{id}/stock': () => ({ kind: 'adjusted', quantity: 1000 }),
  'POST /deliveries': toolLines(500),
  'POST /synonyms': (_, { text, nth }) => ({ word: `w${nth} ${text(50)}`, sameAs: `s${nth} ${text(50)}` }),
  'POST /categories': (world, { text }) => ({
    name: `${randomUUID().slice(0, 8)} ${text(50)}`,
    img: world.imgs[0],
    parent: null,
  }),
  'PATCH /categories/{id}': async (world, filling) => ({
    ...(await made('/categories', nameOfMine)(world, filling)),
    name: `${randomUUID().slice(0, 8)} ${filling.text(50)}`,
    ...{ img: world.imgs[0], before: null, parent: null },
  }),
  'POST /brands': (world, { text }) => ({
    name: `${randomUUID().slice(0, 8)} ${text(50)}`,
    img: world.imgs[0],
  }),
  'PATCH /brands/{id}': async (world, filling) => ({
    ...(await made('/brands', nameOfMine)(world, filling)),
    name: `${randomUUID().slice(0, 8)} ${filling.text(50)}`,
    ...{ img: world.imgs[0], before: null },
  }),
  'GET /orders': (world) => ({ email: world.email, ids: undefined }),
  'POST /orders': (world, { text }) => ({
    ...{
      toolId: world.tools[0],
      minQuantity: 1000,
      price: undefined,
      email: world.email,
      address: text(500),
      destination,
    },
    phone: address.phone,
  }),
  'PUT /orders/{id}': async (world) => ({
    ...{ id: (await world.takeOrders('asker', 1))[0], minQuantity: 1000, price: undefined, destination },
    phone: address.phone,
  }),
  'PATCH /orders/{id}': async (world) => ({ id: (await world.takeOrders('asker', 1))[0] }),
  'POST /orders/{id}/notes': paid,
  'POST /orders/{id}/cancel': async (world) => ({ ...(await paid(world)), refund: undefined }),
  'POST /orders/{id}/refunds': async (world) => ({
    ...(await paid(world)),
    ...{ amount: 0.5, quantity: undefined, delivery: undefined, restock: undefined, keepDelivery: undefined },
  }),
  'POST /shipments': async (world, filling) => ({
    orderIds: await world.takeOrders('paid', countOf(filling, 100)),
  }),
  'POST /shipments/undo': async (world, filling) => {
    const orderIds = await world.takeOrders('paid', countOf(filling, 100));
    await world.post('/shipments', { orderIds });
    return { orderIds };
  },
  'POST /quick-order': (_, { text }) => ({ text: text(20_000) }),
  'POST /quick-order/tools': (world) => ({ toolIds: many(200, (nth) => world.tools[nth]) }),
  'POST /orders/destination': (world, { text }) => ({
    ...{ address: text(500), destination, customer: world.customer },
  }),
  'POST /orders/batch': (world, filling) => ({
    ...toolLines(countOf(filling, 50))(world),
    ...{ customer: world.customer, phone: address.phone, destination },
  }),
  'POST /parcels': async (world, filling) => ({
    orders: (await world.takeOrders('paid', countOf(filling, 50))).map((orderId) => ({
      orderId,
      quantity: 1,
    })),
  }),
  'PATCH /parcels/{id}': async (world) => {
    const [orderId] = await world.takeOrders('paid', 1);
    const { _id: id } = await world.post<{ _id: string }>('/parcels', { orders: [{ orderId, quantity: 1 }] });
    return { id };
  },
  'POST /parcels/delivered': (_, filling) => ({
    deliveries: many(200, (nth) => ({ package: `${nth} ${filling.text(50)}`, deliveredOn: '2026-11-30' })),
  }),
  'POST /returns': async (world, filling) => ({
    lines: (await shipped(world, countOf(filling, 50))).map(returned),
  }),
  'PATCH /returns/{id}': async (world, filling) => {
    const orderIds = await shipped(world, countOf(filling, 50));
    const { _id: id } = await world.post<{ _id: string }>('/returns', { lines: orderIds.map(returned) });
    await world.ask('PATCH', `/returns/${id}`, JSON.stringify({ state: 'approved' }));
    const line = { received: 1, accepted: 0, restock: 0, deduct: 0, rejectedReason: filling.text(500) };
    return {
      ...{ id, state: 'received', labelUrl: undefined, delivery: undefined },
      lines: orderIds.map((orderId) => ({ orderId, ...line })),
    };
  },
  'POST /delay-notices': async (world, filling) => ({
    orderIds: await world.takeOrders('paid', countOf(filling, 100)),
    newDate: null,
  }),
  'PUT /carriers': (_, filling) => ({
    carriers: many(50, (nth) => ({
      name: `${nth} ${filling.text(50)}`,
      link: `https://carrier.example/${'a'.repeat(250)}?n={number}`,
    })),
  }),
  'POST /quotes': own(50),
  'POST /quotes/{id}/accept': async (world) => {
    const [orderId = ''] = await world.takeOrders('customer', 1);
    const path = `/customers/${world.customer}/quotes`;
    const {
      _id: id,
      version,
      price,
    } = await world.post<{ _id: string; version: number; price: number }>(path, offerOf([orderId]));
    return { id, version, price };
  },
  'POST /quotes/{id}/offer': async (world, filling) => {
    const orderIds = await world.takeOrders('asker', countOf(filling, 50));
    const { _id: id, version } = await world.post<{ _id: string; version: number }>('/quotes', { orderIds });
    return { ...offerOf(orderIds), id, version };
  },
  'POST /customers/{email}/quotes': async (world, filling) => ({
    ...offerOf(await world.takeOrders('customer', countOf(filling, 50))),
    email: world.customer,
  }),
  'POST /lists': async (world) => {
    await makeRoom(world, '/lists');
    return toolLines(200)(world);
  },
  'PUT /lists/{id}': async (world, filling) => {
    await makeRoom(world, '/lists');
    const lines = [{ toolId: world.tools[0], quantity: 1 }];
    return {
      ...(await made('/lists', () => ({ ...nameOfMine(), lines }))(world, filling)),
      ...toolLines(200)(world),
    };
  },
  'POST /customers/{email}/orders': (world) => ({
    ...{ email: world.customer, toolId: world.tools[0], minQuantity: 1000, price: undefined, destination },
    phone: address.phone,
  }),
  'POST /customers/{email}/pay-link': customers(50),
  'POST /customers/{email}/accept-price': async (world) => ({
    email: world.customer,
    orderId: (await world.takeOrders('customer', 1))[0],
  }),
  'POST /customers/{email}/mark-paid': async (world, filling) => ({
    ...(await customers(50)(world, filling)),
    ...{ method: 'transfer', deliveryMethodId: undefined, price: undefined, receivedOn: undefined },
  }),
  'POST /customers/{email}/invoices': async (world, filling) => ({
    ...(await customers(50)(world, filling)),
    ...{ deliveryMethodId: undefined, price: undefined, dueOn: soon().slice(0, 10) },
  }),
  'POST /invoices/{id}/withdraw': async (world) => {
    const orderIds = await world.takeOrders('customer', 1);
    const path = `/customers/${world.customer}/invoices`;
    return { id: (await world.post<{ _id: string }>(path, { orderIds }))._id };
  },
  'POST /create-payment-intent': async (world, filling) => {
    const { orderIds } = (await own(50)(world, filling)) as { orderIds: string[] };
    const { total } = await world.post<{ total: number }>('/charges', { orderIds });
    return {
      ...{ orderIds, price: total },
      ...{
        orderId: undefined,
        deliveryMethodId: undefined,
        addressId: undefined,
        billingAddressId: undefined,
      },
    };
  },
  // Each order has its own address with this hard text, from which the region is determined.
  'POST /charges': async (world, filling) => {
    const orderIds = await world.takeOrders('asker', countOf(filling, 50));
    for (const id of orderIds)
      await world.ask(
        'PUT',
        `/orders/${id}`,
        JSON.stringify({ minQuantity: 1000, phone: address.phone, address: filling.text(500) }),
      );
    return { orderIds, deliveryMethodId: undefined, addressId: undefined };
  },
  'GET /exports/orders.csv': (world) => ({ customer: world.customer, ids: undefined }),
  'GET /exports/papers.zip': () => ({ month: new Date().toISOString().slice(0, 7) }),
  'GET /review': (world) => ({ tool: world.tools[0] }),
  'POST /review/{id}/hide': firstOf('/managereviews?limit=1&state=visible'),
  'POST /review/{id}/answer': async (world, filling) => ({
    ...(await firstOf('/managereviews?limit=1&state=unanswered')(world, filling)),
    seen: null,
  }),
  'POST /review': (world) => ({ toolId: undefined, email: world.email }),
  'POST /withdrawals': (_, { text }) => ({
    email: longAddress(),
    lines: many(50, (nth) => ({ orderNumber: `${nth} ${text(30)}`, quantity: 1 })),
  }),
  'POST /contact': () => ({ email: longAddress(), phone: address.phone }),
  'POST /contact/{id}/answer': made('/contact', ({ email }) => ({
    ...nameOfMine(),
    email,
    phone: address.phone,
  })),
  'PATCH /details': async (world, filling) => ({
    ...(await detailsParts(world, filling)),
    version: await versionOf(world, '/managedetails'),
  }),
  'PUT /charge-rules/delivery': deliveryParts,
  'PUT /charge-rules/tax': async (world, filling) => {
    const { regions, version } = await world.get<{ regions: { _id: string }[]; version: number }>(
      '/charge-rules',
    );
    const categories = await world.get<{ _id: string }[]>('/categories');
    return {
      ...{ version, taxName: filling.text(20), deliveryTax: 'standard' },
      rates: many(Math.min(1000, regions.length * categories.length), (nth) => ({
        region: regions[nth % regions.length]?._id,
        category: categories[Math.floor(nth / regions.length)]?._id,
        ...{ rate: 8.875, exemptsBusinesses: true },
      })),
    };
  },
  'POST /legal-pages/{page}/versions': async (world) => {
    const { version } = await world.get<{ version: number }>('/managelegal/terms');
    return { page: 'terms', version, file: undefined };
  },
  'PUT /legal-pages/{page}/published': () => ({ page: 'terms', version: null }),
  'PUT /tool/{id}/links': (world) => {
    const others = many(Math.min(50, world.tools.length - 1), (nth) => world.tools.at(-1 - nth));
    return { accessories: others, spareParts: others, replacedBy: null, replaces: [] };
  },
  'POST /families': familyParts,
  'PATCH /families/{id}': async (world, filling) => ({
    ...(await made('/families', () => ({ ...nameOfMine(), toolIds: [] }))(world, filling)),
    ...familyParts(world, filling),
    version: 1,
  }),
  'POST /families/{id}/members': async (world, filling) => ({
    ...(await made('/families', () => ({ ...nameOfMine(), toolIds: [] }))(world, filling)),
    ...{ toolIds: [], partNumbers: many(1000, (nth) => `P${nth}`) },
  }),
  'POST /families/{id}/sizes': async (world, filling) => ({
    ...(await made('/families', () => ({ ...nameOfMine(), toolIds: [] }))(world, filling)),
    columns: [{ field: 'part_number' }, { field: 'price' }, { specification: 'Width', unit: 'mm' }],
    rows: many(500, (nth) => [`${randomUUID().slice(0, 8)}-${nth}`, '5.90', filling.text(20)]),
    ...{ shared: { description: filling.text(2_000) }, decimal: '.' },
  }),
  'POST /families/{id}/split': async (world, filling) => {
    const toolIds = [world.tools.at(-1 - filling.nth)];
    return { ...(await made('/families', () => ({ ...nameOfMine(), toolIds }))(world, filling)), toolIds };
  },
  'POST /families/{id}/merge': async (world, filling) => {
    const makeFamily = made('/families', () => ({ ...nameOfMine(), toolIds: [] }));
    const { id: into } = Object(await makeFamily(world, filling));
    return { ...(await makeFamily(world, filling)), into };
  },
  'POST /imports/bulk': (world) => ({
    tools: { ids: many(Math.min(1000, world.tools.length), (nth) => world.tools[nth]) },
    ...{ pricePercent: 5, priceAmount: undefined, category: null, availableTo: undefined, availableBy: 1 },
    ...{ brand: null, family: null, min_order_quantity: 1, pack_step: 1 },
  }),
  'PUT /user/{email}': (world) => ({ email: world.email }),
  'PATCH /user/{email}': (world) => ({
    ...{ email: world.email, linkedin: 'https://www.linkedin.com/in/ada', phone: address.phone },
    vatNumber: 'DE136695976',
  }),
  'PUT /user/blocked/{email}': (world) => ({ email: world.other }),
  'POST /addresses': async (world, filling) => {
    await makeRoom(world, '/addresses');
    return addressParts(world, filling);
  },
  'PUT /addresses/{id}': async (world, filling) => {
    await makeRoom(world, '/addresses');
    return {
      ...(await made('/addresses', () => address)(world, filling)),
      ...addressParts(world, filling),
    };
  },
  'POST /api-keys': async (world) => {
    await makeRoom(world, '/api-keys');
    return newApiKey();
  },
  'DELETE /api-keys/{id}': async (world, filling) => {
    await makeRoom(world, '/api-keys');
    return made('/api-keys', () => ({ name: randomUUID(), ...newApiKey() }))(world, filling);
  },
  'POST /account/email': () => ({ email: longAddress() }),
  'POST /account/email/confirm': () => ({ token: 'a'.repeat(1000) }),
  'POST /account/email/undo': () => ({ token: 'a.'.repeat(500) }),
  'POST /account/authenticator/confirm': () => ({ code: '1-2-3-4-5-6-'.padEnd(20, '-') }),
  'POST /api/auth/second-factor': (_, { text, nth }) => ({ code: nth === 0 ? 'a'.repeat(40) : text(40) }),
  'POST /api/auth/passkey': () => ({ passkey: passkeyOf(4_000, ['authenticatorData', 'signature']) }),
  'POST /api/auth/second-factor/passkey': () => ({
    passkey: passkeyOf(4_000, ['authenticatorData', 'signature']),
  }),
  'POST /account/passkeys': () => ({ passkey: passkeyOf(8_000, ['attestationObject']) }),
  'POST /api/auth/sign-up/email': () => ({ email: longAddress() }),
  'POST /api/auth/sign-in/email': () => ({ email: longAddress() }),
  'POST /api/auth/request-password-reset': () => ({ email: longAddress() }),
  'POST /api/auth/send-verification-email': () => ({ email: longAddress() }),
  'POST /api/auth/reset-password': () => ({ token: 'a'.repeat(100) }),
  'POST /api/auth/sign-in/social': () => ({ callbackURL: `/login/google-done?${'a=%25&'.repeat(320)}` }),
};

const newApiKey = () => ({
  scopes: ['orders:read'],
  expiresAt: soon(),
  addresses: many(20, (nth) => `${String(nth).padStart(4, '0')}:${'abcd:'.repeat(6)}abcd/128`),
});

/** A passkey's answer with each part at its longest. */
function passkeyOf(length: number, parts: string[]) {
  const part = 'A'.repeat(length);
  const response = Object.fromEntries(['clientDataJSON', ...parts].map((name) => [name, part]));
  return { id: part, rawId: part, type: 'public-key', clientExtensionResults: {}, response };
}

async function detailsParts(world: World, { text }: Filling) {
  const { details } = await world.get<{ details: Record<string, unknown> }>('/managedetails');
  const { look, region, bank, contact, business } = details as Record<string, object>;
  return {
    ...{ look, region, bank },
    contact: { ...contact, address: text(200), hours: text(60), opening: text(400), sent: text(80) },
    business: { ...business, legalName: text(100), registration: text(100), note: text(300) },
    social: { facebook: '', instagram: '', youtube: '' },
    portfolio: {
      ...{ description: text(200), opening: text(400) },
      ranges: Array.from({ length: 8 }, () => ({ name: text(60), text: text(600), link: 'Drills' })),
    },
  };
}

async function deliveryParts(world: World, filling: Filling) {
  // A region that is taxed cannot be removed.
  const untaxed = { pricesIncludeTax: true, taxName: 'Tax', deliveryTax: 'standard', rates: [] };
  const before = { version: await versionOf(world, '/charge-rules'), ...untaxed };
  await world.ask('PUT', '/charge-rules/tax', JSON.stringify(before));
  const version = await versionOf(world, '/charge-rules');
  const regions = many(100, (nth) => ({
    ...{ _id: randomUUID(), name: `${nth} ${filling.text(40)}`.trim(), countries: ['US'], states: [] },
    postcodePrefixes: many(1000, (code) => String(10_000 + ((nth * 1000 + code) % 89_999))),
  }));
  const steps = many(100, (nth) => ({ upToGrams: nth + 1, price: 5 }));
  return {
    ...{ version, shopCountry: 'US', assumedGrams: 1000, regions },
    methods: many(10, (nth) => ({
      ...{ _id: randomUUID(), name: `${nth} ${filling.text(40)}`.trim(), kind: 'by_weight', price: 5 },
      ...{ freeFrom: null, steps, maxGrams: null, regions: [] },
    })),
  };
}
