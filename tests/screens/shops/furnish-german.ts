import sharp from 'sharp';
import { type LegalPage, legalPages } from '#contracts/duties.ts';
import { addDays, dayIn } from '#contracts/time-zone.ts';
import type { Tool, ToolDetails } from '#features/catalogue/contract.ts';
import type { Brand } from '#features/categories/contract.ts';
import type { ManagedPage } from '#features/legal/contract.ts';
import type { ManagedDetails } from '#features/shop-details/contract.ts';
import { payOrders, placeOrder } from './buying.ts';
import { admin, buyer } from './cast.ts';
import { at, type Furnish, hireStaff, signUpVerified, toolsOf } from './furnish.ts';
import type { ShopClient } from './shop-client.ts';

const where = { phone: '+49 2191 555 0142', address: 'Feilenweg 4, 42853 Remscheid' };

const details = {
  contact: {
    address: 'Alte Tischlerstraße 128, Hinterhof links, 42855 Remscheid-Lüttringhausen, Germany',
    email: 'kundenservice@bergische-werkzeughandelsgesellschaft.example',
    phone: '+49 2191 555 0100',
  },
  business: {
    legalName: 'Bergische Werkzeughandelsgesellschaft Hohenlohe & Söhne mbH & Co. KG',
    vatNumber: 'DE136695976',
    registration: 'HRA 12345, Amtsgericht Wuppertal',
  },
};

/** What the law wants said of a tool, as long as it really gets. */
const noticed = {
  brand: 'Hohenlohe Werkzeugfabriken',
  manufacturer: {
    name: 'Featherstonehaugh & Hohenlohe Precision Workshop Instruments Ltd',
    address: 'Unit 7, Riverside Industrial Estate, Portside-upon-the-Water\nSheffield S9 2YZ\nUnited Kingdom',
    email: 'product-safety@featherstonehaugh-and-hohenlohe.example',
  },
  responsible_person:
    'Bergische Produktsicherheitsvertretung GmbH\nAlte Tischlerstraße 128, 42855 Remscheid, Germany\nsafety@vertretung.example',
  safety_warnings:
    'Wear eye protection: splinters fly off. Keep it away from children.\nNever strike hardened steel.',
  guarantee_years: 25,
  guarantee_maker: 'Hohenlohe Precision Workshop Instruments Ltd',
  part_number: 'FH450HICKORYXL',
  content: '250 ml',
  disposal: 'both',
};

/** Fills a shop in Germany that sells to consumers, with the longest content that is real: every legal page is
 * published, a tool has every notice, and the buyer has an order in every state. Its setup guide is open. */
export const furnishGerman: Furnish = async (shop, owner) => {
  await moveToGermany(shop);
  await signUpVerified(shop, owner, buyer);
  const tools = (await toolsOf(shop)).filter((tool) => tool.available_quantity > 2 * tool.min_order_quantity);
  const first = at(tools, 0);
  await giveNotices(shop, first);
  await publishPages(shop);
  const [unpaid, paid, shipped] = [
    await placeOrder(shop, buyer, first, where),
    await placeOrder(shop, buyer, at(tools, 1), where),
    await placeOrder(shop, buyer, at(tools, 2), where),
  ];
  await payOrders(shop, buyer, [paid]);
  await payOrders(shop, buyer, [shipped]);
  await shop.call(admin, 'PUT', `/manageorders/${shipped._id}`);
  await hireStaff(shop, owner);
  return { tools: { first: first._id }, orders: { unpaid: unpaid._id, paid: paid._id } };
};

async function moveToGermany(shop: ShopClient): Promise<void> {
  const { version, details: now } = await shop.call<ManagedDetails>(admin, 'GET', '/managedetails');
  await shop.call(admin, 'PATCH', '/details', {
    version,
    region: { country: 'DE', state: '', zone: 'Europe/Berlin', units: 'metric' },
    law: { customers: 'consumers' },
    contact: { ...now.contact, ...details.contact },
    business: { ...now.business, ...details.business },
  });
}

/** Reduces a tool, and says all of it that there is to say. */
async function giveNotices(shop: ShopClient, { _id, price }: Tool): Promise<void> {
  const { version } = await shop.call<ToolDetails>(admin, 'GET', `/tool/${_id}`);
  const { brand, ...facts } = noticed;
  const { name, address, email } = facts.manufacturer;
  await shop.call<Brand>(admin, 'POST', '/brands', { name: brand });
  const [{ _id: brandId = '' } = {}] = (await shop.call<Brand[]>(admin, 'GET', '/brands')).filter(
    (each) => each.name === brand,
  );
  await shop.call(admin, 'PATCH', `/brands/${brandId}`, {
    ...{ manufacturer_name: name, manufacturer_address: address, manufacturer_email: email },
    responsible_person: facts.responsible_person,
    safety_warnings: facts.safety_warnings,
  });
  await shop.call(admin, 'PATCH', `/tool/${_id}`, {
    ...{ ...facts, brand, version },
    ...{ price: Number((price * 0.8).toFixed(2)), former_price: price, price_breaks: [] },
    reduced_until: addDays(dayIn(new Date(), 'Europe/Berlin'), 14),
  });
}

/** Publishes the draft of each page, with a word for each of its brackets. */
async function publishPages(shop: ShopClient): Promise<void> {
  for (const page of legalPages) {
    const { draft } = await shop.call<ManagedPage>(admin, 'GET', `/managelegal/${page}`);
    const parts = draft.parts.map(({ heading, text }) => ({ heading, text: filled(text) }));
    const file = page === 'guarantee' ? await uploadNotice(shop) : undefined;
    await publish(shop, page, { opening: filled(draft.opening), parts, ...(file && { file }) });
  }
}

/** A text whose brackets are replaced, but not its links. */
const filled = (text: string) => text.replaceAll(/\[[^\]]*\](?!\()/g, 'as agreed in writing');

async function publish(shop: ShopClient, page: LegalPage, text: object): Promise<void> {
  const { version } = await shop.call<ManagedPage>(admin, 'POST', `/legal-pages/${page}/versions`, {
    ...text,
    version: 0,
  });
  await shop.call(admin, 'PUT', `/legal-pages/${page}/published`, { version });
}

/** Uploads a picture of the official notice's proportions. */
async function uploadNotice(shop: ShopClient): Promise<string> {
  const create = { width: 840, height: 1188, channels: 3, background: '#003399' } as const;
  const png = await sharp({ create }).png().toBuffer();
  const form = new FormData();
  form.append('image', new Blob([new Uint8Array(png)], { type: 'image/png' }), 'notice.png');
  return (await shop.call<{ file: string }>(admin, 'POST', '/legal-files', form)).file;
}
