import { type Selectable, sql } from 'kysely';
import { z } from 'zod/mini';
import { type Cents, toPrice } from '#contracts/money.ts';
import { type SafetyFacts, safetyFields, safetyOf } from '#contracts/product-safety.ts';
import { type PictureRow, pictureColumns, serializePicture } from '#features/pictures/store.ts';
import { anyOf, type Database, type DatabaseTransaction } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';
import { measurePrice } from './content-rules.ts';
import {
  type Specification,
  type Tool,
  type ToolCategory,
  type ToolDetails,
  toolSchema,
} from './contract.ts';
import { type DocumentRow, documentsOfTool, serializeDocument } from './document-store.ts';
import { isForSale } from './for-sale.ts';
import type { ToolEdit } from './managed-contract.ts';
import {
  appliedBreaks,
  type Buyer,
  lowestPriceOfTools,
  type PriceBreakRow,
  type PricedTool,
  priceFor,
  pricesOf,
  priceTable,
} from './prices.ts';
import type { NewSpecification } from './specification-contract.ts';
import { type DetailField, detailFields, type ListField } from './tool-fields-contract.ts';

/** The fields with the same name on the wire and in the table: a field that joins the contract is read from
 * the column of its name. */
const sameFields = Object.keys(
  z.omit(toolSchema, {
    _id: true,
    picture: true,
    price: true,
    unit_price: true,
    measure_price: true,
    lowestPrice30Days: true,
    family: true,
    rating: true,
  }).shape,
) as SameField[];
type SameField = Exclude<
  keyof Tool,
  '_id' | 'picture' | 'price' | 'unit_price' | 'measure_price' | 'lowestPrice30Days' | 'family' | 'rating'
>;

type ToolFactsRow = Pick<
  Selectable<Tables['tools']>,
  'id' | 'price_cents' | 'content' | 'rating_tenths' | Exclude<SameField, 'img'>
> &
  PricedTool &
  Pick<Tool, 'family'> & { img: string; lowest_price_cents: Cents | null };

/** A tool that is for sale. */
export type ToolRow = ToolFactsRow & PictureRow;

/** A tool as staff see it: a draft has an empty `img` and no renditions. */
export type ManagedToolRow = ToolFactsRow & { [Column in keyof PictureRow]: PictureRow[Column] | null };

const otherFields = sameFields.filter((field) => field !== 'img') as Exclude<SameField, 'img'>[];
const img = sql<string>`coalesce(tools.img, '')`.as('img');
const family = sql<Tool['family']>`(
  select json_build_object('_id', id, 'name', name) from families where id = tools.family_id)`.as('family');

const toolsForSale = (db: Database, buyer: Buyer) =>
  db
    .selectFrom('tools')
    .innerJoin('pictures', 'pictures.url', 'tools.img')
    .select(['tools.id', 'price_cents', 'content', 'rating_tenths', ...otherFields])
    .select([img, family, pricesOf(buyer), lowestPriceOfTools.as('lowest_price_cents')])
    .select(pictureColumns)
    .where(isForSale);

/** Includes drafts, which buyers do not see. */
const toolsInShop = (db: Database) =>
  db
    .selectFrom('tools')
    .leftJoin('pictures', 'pictures.url', 'tools.img')
    .select(['tools.id', 'price_cents', 'content', 'rating_tenths', ...otherFields])
    .select([img, family, pricesOf('public'), lowestPriceOfTools.as('lowest_price_cents')])
    .select(pictureColumns)
    .where('deleted_at', 'is', null);

export type ToolDetailsRow = ToolRow & DetailsOfTool;
export type ManagedToolDetailsRow = ManagedToolRow & DetailsOfTool;

type DetailsOfTool = Pick<Selectable<Tables['tools']>, DetailField> & {
  has_own_text: boolean;
  pictures: (PictureRow & { img: string })[];
  specifications: Specification[];
  documents: DocumentRow[];
  brand_picture: (PictureRow & { img: string }) | null;
  brand_safety: SafetyFacts | null;
  former_price_cents: Cents | null;
} & SafetyFacts;

/** A picture in a query, as `PictureRow` with its address. */
export const pictureAsJson = sql`json_build_object('img', url, 'width', width, 'height', height, 'colour', colour,
  'webp_srcset', webp_srcset, 'avif_srcset', avif_srcset)`;

/** Whether the description of each tool in a query is its own: neither its name nor its family's. */
export const hasOwnText = sql<boolean>`not exists (
  select from families where id = tools.family_id and tools.description in (tools.name, families.description))`;

// Excludes the first picture: an import may have made one of these the first.
const pictures = sql<ToolDetailsRow['pictures']>`(
  select coalesce(json_agg(${pictureAsJson} order by place), '[]')
  from tool_pictures more join pictures on url = more.img
  where tool_id = tools.id and more.img <> tools.img)`.as('pictures');

const brandPicture = sql<ToolDetailsRow['brand_picture']>`(
  select ${pictureAsJson}
  from brands join pictures on url = brands.img where brands.name = tools.brand)`.as('brand_picture');

const brandSafety = sql<SafetyFacts | null>`(
  select json_build_object(${sql.join(safetyFields.flatMap((field) => [sql.lit(field), sql.ref(`brands.${field}`)]))})
  from brands where brands.name = tools.brand)`.as('brand_safety');

/** The specifications of each tool in a query. */
export const specificationsOfTools = sql<Specification[]>`(
  select coalesce(json_agg(json_build_object('name', name, 'value', value, 'unit', unit) order by position), '[]')
  from tool_specifications where tool_id = tools.id)`;
const specifications = specificationsOfTools.as('specifications');

const details = [
  ...detailFields,
  ...safetyFields,
  'former_price_cents',
  brandSafety,
  hasOwnText.as('has_own_text'),
  pictures,
  specifications,
  documentsOfTool.as('documents'),
  brandPicture,
] as const;

/** Converts a tool to its form on the wire, with its public price in `currency`. */
export function serializeTool(row: ManagedToolRow, currency: string): Tool {
  const {
    id,
    price_cents,
    content,
    lowest_price_cents: lowest,
    prices: _,
    rating_tenths,
    width,
    height,
    colour,
    webp_srcset,
    avif_srcset,
    ...same
  } = row;
  const { cents } = priceFor({ tool: row, quantity: row.min_order_quantity, buyer: 'public' });
  return {
    _id: id,
    ...same,
    picture: hasPicture(row) ? serializePicture(row) : null,
    price: toPrice(price_cents, currency),
    unit_price: toPrice(cents, currency),
    measure_price: measurePrice(content, cents, currency),
    lowestPrice30Days: lowest === null ? null : toPrice(lowest, currency),
    rating: rating_tenths === null ? null : rating_tenths / 10,
  };
}

const hasPicture = (row: ManagedToolRow): row is ToolRow => row.img !== '';

/** Converts a tool to its form on the wire with everything on its own page, with its public prices. */
export function serializeToolDetails(row: ManagedToolDetailsRow, currency: string): ToolDetails {
  const { pictures: more, documents, brand_picture: brand, brand_safety, ...others } = row;
  const {
    manufacturer_name,
    manufacturer_address,
    manufacturer_email,
    former_price_cents: former,
    ...tool
  } = others;
  const { responsible_person, safety_warnings } = row;
  const own = {
    manufacturer_name,
    manufacturer_address,
    manufacturer_email,
    responsible_person,
    safety_warnings,
  };
  const applied = appliedBreaks(row);
  const withPicture = (each: PictureRow & { img: string }) => ({
    img: each.img,
    picture: serializePicture(each),
  });
  return {
    ...serializeTool(tool, currency),
    ...pickDetails(row),
    former_price: former === null ? null : toPrice(former, currency),
    ...safetyOf(own, brand_safety),
    own_safety: own,
    has_own_text: row.has_own_text,
    specifications: row.specifications,
    pictures: more.map(withPicture),
    brand_picture: brand && withPicture(brand),
    documents: documents.map((each) => serializeDocument(row.id, each)),
    ...priceTable({ tool: row, buyer: 'public' }, currency),
    overtaken_breaks: row.prices.breaks
      .filter((each) => !applied.includes(each))
      .map(({ quantity, price_cents }) => ({ quantity, price: toPrice(price_cents, currency) })),
  };
}

const pickDetails = (row: DetailsOfTool) =>
  Object.fromEntries(detailFields.map((field) => [field, row[field]])) as Pick<DetailsOfTool, DetailField>;

/** Returns the tools for sale with some ids, in the order of the ids; omits those that have left the shop. */
export async function findToolsById(db: Database, ids: string[]): Promise<ToolRow[]> {
  return inOrderOf(
    ids,
    await toolsForSale(db, 'public').where('tools.id', '=', anyOf<string>(ids, 'uuid')).execute(),
  );
}

/** The same, including drafts. */
export async function findManagedToolsById(db: Database, ids: string[]): Promise<ManagedToolRow[]> {
  return inOrderOf(ids, await toolsInShop(db).where('tools.id', '=', anyOf<string>(ids, 'uuid')).execute());
}

function inOrderOf<Row extends { id: string }>(ids: string[], rows: Row[]): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Returns a tool for sale; `undefined` if it does not exist or is no longer for sale. */
export function findTool(db: Database, id: string): Promise<ToolRow | undefined> {
  return toolsForSale(db, 'public').where('tools.id', '=', id).executeTakeFirst();
}

/** Returns a tool in the shop, draft or not. */
export function findManagedTool(db: Database, id: string): Promise<ManagedToolRow | undefined> {
  return toolsInShop(db).where('tools.id', '=', id).executeTakeFirst();
}

/** Returns a tool for sale with everything on its own page, and its prices for a buyer. */
export function findToolDetails(db: Database, id: string, buyer: Buyer): Promise<ToolDetailsRow | undefined> {
  return toolsForSale(db, buyer).select(details).where('tools.id', '=', id).executeTakeFirst();
}

/** Returns a tool in the shop, draft or not, with everything on its own page. */
export function findManagedToolDetails(db: Database, id: string): Promise<ManagedToolDetailsRow | undefined> {
  return toolsInShop(db).select(details).where('tools.id', '=', id).executeTakeFirst();
}

/** Returns the tools for sale with these ids, by id, with everything on their own pages, and their prices for
 * a buyer. */
export async function findToolDetailsById(
  db: Database,
  ids: string[],
  buyer: Buyer,
): Promise<Map<string, ToolDetailsRow>> {
  const rows = await toolsForSale(db, buyer)
    .select(details)
    .where('tools.id', '=', anyOf<string>(ids, 'uuid'))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

/** Locks a tool against changes until the transaction ends. Read it afterwards: a statement that waits for
 * the lock would see the rows of related tables as they were before. */
export async function lockTool(tx: DatabaseTransaction, id: string): Promise<void> {
  await tx.selectFrom('tools').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/** Locks many tools, in the order of their ids, so that concurrent callers do not deadlock. */
export async function lockTools(tx: DatabaseTransaction, ids: string[]): Promise<void> {
  await tx
    .selectFrom('tools')
    .select('id')
    .where('id', '=', anyOf<string>(ids, 'uuid'))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** Returns a tool in the shop whose stock does not change until the transaction ends; `isForSale`: whether it
 * is not a draft. */
export function shareTool(
  tx: DatabaseTransaction,
  id: string,
): Promise<
  (Pick<ToolRow, 'available_quantity' | 'min_order_quantity'> & { isForSale: boolean }) | undefined
> {
  return tx
    .selectFrom('tools')
    .select(['available_quantity', 'min_order_quantity', isForSale.$castTo<boolean>().as('isForSale')])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();
}

/** Returns the tools for sale with this name, and picture: at most two, enough to detect ambiguity. */
export function findToolsNamed(db: Database, name: string, img?: string): Promise<ToolRow[]> {
  const named = toolsForSale(db, 'public').where('name', '=', name).limit(2);
  return (img === undefined ? named : named.where('tools.img', '=', img)).execute();
}

/** The columns of a tool that an edit may change; its stock changes otherwise. */
export type ToolFacts = Pick<ManagedToolDetailsRow, 'price_cents' | 'former_price_cents'> &
  Required<
    Omit<ToolEdit, 'price' | 'former_price' | 'available_quantity' | 'version' | 'manufacturer' | ListField>
  >;

/** Writes an edit of a locked tool, as a new version. */
export async function updateTool(
  tx: DatabaseTransaction,
  id: string,
  facts: Partial<ToolFacts>,
): Promise<void> {
  const edit = { ...facts, version: sql<number>`version + 1` };
  await tx.updateTable('tools').set(edit).where('id', '=', id).execute();
}

/** Replaces the pictures that tools have after their first. */
export async function replacePictures(
  tx: DatabaseTransaction,
  tools: { toolId: string; imgs: readonly string[] }[],
): Promise<void> {
  const ids = tools.map(({ toolId }) => toolId);
  await tx.deleteFrom('tool_pictures').where('tool_id', '=', anyOf<string>(ids, 'uuid')).execute();
  const rows = tools.flatMap(({ toolId, imgs }) =>
    imgs.map((img, index) => ({ tool_id: toolId, place: index + 1, img })),
  );
  if (rows.length === 0) return;
  // One parameter for any number of rows.
  await sql`
    insert into tool_pictures (tool_id, place, img)
    select tool_id, place, img from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given (tool_id uuid, place integer, img text)`.execute(tx);
}

/** Puts these in the place of the specifications that tools had, in their order. */
export async function replaceSpecifications(
  tx: DatabaseTransaction,
  tools: { toolId: string; rows: readonly NewSpecification[] }[],
): Promise<void> {
  const ids = tools.map(({ toolId }) => toolId);
  await tx.deleteFrom('tool_specifications').where('tool_id', '=', anyOf<string>(ids, 'uuid')).execute();
  const values = tools.flatMap(({ toolId, rows }) =>
    rows.map(({ name, value, unit }, index) => ({
      tool_id: toolId,
      position: index + 1,
      name,
      value,
      unit: unit || null,
    })),
  );
  if (values.length === 0) return;
  await sql`
    insert into tool_specifications (tool_id, position, name, value, unit)
    select tool_id, position, name, value, unit from jsonb_to_recordset(${JSON.stringify(values)}::jsonb)
      as given (tool_id uuid, position integer, name text, value text, unit text)`.execute(tx);
}

/** Puts these in the place of the price breaks that tools had. */
export async function replacePriceBreaks(
  tx: DatabaseTransaction,
  tools: { toolId: string; breaks: readonly PriceBreakRow[] }[],
): Promise<void> {
  const ids = tools.map(({ toolId }) => toolId);
  await tx.deleteFrom('tool_price_breaks').where('tool_id', '=', anyOf<string>(ids, 'uuid')).execute();
  const rows = tools.flatMap(({ toolId, breaks }) => breaks.map((each) => ({ tool_id: toolId, ...each })));
  if (rows.length === 0) return;
  await sql`
    insert into tool_price_breaks (tool_id, quantity, price_cents)
    select tool_id, quantity, price_cents from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as given (tool_id uuid, quantity integer, price_cents bigint)`.execute(tx);
}

/** Whether the shop has never had a tool. */
export async function hasNeverHadTools(db: Database): Promise<boolean> {
  return (await db.selectFrom('tools').select('id').limit(1).executeTakeFirst()) === undefined;
}

/** Returns the first top-level categories with the number of their cards, including those of subcategories. One
 * without a picture gets that of its oldest tool in the shop, so that new tools do not change it. */
export async function listCategories(db: Database, limit: number): Promise<ToolCategory[]> {
  const { rows } = await sql<{ name: string; tools: number; url: string } & PictureRow>`
    with tree as (select name, coalesce(parent_id, id) as top from categories),
      used as (
        select category, family_id, count(*) as tools from tools where ${isForSale} and category <> ''
        group by category, family_id),
      first as (
        select categories.name, categories.id, position, categories.img, counted.tools
        from (
            select top, (coalesce(sum(tools) filter (where family_id is null), 0)
              + count(distinct family_id))::integer as tools
            from used join tree on name = category group by top) counted
          join categories on id = top
        order by position nulls last, tools desc, name collate "C" limit ${limit})
    select first.name, first.tools, url, width, height, colour, webp_srcset, avif_srcset
    from first cross join lateral (
        select img from tools where ${isForSale}
          and category = any (array(select tree.name from tree where top = first.id)) order by id limit 1) oldest
      join pictures on url = coalesce(first.img, oldest.img)
    order by position nulls last, tools desc, first.name collate "C"`.execute(db);
  return rows.map((row) => ({
    name: row.name,
    tools: row.tools,
    img: row.url,
    picture: serializePicture(row),
  }));
}
