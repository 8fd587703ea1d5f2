import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { demoFamilies, demoTools } from '#demo/demo-tools.ts';
import links from '#demo/links.json' with { type: 'json' };
import { loadDemoCatalogue } from '#demo/load-demo-catalogue.ts';
import demoReviews from '#demo/reviews.json' with { type: 'json' };
import type { Tool, ToolDetails, ToolFacets } from '#features/catalogue/contract.ts';
import type { Brand, Category } from '#features/categories/contract.ts';
import type { FamilyDetails } from '#features/families/contract.ts';
import type { RelatedTools } from '#features/related-tools/contract.ts';
import type { Review } from '#features/reviews/contract.ts';
import { readPages } from '#tests/support/next-page.ts';
import { plainPicture } from '#tests/support/pictures.ts';
import { startTestShop, type TestShop } from '#tests/support/test-shop.ts';

const brandNames = [...new Set(demoTools.map(({ brand }) => brand))];
const everything = { tools: demoTools.length, reviews: demoReviews.length };
const nothing = { tools: 0, reviews: 0 };
const quiet = (_line: string): void => undefined;

/** Drawing the plates has its own tests; here a small picture of another colour replaces each. */
function drawSmall(slug: string, detail?: object): Promise<Buffer> {
  const drawn = slug + JSON.stringify(detail ?? '');
  const colour = `#${createHash('sha256').update(drawn).digest('hex').slice(0, 6)}`;
  return plainPicture({ width: 8, height: 6 }, colour).png().toBuffer();
}

const load = (say = quiet) => loadDemoCatalogue(t.shop, say, drawSmall);

let t: TestShop;

const listTools = () => readPages<Tool>((path) => t.call('GET', path), '/tool?limit=100');

async function countRows(table: 'tools' | 'reviews' | 'pictures'): Promise<number> {
  return (await t.shop.db.selectFrom(table).select('id').execute()).length;
}

describe('the demo catalogue, once loaded,', () => {
  const said: string[] = [];
  let loaded: object;
  beforeAll(async () => {
    t = await startTestShop();
    loaded = await load((line) => void said.push(line));
  });
  afterAll(() => t?.stop());

  test('shows its tools in the order of the files, each with its plate', async () => {
    expect(loaded).toEqual(everything);
    const tools = await listTools();
    expect(
      tools.map((tool) => ({
        name: tool.name,
        partNumber: tool.part_number,
        price: tool.price,
        minOrderQuantity: tool.min_order_quantity,
        availableQuantity: tool.available_quantity,
        category: tool.category,
        brand: tool.brand,
        description: tool.description,
      })),
    ).toEqual(
      demoTools.map(({ name, partNumber, price, minOrderQuantity, availableQuantity, ...tool }) => ({
        ...{ name, partNumber, price, minOrderQuantity, availableQuantity },
        category: tool.subcategory ?? tool.category,
        brand: tool.brand,
        description: tool.description,
      })),
    );
    for (const [index, { _id }] of tools.entries()) {
      const { body } = await t.call<ToolDetails>('GET', `/tool/${_id}`);
      const { specifications = [], weightGrams, sizeMm, packStep, priceBreaks } = demoTools[index] ?? {};
      const [length_mm, width_mm, height_mm] = sizeMm ?? [];
      expect(body).toMatchObject({
        specifications: specifications.map((each) => ({ unit: null, ...each })),
        ...{ weight_grams: weightGrams, length_mm, width_mm, height_mm },
        ...{ pack_step: packStep, price_breaks: priceBreaks },
      });
      expect(body.pictures).toHaveLength(demoTools[index]?.detail ? 1 : 0);
      expect(body.pictures.map(({ img }) => img)).not.toContain(body.img);
      const isMachine = demoTools[index]?.category === 'Machines';
      expect(body.documents.map(({ kind, title }) => [kind, title])).toEqual(
        isMachine ? [['manual', 'Manual']] : [],
      );
      for (const { url, size_bytes } of body.documents) {
        const file = Buffer.from(await (await fetch(t.url + url)).arrayBuffer());
        expect(file).toHaveLength(size_bytes);
        expect(file.subarray(0, 5).toString()).toBe('%PDF-');
        expect(size_bytes).toBeLessThan(20_000);
      }
    }
    const { body: facets } = await t.call<ToolFacets>('GET', '/tool/facets');
    expect(facets.categories.filter(({ parent }) => !parent).map(({ value }) => value)).toEqual([
      'Hand tools',
      'Power tools',
      'Machines',
    ]);
    for (const { value, parent, count } of facets.categories) {
      const meant = demoTools.filter((tool) => value === (parent ? tool.subcategory : tool.category));
      // The sizes of a family, which share a plate, are one card.
      const cards = new Set(meant.map(({ slug }) => slug)).size;
      expect([value, count, parent ?? value]).toEqual([value, cards, meant[0]?.category]);
    }
    const plates = new Set(demoTools.map(({ slug }) => slug)).size;
    expect(new Set(tools.map(({ img }) => img)).size).toBe(plates);
    const { body: categories } = await t.call<Category[]>('GET', '/categories');
    for (const { name, img } of categories) {
      const first = demoTools.findIndex(({ category, subcategory }) =>
        [category, subcategory].includes(name),
      );
      expect([name, img]).toEqual([name, tools[first]?.img]);
    }
    const { body: brands } = await t.call<Brand[]>('GET', '/brands');
    expect(brands.map(({ name }) => name).sort()).toEqual(brandNames.sort());
    expect(new Set([...brands, ...tools].map(({ img }) => img)).size).toBe(brands.length + plates);
    for (const { img } of brands) expect((await fetch(`${t.url}${img}`)).status).toBe(200);
    for (const { img, picture } of tools) {
      expect(picture).toMatchObject({ width: 8, height: 6, avif: null });
      expect((await fetch(t.url + img)).status).toBe(200);
    }
  });

  test('has families, each one table of its members in order', async () => {
    const tools = await listTools();
    const ids = new Map(tools.flatMap(({ family }) => (family ? [[family.name, family._id] as const] : [])));
    expect([...ids.keys()]).toEqual(demoFamilies.map(({ name }) => name));
    for (const { name, description, category, tools: members } of demoFamilies) {
      const { body } = await t.call<FamilyDetails>('GET', `/families/${ids.get(name)}`);
      expect(body).toMatchObject({ description, category, memberCount: members.length, version: 1 });
      expect(body.members.map((member) => member.name)).toEqual(members.map((member) => member.name));
      expect(body.columns.length).toBeGreaterThan(1);
      expect(body.shared.length).toBeGreaterThan(1);
    }
  });

  test('has spare parts, accessories, and successors', async () => {
    const find = async (q: string) => (await t.call<Tool[]>('GET', `/tool?q=${q}`)).body[0];
    // A tool that is no longer sold leads to its successor.
    const saw = await find('VT-100');
    expect(saw?.part_number).toBe('VT-105');
    const { body } = await t.call<RelatedTools>('GET', `/tool/${saw?._id}/related`);
    expect(body.spareParts.map((tool) => tool.part_number)).toEqual(['VT-SB-2', 'VT-SB-3', 'VT-SB-4']);
    expect(body.accessories.map((tool) => tool.part_number)).toContain('KS-115');
    expect(body.discontinued.map((tool) => tool.part_number)).toEqual(['VT-100']);
    const square = await find('KS-115');
    const fits = (await t.call<RelatedTools>('GET', `/tool/${square?._id}/related`)).body.fits;
    expect(fits.map((tool) => tool.part_number).toSorted()).toEqual(['RM-110', 'VT-105']);
  });

  test('dates its reviews, the latest first', async () => {
    const { body } = await t.call<Review[]>('GET', '/review');
    const latestFirst = demoReviews.toSorted((one, other) => one.daysAgo - other.daysAgo);
    expect(body.map(({ reviews }) => reviews)).toEqual(latestFirst.map(({ reviews }) => reviews));
    const ages = body.map(({ createdAt }) => (Date.now() - Date.parse(createdAt)) / 86_400_000);
    expect(ages.map(Math.round)).toEqual(latestFirst.map(({ daysAgo }) => daysAgo));
  });

  test("counts its reviews into their tools' ratings", async () => {
    const slugs = new Map(demoTools.map(({ name, slug }) => [name, slug]));
    for (const { _id, name, rating, rating_count } of await listTools()) {
      const rates = demoReviews.filter(({ tool }) => tool === slugs.get(name)).map(({ rate }) => rate);
      const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
      expect([name, rating, rating_count]).toEqual([
        name,
        rates.length > 0 ? Math.round(mean * 10) / 10 : null,
        rates.length,
      ]);
      const { body } = await t.call<Review[]>('GET', `/review?tool=${_id}`);
      expect(body.map(({ rate }) => rate).sort()).toEqual(rates.sort());
    }
  });

  test('has reported its progress', async () => {
    const plates = new Set(demoTools.map(({ slug }) => slug)).size;
    const all = plates + demoTools.filter(({ detail }) => detail).length + brandNames.length;
    expect(said).toContain(`demo catalogue: 10 of ${all} pictures`);
  });

  test('has AVIF made of every picture afterwards', async () => {
    await t.runJobs();
    expect((await listTools()).filter(({ picture }) => picture?.avif === null)).toEqual([]);
  });
});

describe('loading the demo catalogue', () => {
  afterEach(() => t.stop());

  test('leaves a shop alone that has, or had, tools', async () => {
    t = await startTestShop();
    const { id } = await t.makeTool();
    expect(await load()).toEqual(nothing);
    await t.shop.db.updateTable('tools').set({ deleted_at: new Date() }).where('id', '=', id).execute();
    expect(await load()).toEqual(nothing);
    expect(await listTools()).toEqual([]);
    expect(await countRows('reviews')).toBe(0);
  });

  test('loads once when several processes start at the same time', { tags: ['sweep'] }, async () => {
    t = await startTestShop();
    const loads = await Promise.all([1, 2, 3].map(() => load()));
    expect(loads.sort((one, other) => other.tools - one.tools)).toEqual([everything, nothing, nothing]);
    expect(await countRows('tools')).toBe(demoTools.length + links.discontinued.length);
    expect(await countRows('reviews')).toBe(demoReviews.length);
  });

  test('leaves no partial data when it fails, and can then be repeated', {
    tags: ['sweep'],
  }, async () => {
    t = await startTestShop();
    const { store } = t.shop.imageHost;
    let stored = 0;
    t.shop.imageHost.store = async (bytes) => {
      stored += 1;
      if (stored === 20) throw new Error('the disk is full');
      return store(bytes);
    };
    await expect(load()).rejects.toThrow('the disk is full');
    for (const table of ['tools', 'reviews', 'pictures'] as const) expect(await countRows(table)).toBe(0);
    t.shop.imageHost.store = store;
    expect(await load()).toEqual(everything);
  });

  test('rounds its prices to the steps of the currency', { tags: ['sweep'] }, async () => {
    t = await startTestShop({ SHOP_CURRENCY: 'jpy' });
    await load();
    const prices = demoTools.map(({ price }) => Number(price.toFixed(0)));
    expect((await listTools()).map(({ price }) => price)).toEqual(prices);
  });
});
