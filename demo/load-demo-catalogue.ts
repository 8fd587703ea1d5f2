import { v7 as uuid } from 'uuid';
import { currencyDigits, toCents } from '#contracts/money.ts';
import type { AppContext } from '#features/app-context.ts';
import { insertDocument } from '#features/catalogue/document-store.ts';
import { addRating, insertTools, type NewToolRow, removeTools } from '#features/catalogue/stock-store.ts';
import {
  hasNeverHadTools,
  replacePictures,
  replacePriceBreaks,
  replaceSpecifications,
} from '#features/catalogue/store.ts';
import { insertTaxon, setPositions } from '#features/categories/store.ts';
import { insertFamily, setMembers } from '#features/families/store.ts';
import { keepPicture } from '#features/pictures/store.ts';
import { replaceLinks } from '#features/related-tools/store.ts';
import { insertReviews, type NewReviewRow } from '#features/reviews/store.ts';
import { DEMO_LOCK, markDemoRows } from '#features/setup-guide/store.ts';
import { invalidateEverywhere } from '#platform/cache/cache-version.ts';
import { limitConcurrency } from '#platform/concurrency.ts';
import type { DatabaseTransaction } from '#platform/database/database.ts';
import { tryAdvisoryLock } from '#platform/database/database.ts';
import type { HostedPicture } from '#platform/images/image-host.ts';
import { demoFamilies, demoTools } from './demo-tools.ts';
import links from './links.json' with { type: 'json' };
import { createPlateDrawer, type DrawPlate } from './plate-drawer.ts';
import type { Detail } from './render-plate.ts';
import demoReviews from './reviews.json' with { type: 'json' };
import { writeManual } from './write-manual.ts';

// One more than common core counts, so that one plate is drawn while another file is written.
const PLATES_AT_ONCE = 3;
const PLATES_PER_LINE = 10;
const MS_PER_DAY = 86_400_000;

/** The rows that a load added. */
export type LoadedDemo = { tools: number; reviews: number };

const nothing: LoadedDemo = { tools: 0, reviews: 0 };

/** Fills a shop that has never had a tool with the demo catalogue; `say` receives the progress. All rows are
 * inserted in one transaction at the end, so a load that is killed leaves none, and the next one finds the
 * pictures already stored. @param drawPlate tests may draw faster @returns what was added; nothing if the
 * shop already has tools or another process was faster */
export async function loadDemoCatalogue(
  shop: AppContext,
  say: (line: string) => void,
  drawPlate?: DrawPlate,
): Promise<LoadedDemo> {
  if (!(await hasNeverHadTools(shop.db))) return nothing;
  // The pictures take a while: if several processes start at once, one draws them and the others open in the
  // meantime.
  const loaded = await tryAdvisoryLock(shop.directDb, DEMO_LOCK, () =>
    load(shop, say, drawPlate ?? createPlateDrawer()),
  );
  if (!loaded) say('demo catalogue: another process is loading it');
  return loaded ?? nothing;
}

async function load(
  shop: AppContext,
  say: (line: string) => void,
  drawPlate: DrawPlate,
): Promise<LoadedDemo> {
  const { plates, details, marks } = await storePlates(shop, say, drawPlate);
  const manuals = await writeManuals();
  return shop.db.transaction().execute(async (tx) => {
    // Another process may have loaded it between the first check and this transaction.
    if (!(await hasNeverHadTools(tx))) return nothing;
    for (const picture of [...plates.values(), ...details.values(), ...marks.values()])
      await keepPicture(shop, tx, picture);
    const tools = toToolRows(plates, shop.config.currency);
    const reviews = toReviewRows(tools, shop.clock.now());
    const categories = await insertCategories(tx, plates);
    const brandRows = [...marks].map(([name, { url }]) => ({ id: uuid(), name, img: url }));
    for (const row of brandRows) await insertTaxon(tx, 'brand', row);
    await insertTools(shop, tx, tools);
    await replaceSpecifications(tx, toSpecifications(tools));
    await replacePriceBreaks(tx, toPriceBreaks(tools, shop.config.currency));
    const more = tools.map(({ id, name }) => ({ toolId: id, imgs: [details.get(name)?.url ?? []].flat() }));
    await replacePictures(tx, more);
    for (const { id, name } of tools) {
      const content = manuals.get(name);
      if (!content) continue;
      const about = {
        id: uuid(),
        toolId: id,
        kind: 'manual',
        title: 'Manual',
        now: shop.clock.now(),
      } as const;
      await insertDocument(tx, { ...about, content });
    }
    const families = await insertFamilies(tx, tools);
    await linkTools(shop, tx, tools);
    await insertReviews(tx, reviews);
    for (const { tool_id, rate } of reviews) if (tool_id) await addRating(tx, tool_id, rate);
    await markDemoRows(tx, {
      tool: tools.map(({ id }) => id),
      review: reviews.map(({ id }) => id),
      family: families,
      category: categories,
      brand: brandRows.map(({ id }) => id),
    });
    await invalidateEverywhere(tx);
    return { tools: tools.length, reviews: reviews.length };
  });
}

/** The tools that have a second picture, of a detail. */
const detailed = demoTools.flatMap(({ slug, name, detail }) => (detail ? [{ slug, name, detail }] : []));

const brands = [...new Set(demoTools.map(({ brand }) => brand))];

const slugs = [...new Set(demoTools.map(({ slug }) => slug))];

/** Draws every plate, some details and every brand's logo, and stores them with the picture host, as uploads
 * would be. Returns the plates by slug, the details by tool name, the logos by brand. */
async function storePlates(
  shop: AppContext,
  say: (line: string) => void,
  drawPlate: DrawPlate,
): Promise<{
  plates: Map<string, HostedPicture>;
  details: Map<string, HostedPicture>;
  marks: Map<string, HostedPicture>;
}> {
  const inTurn = limitConcurrency(PLATES_AT_ONCE);
  let done = 0;
  const all = slugs.length + detailed.length + brands.length;
  const store = (slug: string, detail?: Detail) =>
    inTurn(async () => {
      const picture = await shop.imageHost.store(await drawPlate(slug, detail));
      done += 1;
      if (done % PLATES_PER_LINE === 0) say(`demo catalogue: ${done} of ${all} pictures`);
      return picture;
    }, 'demo');
  const [plates, details, marks] = await Promise.all([
    Promise.all(slugs.map(async (slug) => [slug, await store(slug)] as const)),
    Promise.all(detailed.map(async ({ slug, name, detail }) => [name, await store(slug, detail)] as const)),
    Promise.all(brands.map(async (brand) => [brand, await store(`brand-${brand.toLowerCase()}`)] as const)),
  ]);
  return { plates: new Map(plates), details: new Map(details), marks: new Map(marks) };
}

/** The manuals of the machines, by name. */
async function writeManuals(): Promise<Map<string, Buffer>> {
  const machines = demoTools.filter(({ category }) => category === 'Machines');
  return new Map(
    await Promise.all(machines.map(async (machine) => [machine.name, await writeManual(machine)] as const)),
  );
}

/** The tools from last to first: lists show the newest first, so they appear in the order of the file. */
function toToolRows(plates: Map<string, HostedPicture>, currency: string): NewToolRow[] {
  return demoTools.toReversed().map((tool) => ({
    id: uuid(),
    name: tool.name,
    description: tool.description,
    img: plates.get(tool.slug)?.url ?? '',
    price_cents: centsOf(tool.price, currency),
    min_order_quantity: tool.minOrderQuantity,
    on_hand: tool.availableQuantity,
    category: tool.subcategory ?? tool.category,
    brand: tool.brand,
    part_number: tool.partNumber,
    weight_grams: tool.weightGrams,
    length_mm: tool.sizeMm[0],
    width_mm: tool.sizeMm[1],
    height_mm: tool.sizeMm[2],
    pack_step: tool.packStep,
  }));
}

/** A price rounded to the currency's precision. */
const centsOf = (price: number, currency: string) =>
  toCents(Number(price.toFixed(currencyDigits(currency))), currency) ?? 0;

/** The volume prices of some tools, where the currency's precision distinguishes them from the price of
 * smaller orders. */
function toPriceBreaks(tools: NewToolRow[], currency: string) {
  const known = new Map(demoTools.map(({ name, priceBreaks }) => [name, priceBreaks]));
  return tools.map(({ id, name, price_cents: dearest }) => {
    const breaks = (known.get(name) ?? []).map(({ quantity, price }) => {
      return { quantity, price_cents: centsOf(price, currency) };
    });
    const isLower = ({ price_cents }: { price_cents: number }, index: number) =>
      price_cents < (breaks[index - 1]?.price_cents ?? dearest);
    return { toolId: id, breaks: breaks.filter(isLower) };
  });
}

/** Inserts the categories in the order of the file, each followed by its subcategories and with the plate of
 * its first tool. Returns their ids. */
async function insertCategories(
  tx: DatabaseTransaction,
  plates: Map<string, HostedPicture>,
): Promise<string[]> {
  const tops = [...new Set(demoTools.map(({ category }) => category))];
  const insertAll = async (names: string[], parent: string | null) => {
    const imgOf = (name: string) => {
      const first = demoTools.find(({ category, subcategory }) => name === (parent ? subcategory : category));
      return plates.get(first?.slug ?? '')?.url ?? null;
    };
    const rows = names.map((name) => ({ id: uuid(), name, parent, img: imgOf(name) }));
    for (const row of rows) await insertTaxon(tx, 'category', row);
    const ids = rows.map(({ id }) => id);
    await setPositions(tx, 'category', ids);
    return ids;
  };
  const ids = await insertAll(tops, null);
  const all = [...ids];
  for (const [nth, top] of tops.entries()) {
    const under = demoTools.flatMap(({ category, subcategory = '' }) =>
      category === top ? [subcategory] : [],
    );
    all.push(...(await insertAll([...new Set(under)].filter(Boolean), ids[nth] ?? null)));
  }
  return all;
}

/** Groups the members of each family, in order. Returns the families' ids. */
async function insertFamilies(tx: DatabaseTransaction, tools: NewToolRow[]): Promise<string[]> {
  const ids = new Map(tools.map(({ id, name }) => [name, id]));
  return Promise.all(
    demoFamilies.map(async ({ tools: members, ...family }) => {
      const id = uuid();
      await insertFamily(tx, { id, ...family });
      await setMembers(
        tx,
        id,
        members.flatMap(({ name }) => ids.get(name) ?? []),
      );
      return id;
    }),
  );
}

/** Links tools to their spare parts and accessories, and adds those that have been replaced, which are no longer
 * sold. */
async function linkTools(shop: AppContext, tx: DatabaseTransaction, tools: NewToolRow[]): Promise<void> {
  const byNumber = new Map(tools.map((tool) => [tool.part_number, tool]));
  const idsOf = (numbers: string[] = []) => numbers.flatMap((number) => byNumber.get(number)?.id ?? []);
  const given = links.linked.flatMap(({ tool, accessories, spareParts }) =>
    idsOf([tool]).flatMap((toolId) => [
      { toolId, field: 'accessories' as const, ids: idsOf(accessories) },
      { toolId, field: 'spareParts' as const, ids: idsOf(spareParts) },
    ]),
  );
  const former = links.discontinued.flatMap(({ partNumber, name, successor }) => {
    const tool = byNumber.get(successor);
    return tool
      ? [{ ...tool, id: uuid(), name, part_number: partNumber, on_hand: 0, successor: tool.id }]
      : [];
  });
  await insertTools(
    shop,
    tx,
    former.map(({ successor: _, ...row }) => row),
  );
  await removeTools(
    tx,
    former.map(({ id }) => id),
    shop.clock.now(),
  );
  const replaced = former.map(({ id, successor }) => ({
    toolId: id,
    field: 'replacedBy' as const,
    ids: [successor],
  }));
  await replaceLinks(tx, [...given, ...replaced]);
}

/** The specifications of each tool. */
function toSpecifications(tools: NewToolRow[]) {
  const known = new Map(demoTools.map(({ name, specifications }) => [name, specifications]));
  return tools.map(({ id, name }) => ({ toolId: id, rows: known.get(name) ?? [] }));
}

/** The reviews, with ids from their dates, because lists are sorted by id. They belong to no account and no
 * order; most are about one of `tools`. */
function toReviewRows(tools: NewToolRow[], now: Date): NewReviewRow[] {
  const names = new Map(demoTools.map(({ slug, name }) => [slug, name]));
  const ids = new Map(tools.map(({ id, name }) => [name, id]));
  return demoReviews.map(({ name, rate, tool = '', reviews, daysAgo }) => {
    const createdAt = new Date(now.getTime() - daysAgo * MS_PER_DAY);
    return {
      id: uuid({ msecs: createdAt.getTime() }),
      user_id: null,
      tool_id: ids.get(names.get(tool) ?? '') ?? null,
      name,
      rate,
      reviews,
      created_at: createdAt,
    };
  });
}
