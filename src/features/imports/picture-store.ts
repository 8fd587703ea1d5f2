import { sql } from 'kysely';
import { morePicturesOfTools } from '#features/pictures/store.ts';
import { anyOf, type Database, type DatabaseTransaction } from '#platform/database/database.ts';
import type { ImportPictures } from './contract.ts';
import { type FetchProblem, fetchProblemText } from './fetch-problems.ts';
import { parsePictures } from './list-cells.ts';
import { MAX_FETCHED_PICTURES, type PictureSlot, shownOf } from './picture-rules.ts';

/** Stores the future pictures of checked rows' tools, if some must be fetched; beyond the maximum number of
 * addresses none is fetched. */
export async function insertPictures(
  db: Database,
  importId: string,
  changes: { row: number; toolId: string; slots?: PictureSlot[] }[],
  addresses: Set<string>,
): Promise<void> {
  const rows = changes.flatMap(({ row, toolId, slots = [] }) =>
    slots.map(({ place, address, img }) => {
      if (img === null && addresses.size < MAX_FETCHED_PICTURES) addresses.add(address);
      const isTooMany = img === null && !addresses.has(address);
      const problem: FetchProblem | null = isTooMany ? 'too_many' : null;
      const state = img !== null ? 'kept' : isTooMany ? 'failed' : 'waiting';
      return { row, toolId, place, address, img, problem, state };
    }),
  );
  if (rows.length === 0) return;
  await sql`
    insert into import_pictures (import_id, tool_id, place, row, address, state, img, problem)
    select ${importId}::uuid, "toolId", place, row, address, state, img, problem
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given ("toolId" uuid, place smallint, row integer,
      address text, state text, img text, problem text)`.execute(db);
}

/** Returns the pictures fetched for some tools before, by tool and address. */
export async function findFetched(db: Database, toolIds: string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('import_pictures')
    .select(['tool_id', 'address', 'img'])
    .where('tool_id', '=', anyOf<string>(toolIds, 'uuid'))
    .where('state', '=', 'fetched')
    .orderBy('import_id')
    .execute();
  return new Map(rows.map(({ tool_id, address, img }) => [`${tool_id} ${address}`, img ?? '']));
}

/** Returns the next addresses to fetch: the least tried, in the order of the file. */
export async function findWaiting(
  db: Database,
  importId: string,
  limit: number,
): Promise<{ address: string; tries: number }[]> {
  const { rows } = await sql<{ address: string; tries: number }>`
    select address, min(tries)::integer as tries from import_pictures
    where import_id = ${importId} and state = 'waiting'
    group by address order by min(tries), min(row), min(place), address limit ${limit}`.execute(db);
  return rows;
}

export async function isWaiting(db: Database, importId: string, address: string): Promise<boolean> {
  const waiting = db
    .selectFrom('import_pictures')
    .select('place')
    .where('import_id', '=', importId)
    .where('address', '=', address)
    .where('state', '=', 'waiting');
  return (await waiting.limit(1).executeTakeFirst()) !== undefined;
}

/** Adds to the bytes fetched for an import, and returns the total. */
export async function addBytes(db: Database, importId: string, bytes: number): Promise<number> {
  const { picture_bytes } = await db
    .updateTable('imports')
    .set({ picture_bytes: sql<number>`picture_bytes + ${bytes}` })
    .where('id', '=', importId)
    .returning('picture_bytes')
    .executeTakeFirstOrThrow();
  return Number(picture_bytes);
}

/** Records why waiting pictures could not be fetched: those of an address, or all; final once `tries` are
 * used up. */
export async function noteFailure(
  db: Database,
  importId: string,
  { address, problem, tries }: { address?: string; problem: FetchProblem; tries: number },
): Promise<void> {
  await db
    .updateTable('import_pictures')
    .set({
      problem,
      tries: sql<number>`tries + 1`,
      state: sql<string>`case when tries + 1 >= ${tries}::integer then 'failed' else state end`,
    })
    .where('import_id', '=', importId)
    .where('state', '=', 'waiting')
    .$if(address !== undefined, (query) => query.where('address', '=', address ?? ''))
    .execute();
}

/** Sets a fetched picture for up to `most` of the tools that wait for it; returns these tools. */
export async function fillPlaces(
  tx: DatabaseTransaction,
  importId: string,
  { address, img, most }: { address: string; img: string; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ tool_id: string }>`
    update import_pictures filled set state = 'fetched', img = ${img}, problem = null
    from (select tool_id, place from import_pictures
      where import_id = ${importId} and address = ${address} and state = 'waiting'
      order by tool_id limit ${most} for update) next
    where filled.import_id = ${importId} and filled.tool_id = next.tool_id and filled.place = next.place
    returning filled.tool_id`.execute(tx);
  return rows.map(({ tool_id }) => tool_id);
}

/** Removes pictures from their positions again, since their tools have others by now. */
export async function emptyPlaces(
  tx: DatabaseTransaction,
  importId: string,
  address: string,
  toolIds: string[],
): Promise<void> {
  const problem: FetchProblem = 'changed';
  await tx
    .updateTable('import_pictures')
    .set({ state: 'failed', img: null, problem })
    .where('import_id', '=', importId)
    .where('address', '=', address)
    .where('tool_id', '=', anyOf<string>(toolIds, 'uuid'))
    .execute();
}

/** Returns, for locked tools, the pictures that they show, those that the import last gave them, and those
 * that they get with the picture of an address. Omits tools that have left the shop. */
export async function findShown(
  tx: DatabaseTransaction,
  importId: string,
  address: string,
  toolIds: string[],
): Promise<{ id: string; version: number; shown: string[]; before: string[]; after: string[] }[]> {
  const { rows } = await sql<{
    id: string;
    version: number;
    img: string | null;
    more: string | null;
    slots: PictureSlot[];
    first: string | null;
    others: string | null;
  }>`
    select tools.id, tools.version, tools.img, ${morePicturesOfTools} as more, before ->> 'img' as first, before ->> 'pictures' as others,
      (select json_agg(json_build_object('place', place, 'address', address, 'img', slot.img) order by place)
        from import_pictures slot where slot.import_id = ${importId} and slot.tool_id = tools.id) as slots
    from tools left join import_rows on import_rows.import_id = ${importId} and import_rows.tool_id = tools.id
    where tools.id = ${anyOf<string>(toolIds, 'uuid')} and deleted_at is null order by tools.id`.execute(tx);
  return rows.map(({ id, version, img, more, slots, first, others }) => {
    const known = shownOf(slots.filter((slot) => slot.address !== address));
    return {
      id,
      version,
      shown: listOf(img, more),
      before: known.length > 0 ? known : listOf(first, others),
      after: shownOf(slots),
    };
  });
}

const listOf = (first: string | null, more: string | null): string[] => [
  ...(first ? [first] : []),
  ...parsePictures(more ?? '').map(({ img }) => img),
];

/** Records the new versions that an import has made of tools, which are otherwise as it left them. */
export async function noteNextVersions(
  tx: DatabaseTransaction,
  importId: string,
  tools: { id: string; version: number }[],
): Promise<void> {
  await sql`
    update import_rows set applied_version = given.version + 1
    from jsonb_to_recordset(${JSON.stringify(tools)}::jsonb) as given (id uuid, version integer)
    where import_id = ${importId} and tool_id = given.id and applied_version = given.version`.execute(tx);
}

/** Whether an import is applied; locks it in that state until the transaction ends. */
export async function sharesApplied(tx: DatabaseTransaction, importId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('imports')
    .select('state')
    .where('id', '=', importId)
    .forShare()
    .executeTakeFirst();
  return row?.state === 'applied';
}

/** Maximum number of picture problems returned with an import. */
const MAX_TOLD_PROBLEMS = 100;

/** Returns the state of the pictures that an import fetches. */
export async function reportPictures(db: Database, importId: string): Promise<ImportPictures> {
  const fetched = sql`import_pictures where import_id = ${importId} and state <> 'kept'`;
  const [counts, problems] = await Promise.all([
    sql<{ state: string; count: number }>`
      select state, count(*)::integer as count from ${fetched} group by state`.execute(db),
    sql<{ address: string; problem: FetchProblem; isFinal: boolean; tools: number }>`
      select address, problem, state = 'failed' as "isFinal", count(*)::integer as tools
      from ${fetched} and problem is not null
      group by 1, 2, 3 order by 3 desc, min(row), min(place) limit ${MAX_TOLD_PROBLEMS}`.execute(db),
  ]);
  const of = (state: string) => counts.rows.find((each) => each.state === state)?.count ?? 0;
  return {
    waiting: of('waiting'),
    fetched: of('fetched'),
    failed: of('failed'),
    problems: problems.rows.map(({ problem, ...each }) => ({ ...each, message: fetchProblemText(problem) })),
  };
}
