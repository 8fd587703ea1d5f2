import { type RawBuilder, sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import { type SafetyFacts, safetyFields } from '#contracts/product-safety.ts';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { type PictureRow, serializePicture } from '#features/pictures/store.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import { type Brand, type Category, type TaxonKind, taxonKinds } from './contract.ts';

/** The table of each kind, the table of its former names, and the column of a tool with its name. */
const places = {
  category: {
    table: sql.table('categories'),
    aliases: sql.table('category_aliases'),
    column: sql.ref('category'),
  },
  brand: { table: sql.table('brands'), aliases: sql.table('brand_aliases'), column: sql.ref('brand') },
} satisfies Record<TaxonKind, Record<string, RawBuilder<unknown>>>;

/** Only categories have a parent. */
const parentOf = (kind: TaxonKind) => (kind === 'category' ? sql.ref('parent_id') : sql`null::uuid`);

/** Only brands have facts about the safety of their tools. */
const safetyIn = (kind: TaxonKind) =>
  sql.join(
    safetyFields.map((field) => (kind === 'brand' ? sql.ref(field) : sql`null::text as ${sql.ref(field)}`)),
  );

/** Number of tools renamed per statement, so that no statement takes long. */
const TOOLS_AT_ONCE = 5_000;

/** A category, or a brand (whose `parent_id` is null, and whose tools can be returned). */
export type TaxonRow = {
  id: string;
  name: string;
  parent_id: string | null;
  is_returnable: boolean;
  position: number | null;
  tools: number;
  img: string | null;
} & SafetyFacts &
  Partial<PictureRow>;

/** Returns all of a kind in order, or the one with an id. */
export async function findTaxons(db: Database, kind: TaxonKind, id?: string): Promise<TaxonRow[]> {
  const { table, column } = places[kind];
  const { rows } = await sql<TaxonRow>`
    select taxon.id, name, ${parentOf(kind)} as parent_id,
      ${kind === 'category' ? sql.ref('is_returnable') : sql`true`} as is_returnable, position,
      coalesce(tools, 0) as tools, img, ${safetyIn(kind)}, width, height, colour, webp_srcset, avif_srcset
    from ${table} taxon
      left join (
        select ${column} as used, count(*)::integer as tools from tools where deleted_at is null
          ${id === undefined ? sql`` : sql`and ${column} = (select name from ${table} where id = ${id})`}
        group by ${column}) counted on used = name
      left join pictures on url = img
    ${id === undefined ? sql`` : sql`where taxon.id = ${id}`}
    order by position nulls last, coalesce(tools, 0) desc, name collate "C"`.execute(db);
  return rows;
}

/** Converts a category or a brand to its form on the wire. */
export function serializeTaxon(kind: TaxonKind, row: TaxonRow): Brand | Category {
  const { id, name, tools, img, parent_id: parent, is_returnable: isReturnable } = row;
  const picture = img === null ? null : serializePicture(row as PictureRow);
  const shown = { _id: id, name, tools, img, picture };
  if (kind === 'category') return { ...shown, parent, isReturnable };
  return { ...shown, ...safetyFactsOf(row) };
}

/** Returns what a row says of the safety of a brand's tools. */
const safetyFactsOf = (row: SafetyFacts) =>
  Object.fromEntries(safetyFields.map((field) => [field, row[field]])) as SafetyFacts;

/** Returns the shop's name for each of some names: matched exactly, by case and spacing, or as a former name;
 * omits unknown names. */
export async function findNames(
  db: Database,
  kind: TaxonKind,
  names: string[],
): Promise<Map<string, string>> {
  const { table, aliases } = places[kind];
  const { rows } = await sql<{ given: string; name: string }>`
    select given, coalesce(named.name, meant.name) as name from unnest(${names}::text[]) given
      left join ${table} named on named.key = name_key(given)
      left join ${aliases} alias on alias.key = name_key(given)
      left join ${table} meant on meant.id = alias.meant_id
    where coalesce(named.name, meant.name) is not null`.execute(db);
  return new Map(rows.map(({ given, name }) => [given, name]));
}

/** Returns the names of a category's subcategories, by its name. */
export async function findChildren(db: Database, parent: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from categories where parent_id = (select id from categories where name = ${parent})`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}

/** The position and parent of a category or brand. */
export type TaxonPlace = { name: string; parent: string | null; position: number | null };

/** Returns those of a kind that have a position or a parent. */
export async function findPlaces(db: Database, kind: TaxonKind): Promise<TaxonPlace[]> {
  const { table } = places[kind];
  const parent =
    kind === 'brand'
      ? sql`null`
      : sql`(select name from categories parent where parent.id = taxon.parent_id)`;
  const { rows } = await sql<TaxonPlace>`
    select name, ${parent} as parent, position from ${table} taxon
    where position is not null or ${parentOf(kind)} is not null`.execute(db);
  return rows;
}

/** Replaces the categories and brands of any number of tools with the shop's names for them, and creates
 * missing ones. Until the transaction ends none of these is renamed, merged or deleted; call it before
 * locking tools. */
export async function withTaxons<Fields extends { [kind in TaxonKind]?: string | null | undefined }>(
  context: Pick<AppContext, 'clock'>,
  tx: DatabaseTransaction,
  tools: readonly Fields[],
): Promise<Fields[]> {
  const calledSo: [TaxonKind, Map<string, string>][] = [];
  for (const kind of taxonKinds) {
    const given = tools.map((tool) => tool[kind] ?? '');
    calledSo.push([kind, (await ensureNames(context, tx, kind, given)).names]);
  }
  return tools.map((tool) => {
    const named = calledSo
      .filter(([kind]) => tool[kind])
      .map(([kind, names]) => [kind, names.get(tool[kind] ?? '')]);
    return { ...tool, ...Object.fromEntries(named) };
  });
}

/** The same for one kind: returns the shop's name of each, and the ids of those created. */
export async function ensureNames(
  context: Pick<AppContext, 'clock'>,
  tx: DatabaseTransaction,
  kind: TaxonKind,
  given: string[],
): Promise<{ names: Map<string, string>; made: string[] }> {
  const names = [...new Set(given)].filter((name) => name !== '');
  if (names.length === 0) return { names: new Map(), made: [] };
  const { table, aliases } = places[kind];
  // Changes of categories or brands lock the table against this statement, even if it adds nothing. Sorted by
  // key, so that concurrent statements do not deadlock.
  const { rows } = await sql<{ id: string; name: string }>`
    insert into ${table} (id, name)
    select id, name from unnest(${names.map(() => uuid())}::uuid[], ${names}::text[]) given (id, name)
    where not exists (select from ${table} taxon where taxon.key = name_key(given.name))
      and not exists (select from ${aliases} alias where alias.key = name_key(given.name))
    order by name_key(name), name
    on conflict do nothing returning id, name`.execute(tx);
  for (const details of rows) await recordAudit(context, tx, { action: `${kind}_added`, details });
  return { names: await findNames(tx, kind, names), made: rows.map(({ id }) => id) };
}

/** Locks a kind against additions, changes and use in tools until the transaction ends; tools that have one
 * can still be sold. */
export async function lockTaxons(tx: DatabaseTransaction, kind: TaxonKind): Promise<void> {
  await sql`lock table ${places[kind].table} in exclusive mode`.execute(tx);
}

/** Adds a category or brand. A former name of another one becomes this one's own. */
export async function insertTaxon(
  tx: DatabaseTransaction,
  kind: TaxonKind,
  { id, name, parent, img }: { id: string; name: string; parent?: string | null; img?: string | null },
): Promise<void> {
  const { table, aliases } = places[kind];
  const under = kind === 'category' ? [sql`, parent_id`, sql`, ${parent ?? null}`] : [sql``, sql``];
  await sql`
    insert into ${table} (id, name, img${under[0]}) values (${id}, ${name}, ${img ?? null}${under[1]})`.execute(
    tx,
  );
  await sql`delete from ${aliases} where key = name_key(${name})`.execute(tx);
}

/** Sets or removes the picture of a category or brand. */
export async function setPicture(tx: DatabaseTransaction, kind: TaxonKind, id: string, img: string | null) {
  await sql`update ${places[kind].table} set img = ${img} where id = ${id}`.execute(tx);
}

/** Writes facts about the safety of a brand's tools; null removes one. */
export async function setSafety(tx: DatabaseTransaction, id: string, facts: Partial<SafetyFacts>) {
  if (Object.keys(facts).length > 0) await tx.updateTable('brands').set(facts).where('id', '=', id).execute();
}

/** Sets whether buyers can return a category's tools. */
export async function setReturnable(tx: DatabaseTransaction, id: string, isReturnable: boolean) {
  await tx.updateTable('categories').set({ is_returnable: isReturnable }).where('id', '=', id).execute();
}

/** Sets or removes a category's parent and resets its position. Reindexes its tools, which are also found by
 * the parent's words. */
export async function setParent(tx: DatabaseTransaction, { id, name }: TaxonRow, parent: string | null) {
  await sql`update categories set parent_id = ${parent}, position = null where id = ${id}`.execute(tx);
  await moveTools(tx, 'category', name, name);
}

/** Returns the names of some categories, by their ids. */
export function findNamesOfCategories(db: Database, ids: string[]): Promise<{ id: string; name: string }[]> {
  return db.selectFrom('categories').select(['id', 'name']).where('id', 'in', ids).execute();
}

/** Puts categories under parents, by name, if these are top-level themselves. */
export async function placeCategories(
  tx: DatabaseTransaction,
  places: { id: string; parent: string | undefined }[],
): Promise<void> {
  await sql`
    update categories child set parent_id = above.id
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as given (id uuid, parent text)
      join categories above on above.name = given.parent
    where child.id = given.id and above.parent_id is null and above.id <> child.id`.execute(tx);
}

/** Sets the positions of categories or brands, in the order of the ids. */
export async function setPositions(tx: DatabaseTransaction, kind: TaxonKind, ids: string[]): Promise<void> {
  await sql`
    update ${places[kind].table} taxon set position = placed.place
    from unnest(${ids}::uuid[]) with ordinality placed (id, place)
    where taxon.id = placed.id and position is distinct from placed.place`.execute(tx);
}

/** Renames a category or brand together with its tools, and keeps its former name as an alias. Tools are also
 * found by the words of their category's parent. */
export async function renameTaxon(
  tx: DatabaseTransaction,
  kind: TaxonKind,
  { id, name: before }: TaxonRow,
  name: string,
) {
  const { table, aliases } = places[kind];
  await sql`set constraints tools_category_known, tools_brand_known deferred`.execute(tx);
  await sql`update ${table} set name = ${name} where id = ${id}`.execute(tx);
  await sql`delete from ${aliases} where key = name_key(${name})`.execute(tx);
  await keepAlias(tx, kind, before, id);
  await moveTools(tx, kind, before, name);
  if (kind === 'brand') return;
  const children = await tx.selectFrom('categories').select('name').where('parent_id', '=', id).execute();
  for (const child of children) await moveTools(tx, kind, child.name, child.name);
}

/** Moves the tools and aliases of one to another and deletes it; its name becomes an alias of the other. */
export async function mergeTaxons(tx: DatabaseTransaction, kind: TaxonKind, from: TaxonRow, into: TaxonRow) {
  const { table, aliases } = places[kind];
  await moveTools(tx, kind, from.name, into.name);
  await sql`update ${aliases} set meant_id = ${into.id} where meant_id = ${from.id}`.execute(tx);
  if (kind === 'category')
    await sql`update families set category = ${into.name} where category = ${from.name}`.execute(tx);
  await sql`delete from ${table} where id = ${from.id}`.execute(tx);
  await keepAlias(tx, kind, from.name, into.id);
}

/** Deletes a category or brand without tools in the shop; removes it from tools that have left the shop. */
export async function deleteTaxon(
  tx: DatabaseTransaction,
  kind: TaxonKind,
  { id, name }: TaxonRow,
): Promise<void> {
  const { table, column } = places[kind];
  await sql`update tools set ${column} = null where ${column} = ${name} and deleted_at is not null`.execute(
    tx,
  );
  await sql`delete from ${table} where id = ${id}`.execute(tx);
}

/** Adds an alias, unless the name differs from the present one by case or spacing only and so resolves by
 * itself. */
async function keepAlias(tx: DatabaseTransaction, kind: TaxonKind, name: string, id: string): Promise<void> {
  const { table, aliases } = places[kind];
  await sql`
    insert into ${aliases} (key, meant_id) select name_key(${name}), ${id}
    where not exists (select from ${table} where key = name_key(${name}))
    on conflict (key) do update set meant_id = excluded.meant_id`.execute(tx);
}

/** Renames the category or brand of all its tools, or only reindexes these if the name is the same. Locks
 * tools in the order of their ids, as everywhere; a new name creates a new version of them. */
async function moveTools(tx: DatabaseTransaction, kind: TaxonKind, from: string, to: string): Promise<void> {
  const { column } = places[kind];
  const versions = from === to ? 0 : 1;
  let last = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await sql<{ id: string }>`
      with next as (
        select id from tools where deleted_at is null and ${column} = ${from} and id > ${last}
        order by id limit ${TOOLS_AT_ONCE} for no key update)
      update tools set ${column} = ${to}, version = version + ${versions}
      from next where tools.id = next.id returning tools.id`.execute(tx);
    if (rows.length < TOOLS_AT_ONCE) break;
    last = rows.reduce((latest, { id }) => (id > latest ? id : latest), last);
  }
  if (from !== to) await sql`update tools set ${column} = ${to} where ${column} = ${from}`.execute(tx);
}
