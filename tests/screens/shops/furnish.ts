import type pg from 'pg';
import { v7 as uuid } from 'uuid';
import demoTools from '#demo/tools.json' with { type: 'json' };
import type { Tool } from '#features/catalogue/contract.ts';
import type { Order } from '#features/orders/contract.ts';
import { largeTools } from '../../../bench/seed-large/large-tools.ts';
import { insertTaxons } from '../../../bench/seed-large/load-large-shop.ts';
import type { StagedShop } from '../scene.ts';
import { payOrders, placeOrder } from './buying.ts';
import { admin, buyer, longBuyer, longToolName, longWord, otherBuyers, type Person, staff } from './cast.ts';
import { insertMessages, insertOrders, insertReviews, insertUsers, insertVisits } from './past-trade.ts';
import type { ShopClient } from './shop-client.ts';

/** Fills an open shop and returns the ids that scenes use. `owner` connects as the owner of its tables. */
export type Furnish = (shop: ShopClient, owner: pg.ClientBase) => Promise<Omit<StagedShop, 'origin'>>;

/** Numbers of rows in the large shop; a tenth of the orders are the buyer's. */
const LARGE = {
  tools: 3_000,
  ordersOfOthers: 9_000,
  ordersOfBuyer: 1_000,
  users: 1_000,
  messages: 1_000,
  reviews: 1_000,
};

/** Fills a shop with the demo catalogue, three months of trade, and orders of the buyer in every state. */
export const furnishDemo: Furnish = async (shop, owner) => {
  await hideGuide(shop);
  await insertUsers(owner, 24, 120);
  await insertOrders(owner, { count: 180, days: 90 });
  await insertReviews(owner, 60);
  await insertMessages(owner, 6, 20);
  await insertVisits(owner, 90);
  await signUpVerified(shop, owner, buyer);
  for (const other of otherBuyers) await signUpVerified(shop, owner, other);
  const tools = (await toolsOf(shop)).filter((tool) => tool.available_quantity > 2 * tool.min_order_quantity);
  for (const [index, other] of otherBuyers.entries()) await buy(shop, other, at(tools, 8 + index));
  const shipped = await buy(shop, buyer, at(tools, 2));
  await shop.call(admin, 'PUT', `/manageorders/${shipped._id}`);
  await shop.call(buyer, 'POST', '/review', {
    rate: 5,
    reviews: 'Flat, sharp, and packed with care.',
    toolId: shipped.toolId,
  });
  for (const address of addresses) await shop.call(buyer, 'POST', '/addresses', address);
  const together = [];
  for (const place of [13, 14, 15]) together.push(await placeOrder(shop, buyer, at(tools, place)));
  await payOrders(shop, buyer, together);
  const paid = await buy(shop, buyer, at(tools, 5));
  const unavailable = await placeOrder(shop, buyer, at(tools, 20));
  const unpaid = await placeOrder(shop, buyer, at(tools, 1));
  await shop.call(admin, 'DELETE', `/tool/${unavailable.toolId}`);
  const none = {
    kind: 'adjusted',
    quantity: -at(tools, 4).available_quantity,
    reason: 'Damaged in transport',
  };
  await shop.call(admin, 'POST', `/tool/${at(tools, 4)._id}/stock`, none);
  await hireStaff(shop, owner);
  const everything = await shop.call<Tool[]>(admin, 'GET', '/tool?limit=100');
  const member = everything.findLast((tool) => tool.name.startsWith('Hex key'));
  const { rows } = await owner.query<{ id: string }>(`select id from tools where part_number = 'VT-100'`);
  const [replaced] = rows;
  return {
    tools: {
      first: at(tools, 1)._id,
      outOfStock: at(tools, 4)._id,
      ...(member && { member: member._id }),
      ...(replaced && { replaced: replaced.id }),
    },
    ...(member?.family && { family: member.family._id }),
    orders: { unpaid: unpaid._id, unavailable: unavailable._id, paid: paid._id },
  };
};

const addresses = [
  {
    ...{ country: 'US', name: 'Ada Joiner', company: 'Joiner & Daughters', phone: '(217) 555-0142' },
    ...{ line1: '12 Workshop Lane', line2: 'Unit 4', city: 'Springfield', region: 'IL', postalCode: '62701' },
  },
  {
    ...{ country: 'CA', name: 'Site office', line1: '8 Plumb Line', city: 'Hamilton', region: 'ON' },
    ...{ postalCode: 'L8P 1A1', phone: '+1 905 555 0177' },
  },
];

/** Each part has its maximum length. */
const longAddress = {
  ...{
    country: 'US',
    name: longWord,
    company: `${longWord} Ltd`,
    line1: `${longWord} Road 12345`,
    line2: longWord.slice(0, 60),
  },
  ...{
    city: 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch',
    region: 'IL',
    postalCode: '62701-1234',
  },
};

/** Fills a shop with names, addresses and texts of maximum length. */
export const furnishLong: Furnish = async (shop, owner) => {
  await hideGuide(shop);
  await signUpVerified(shop, owner, longBuyer);
  const [{ img = '' } = {}] = await toolsOf(shop);
  for (let nth = 1; nth <= 7; nth += 1) {
    const numbers = { min_order_quantity: 9, available_quantity: 2_000_000_000, price: 98_765.43 };
    const name = nth === 1 ? longToolName : `${longToolName.slice(0, 118)} ${nth}`;
    const description = `${longWord} ${'For the last shavings off a door edge or a table top before finish. '.repeat(9)}`;
    await shop.call(admin, 'POST', '/tool', {
      name,
      description,
      img,
      ...numbers,
      category: longWord,
      brand: longWord,
      specifications: [
        { name: longWord.slice(0, 60), value: `${nth}.25`, unit: 'millimeters' },
        { name: 'Finish', value: `${longWord} ${nth}` },
        { name: 'Standard', value: longWord },
      ],
    });
  }
  const tools = await toolsOf(shop);
  const grouped = await shop.call<{ insertedId: string }>(admin, 'POST', '/families', {
    name: longToolName,
    description: `${longWord} ${'Every size of it. '.repeat(20)}`,
    toolIds: tools.slice(0, 7).map(({ _id }) => _id),
  });
  const words = { purchaseOrderNumber: longWord.slice(0, 60), buyerNote: `${longWord}! `.repeat(8) };
  const where = {
    ...words,
    address: `Workshop 7, ${longWord}, ${longWord} Road 12345, Portside-upon-the-Water`,
  };
  const shipped = await placeOrder(shop, longBuyer, at(tools, 2), where);
  const paid = await placeOrder(shop, longBuyer, at(tools, 1), where);
  const unpaid = await placeOrder(shop, longBuyer, at(tools, 0), where);
  await owner.query(
    `update orders set paid_at = now(), transaction_id = 'pi_' || repeat(md5(id::text), 2) where id = any ($1)`,
    [[paid._id, shipped._id]],
  );
  await owner.query('update orders set shipped_at = now() where id = $1', [shipped._id]);
  await shop.call(longBuyer, 'POST', '/review', {
    rate: 4,
    reviews: `${longWord}! `.repeat(3),
    toolId: paid.toolId,
  });
  await shop.call(longBuyer, 'POST', '/addresses', longAddress);
  await shop.call(longBuyer, 'PATCH', `/user/${longBuyer.email}`, longProfile);
  const message = {
    name: longBuyer.name,
    email: longBuyer.email,
    phone: '+1 555 010 0199 ext. 123456789012',
  };
  const sent = await shop.call<{ insertedId: string }>(longBuyer, 'POST', '/contact', message);
  const text = `${longWord}! `.repeat(20);
  await shop.call(admin, 'POST', `/contact/${sent.insertedId}/answer`, { text });
  await shop.call(admin, 'POST', `/contact/${sent.insertedId}/close`);
  return {
    tools: { first: at(tools, 0)._id },
    family: grouped.insertedId,
    orders: { unpaid: unpaid._id, paid: paid._id },
  };
};

const longProfile = {
  name: longBuyer.name,
  education: `${longWord} ${longWord}`,
  linkedin: `https://www.linkedin.com/in/${longWord.toLowerCase()}`,
  phone: '+1 555 010 0199 ext. 123456789012',
  city: longWord,
  district: longWord,
};

/** Fills a shop with thousands of tools and orders, and a thousand each of users, messages and reviews. */
export const furnishLarge: Furnish = async (shop, owner) => {
  await hideGuide(shop);
  const tools = await toolsOf(shop);
  const imgs = new Map(
    demoTools.map(({ slug, name }) => [slug, tools.find((tool) => tool.name === name)?.img]),
  );
  const made = [...largeTools(LARGE.tools)].map((tool) => ({
    ...tool,
    id: uuid(),
    img: imgs.get(tool.plate),
  }));
  await insertTaxons(owner, made);
  await owner.query(
    `insert into tools (id, name, description, img, category, brand, price_cents, min_order_quantity, on_hand)
     select id, name, description, img, category, brand, "priceCents", "minOrderQuantity", "onHand"
     from jsonb_to_recordset($1) as made (id uuid, name text, description text, img text, category text, brand text,
       "priceCents" bigint, "minOrderQuantity" integer, "onHand" integer)`,
    [JSON.stringify(made)],
  );
  await owner.query(`
    insert into stock_movements (tool_id, kind, quantity, available_after, cause, actor, at)
    select id, 'received', available_quantity, available_quantity, 'new_tool', 'start', now() from tools
    where available_quantity > 0 and id not in (select tool_id from stock_movements)`);
  await insertUsers(owner, LARGE.users, 365);
  await signUpVerified(shop, owner, buyer);
  // Exchanging tokens creates the buyer's user record.
  await shop.call(buyer, 'GET', `/user/${buyer.email}`);
  await insertOrders(owner, { count: LARGE.ordersOfOthers, days: 365 });
  await insertOrders(owner, { count: LARGE.ordersOfBuyer, days: 300, buyer: buyer.email });
  await insertMessages(owner, LARGE.messages, 365);
  await insertVisits(owner, 365);
  await insertReviews(owner, LARGE.reviews);
  await hireStaff(shop, owner);
  return { tools: { first: made[0]?.id ?? '' }, orders: {} };
};

/** A shop on its first day: an admin and a buyer, and nothing to buy. */
export const furnishEmpty: Furnish = async (shop) => {
  await shop.signUp(buyer);
  return { tools: { first: uuid() }, orders: {} };
};

/** Signs up a person whose email is verified. */
export async function signUpVerified(shop: ShopClient, owner: pg.ClientBase, person: Person): Promise<void> {
  await shop.signUp(person);
  await owner.query('update identity."user" set "emailVerified" = true where email = $1', [person.email]);
}

/** A shop that has traded for months is past its set-up guide. */
export const hideGuide = (shop: ShopClient) => shop.call(admin, 'PATCH', '/setup-guide', { shown: false });

/** Signs up a staff member and grants the role. */
export async function hireStaff(shop: ShopClient, owner: pg.ClientBase): Promise<void> {
  await signUpVerified(shop, owner, staff);
  // Exchanging tokens creates the user record.
  await shop.call(staff, 'GET', `/user/${staff.email}`);
  await shop.call(admin, 'PUT', `/user/staff/${staff.email}`);
}

async function buy(shop: ShopClient, person: Person, tool: Tool): Promise<Order> {
  const order = await placeOrder(shop, person, tool);
  await payOrders(shop, person, [order]);
  return order;
}

/** The shop's tools. */
export async function toolsOf(shop: ShopClient): Promise<Tool[]> {
  return (await fetch(`${shop.origin}/tool`)).json();
}

/** The tool at a place in a list. */
export function at(tools: Tool[], index: number): Tool {
  const tool = tools[index];
  if (!tool) throw new Error(`the shop has no tool ${index}`);
  return tool;
}
