import { type Selectable, type SqlBool, sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { AppContext } from '#features/app-context.ts';
import { recordAudit } from '#features/audit/record-audit.ts';
import { isForSale } from '#features/catalogue/for-sale.ts';
import { lockTools, pictureAsJson } from '#features/catalogue/store.ts';
import { type PictureRow, serializePicture } from '#features/pictures/store.ts';
import { anyOf, type Database, type DatabaseTransaction } from '#platform/database/database.ts';
import { beginsWords, listPage, type RowsPage } from '#platform/database/keyset-pagination.ts';
import type { Tables } from '#platform/database/tables.ts';
import { isInColumn, type NamedValues } from './column-rules.ts';
import type { FamilyColumn, FamilyDetails, ListedFamily } from './contract.ts';

type FamilyPicture = PictureRow & { img: string };

/** A family, with its own pictures in order, that of its first member for sale, and the number of members. */
export type FamilyRow = Pick<
  Selectable<Tables['families']>,
  'id' | 'name' | 'description' | 'category' | 'version'
> & { pictures: FamilyPicture[]; first_picture: FamilyPicture | null; members: number };

/** Which members count: those that buyers see, or also drafts. */
export type Members = 'for_sale' | 'in_shop';

const areMembers = {
  for_sale: isForSale,
  in_shop: sql<SqlBool>`deleted_at is null`,
} satisfies Record<Members, unknown>;

const pictures = sql<FamilyPicture[]>`(
  select coalesce(json_agg(${pictureAsJson} order by place), '[]')
  from family_pictures own join pictures on url = own.img where family_id = families.id)`;

const firstPicture = sql<FamilyPicture | null>`(
  select ${pictureAsJson} from tools join pictures on url = tools.img
  where family_id = families.id and ${isForSale} order by family_position nulls last, tools.id limit 1)`;

const selectFamilies = (db: Database, members: Members) =>
  db
    .selectFrom('families')
    .select(['id', 'name', 'description', 'category', 'version'])
    .select([
      pictures.as('pictures'),
      firstPicture.as('first_picture'),
      sql<number>`(select count(*) from tools where family_id = families.id and ${areMembers[members]})`.as(
        'members',
      ),
    ]);

/** Returns a family, whether it has members or not. */
export function findFamily(db: Database, id: string, members: Members): Promise<FamilyRow | undefined> {
  return selectFamilies(db, members).where('id', '=', id).executeTakeFirst();
}

/** Returns the average of all ratings that a family's members for sale have, in stars to one decimal, and how
 * many there are. */
export async function findFamilyRating(
  db: Database,
  id: string,
): Promise<Pick<FamilyDetails, 'rating' | 'rating_count'>> {
  const { count, tenths } = await db
    .selectFrom('tools')
    .select([
      sql<number>`coalesce(sum(rating_count), 0)::integer`.as('count'),
      sql<number | null>`round(sum(rating_sum) * 10.0 / nullif(sum(rating_count), 0))::integer`.as('tenths'),
    ])
    .where('family_id', '=', id)
    .where(isForSale)
    .executeTakeFirstOrThrow();
  return { rating: tenths === null ? null : tenths / 10, rating_count: count };
}

/** Returns one page of all families, by name, or of those with words that begin with those of `q`. */
export function listFamilies(
  db: Database,
  { q, limit, cursor }: { q?: string | undefined; limit: number; cursor?: string | undefined },
): Promise<RowsPage<FamilyRow>> {
  return listPage(
    db,
    {
      table: 'families',
      where: [],
      search: q ? [beginsWords(q)] : [],
      order: { key: sql`lower(name)`, direction: 'asc' },
      limit,
      cursor,
    },
    (ids) => selectFamilies(db, 'in_shop').where('id', '=', anyOf<string>(ids, 'uuid')).execute(),
  );
}

/** Converts a family to its form on the wire in a list. */
export function serializeListedFamily({ id, ...row }: FamilyRow): ListedFamily {
  const shown = row.pictures[0] ?? row.first_picture;
  return {
    _id: id,
    name: row.name,
    category: row.category,
    img: shown?.img ?? null,
    picture: shown ? serializePicture(shown) : null,
    memberCount: row.members,
    version: row.version,
  };
}

/** The same with what its own page and form have. */
export function serializeFamily(row: FamilyRow) {
  return {
    ...serializeListedFamily(row),
    description: row.description,
    pictures: row.pictures.map((each) => ({ img: each.img, picture: serializePicture(each) })),
  };
}

/** Locks families, if they are there, against changes until the transaction ends. */
export async function lockFamilies(tx: DatabaseTransaction, ids: string[]): Promise<void> {
  await tx
    .selectFrom('families')
    .select('id')
    .where('id', '=', anyOf(ids, 'uuid'))
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Returns the ids of a family's members, in order, or sorted by price. */
export async function findMemberIds(
  db: Database,
  familyId: string,
  members: Members,
  byPrice?: 'price' | '-price',
): Promise<string[]> {
  const rows = await db
    .selectFrom('tools')
    .select('id')
    .where('family_id', '=', familyId)
    .where(areMembers[members])
    .$if(byPrice !== undefined, (query) =>
      query.orderBy('price_cents', byPrice === '-price' ? 'desc' : 'asc'),
    )
    .orderBy('family_position', (order) => order.asc().nullsLast())
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns a column's values among the members of a family that are for sale, by member. */
export async function findColumnValues(
  db: Database,
  familyId: string,
  { name, unit }: Pick<FamilyColumn, 'name' | 'unit'>,
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; value: string; unit: string | null }>`
    select id, value, unit from tools join tool_specifications spec on tool_id = id and spec.name = ${name}
    where family_id = ${familyId} and ${isForSale}`.execute(db);
  const own = rows.filter((row) => isInColumn({ name, unit: row.unit }, { name, unit }));
  return new Map(own.map(({ id, value }) => [id, value]));
}

/** Maximum number of specifications in which members differ that are read: the commonest. */
const MOST_DIFFERING = 16;

/** Maximum number of specifications of a tool, and so of those that all members have alike. */
const MOST_SHARED = 30;

/** Returns the names and values of the members' specifications, in the order in which members have them: of
 * those that all have alike, and of the commonest others. */
export async function findNamedValues(db: Database, familyId: string): Promise<NamedValues[]> {
  const { rows } = await sql<NamedValues>`
    with member as materialized (select id from tools where family_id = ${familyId} and ${isForSale}),
    valued as materialized (
      select name, value, unit, count(*)::integer as tools, avg(position) as place
      from member join tool_specifications on tool_id = member.id group by name, value, unit
    ), named as (
      select name, sum(tools) as tools, sum(place * tools) / sum(tools) as place,
        count(*) = 1 and sum(tools) = (select count(*) from member) as is_shared
      from valued group by name
    ), chosen as (
      (select name, place from named where is_shared order by place, name limit ${MOST_SHARED})
      union all
      (select name, place from named where not is_shared order by tools desc, place, name limit ${MOST_DIFFERING})
    )
    select name, json_agg(json_build_object('value', value, 'unit', unit, 'tools', tools)
      order by valued.place, value, unit) as values
    from chosen join valued using (name) group by name, chosen.place order by chosen.place, name`.execute(db);
  return rows;
}

/** Returns the ids of the tools in the shop with some part numbers, by these in lower case. */
export async function findIdsOfNumbers(db: Database, numbers: string[]): Promise<Map<string, string>> {
  if (numbers.length === 0) return new Map();
  const { rows } = await sql<{ id: string; number: string }>`
    select id, lower(part_number) as number from tools
    where deleted_at is null and lower(part_number) = any (${numbers.map((each) => each.toLowerCase())}::text[])`.execute(
    db,
  );
  return new Map(rows.map(({ id, number }) => [number, id]));
}

/** Returns those of some tools that are in the shop, each with its family if it has one. Their family does not
 * change until the transaction ends. */
export async function lockMembers(
  tx: DatabaseTransaction,
  toolIds: string[],
): Promise<{ id: string; name: string; family_id: string | null; family: string | null }[]> {
  await lockTools(tx, toolIds);
  return tx
    .selectFrom('tools')
    .leftJoin('families', 'families.id', 'tools.family_id')
    .select(['tools.id', 'tools.name', 'family_id', 'families.name as family'])
    .where('tools.id', '=', anyOf<string>(toolIds, 'uuid'))
    .where('deleted_at', 'is', null)
    .execute();
}

/** Adds a family without members. */
export async function insertFamily(
  tx: DatabaseTransaction,
  family: {
    id: string;
    name: string;
    description?: string | undefined;
    category?: string | null | undefined;
  },
): Promise<void> {
  await tx.insertInto('families').values(family).execute();
}

/** Writes changed fields of a locked family, as a new version. */
export async function updateFamily(
  tx: DatabaseTransaction,
  id: string,
  fields: { name?: string; description?: string; category?: string | null },
): Promise<void> {
  const edit = { ...fields, version: sql<number>`version + 1` };
  await tx.updateTable('families').set(edit).where('id', '=', id).execute();
}

/** Replaces a family's own pictures. */
export async function replaceFamilyPictures(
  tx: DatabaseTransaction,
  familyId: string,
  imgs: string[],
): Promise<void> {
  await tx.deleteFrom('family_pictures').where('family_id', '=', familyId).execute();
  if (imgs.length === 0) return;
  const rows = imgs.map((img, place) => ({ family_id: familyId, place, img }));
  await tx.insertInto('family_pictures').values(rows).execute();
}

/** Makes some locked tools the members of a family, in order, and takes out those that are not among them. */
export async function setMembers(
  tx: DatabaseTransaction,
  familyId: string,
  toolIds: string[],
): Promise<void> {
  await tx
    .updateTable('tools')
    .set({ family_id: null, family_position: null })
    .where('family_id', '=', familyId)
    .where(sql<SqlBool>`not (id = ${anyOf(toolIds, 'uuid')})`)
    .execute();
  await sql`
    update tools set family_id = ${familyId}, family_position = place
    from unnest(${toolIds}::uuid[]) with ordinality given (id, place)
    where tools.id = given.id
      and (family_id is distinct from ${familyId}::uuid or family_position is distinct from place)`.execute(
    tx,
  );
}

/** The name of each tool's family in a query; null for none. */
export const familyOfTools = sql<string | null>`(select name from families where id = tools.family_id)`;

/** Returns the shop's name for each of some names, without case and spacing; omits unknown ones. */
export async function findFamilyNames(db: Database, names: string[]): Promise<Map<string, string>> {
  if (names.length === 0) return new Map();
  const { rows } = await sql<{ given: string; name: string }>`
    select given, name from unnest(${names}::text[]) given join families on key = name_key(given)`.execute(
    db,
  );
  return new Map(rows.map(({ given, name }) => [given, name]));
}

/** The same, after adding the families that are missing, and locking all of them, and those that some tools may
 * leave, against changes until the transaction ends; also returns the ids of those added. Families are locked
 * before tools, as by those who edit them. */
export async function ensureFamilies(
  context: Pick<AppContext, 'clock'>,
  tx: DatabaseTransaction,
  names: string[],
  leaving: string[] = [],
): Promise<{ names: Map<string, string>; made: string[] }> {
  if (names.length + leaving.length === 0) return { names: new Map(), made: [] };
  // Sorted by key, so that concurrent statements do not deadlock.
  const { rows } = await sql<{ id: string; name: string }>`
    insert into families (id, name)
    select id, name from unnest(${names.map(() => uuid())}::uuid[], ${names}::text[]) given (id, name)
    where not exists (select from families where key = name_key(given.name))
    order by name_key(name), name
    on conflict do nothing returning id, name`.execute(tx);
  for (const { id, name } of rows)
    await recordAudit(context, tx, { action: 'family_added', details: { id, name } });
  await sql`
    select from families
    where key in (select name_key(given) from unnest(${names}::text[]) given)
      or id in (select family_id from tools where id = ${anyOf(leaving, 'uuid')})
    order by id for update`.execute(tx);
  return { names: await findFamilyNames(tx, names), made: rows.map(({ id }) => id) };
}

/** Puts locked tools into locked families, by exact name, behind their members in the order given, or takes
 * them out of any; each family concerned gets a new version. */
export async function joinFamilies(
  tx: DatabaseTransaction,
  tools: { toolId: string; family: string | null }[],
): Promise<void> {
  const given = tools.map((tool, nth) => ({ ...tool, nth: nth + 1 }));
  await sql`
    with given as (
      select before.id, before.family_id as left_id, families.id as joined_id, nth
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given ("toolId" uuid, family text, nth integer)
        join tools before on before.id = "toolId"
        left join families on families.name = family
      where before.family_id is distinct from families.id
    ), edited as (
      update families set version = version + 1
      where id in (select left_id from given union select joined_id from given)
      returning id, (select max(family_position) from tools where family_id = families.id) as last
    )
    update tools set family_id = joined_id,
      family_position = case when joined_id is not null then coalesce(last, 0) + nth end
    from given left join edited on edited.id = joined_id where tools.id = given.id`.execute(tx);
}

/** Returns which of some families, by exact name, have more members in the shop than they may have. */
export async function findFullFamilies(db: Database, names: string[], most: number): Promise<string[]> {
  if (names.length === 0) return [];
  const { rows } = await sql<{ name: string }>`
    select families.name from families join tools on family_id = families.id
    where families.name = any (${names}::text[]) and deleted_at is null
    group by families.name having count(*) > ${most}`.execute(db);
  return rows.map(({ name }) => name);
}

/** Locks families that have no members, and returns them. */
export function lockEmptyFamilies(
  tx: DatabaseTransaction,
  ids: string[],
): Promise<{ id: string; name: string }[]> {
  return tx
    .selectFrom('families')
    .select(['id', 'name'])
    .where('id', '=', anyOf(ids, 'uuid'))
    .where(sql<SqlBool>`not exists (select from tools where family_id = families.id)`)
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Deletes a locked family without members. */
export async function deleteFamily(tx: DatabaseTransaction, id: string): Promise<void> {
  await tx.deleteFrom('families').where('id', '=', id).execute();
}
