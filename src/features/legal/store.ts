import { sql } from 'kysely';
import { v7 as uuid } from 'uuid';
import type { LegalPage } from '#contracts/duties.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import type { LegalText } from './contract.ts';

type FileRow = {
  file: string | null;
  type: 'png' | 'jpeg' | null;
  width: number | null;
  height: number | null;
};

/** A version of a page, with its file if it has one. */
export type VersionRow = LegalText & FileRow & { page: LegalPage; version: number; created_at: Date };

/** A version that visitors read, since `published_at`. */
export type PublishedRow = VersionRow & { published_at: Date };

/** The publications in force at a moment, now by default: the latest of each page. */
const inForce = (at?: Date) => sql`
  select distinct on (page) id, page, version, published_at from legal_publications
  ${at ? sql`where published_at <= ${at}` : sql``}
  order by page, published_at desc, id desc`;

const versionColumns = sql`page, version, opening, parts, created_at, file, type, width, height`;
const versionsWithFiles = sql`legal_versions left join legal_files on hash = file`;

/** Finds the pages that are published, or were at a moment. */
export async function findPublished(db: Database, at?: Date): Promise<PublishedRow[]> {
  const { rows } = await sql<PublishedRow>`
    select ${versionColumns}, published_at from (${inForce(at)}) as latest
      join (${versionsWithFiles}) using (page, version)`.execute(db);
  return rows;
}

/** Records what was published of some pages at a moment as given to the buyer of a payment, once. */
export async function recordGiven(
  tx: DatabaseTransaction,
  { paymentId, pages, at }: { paymentId: string; pages: readonly LegalPage[]; at: Date },
): Promise<void> {
  await sql`
    insert into given_texts (payment_id, publication_id)
    select ${paymentId}, id from (${inForce(at)}) as latest
    where version is not null and page = any(${[...pages]}::text[])
    on conflict do nothing`.execute(tx);
}

/** Finds the versions that the buyer of a payment was given. */
export async function findGiven(db: Database, paymentId: string): Promise<PublishedRow[]> {
  const { rows } = await sql<PublishedRow>`
    select ${versionColumns}, published_at
    from given_texts join legal_publications on id = publication_id join (${versionsWithFiles}) using (page, version)
    where payment_id = ${paymentId}`.execute(db);
  return rows;
}

/** A link to a published page. */
export type PublishedLink = { page: LegalPage; version: number; published_at: Date };

/** Lists the pages that are published, without their texts. */
export async function listPublished(db: Database): Promise<PublishedLink[]> {
  const { rows } = await sql<PublishedLink>`
    select page, version, published_at from (${inForce()}) as latest where version is not null`.execute(db);
  return rows;
}

/** Finds a page as published, or a version that was published once. */
export async function findPublishedPage(
  db: Database,
  page: LegalPage,
  version?: number,
): Promise<PublishedRow | undefined> {
  const wanted =
    version === undefined
      ? inForce()
      : sql`select page, version, max(published_at) as published_at from legal_publications
          where version = ${version} group by page, version`;
  const { rows } = await sql<PublishedRow>`
    select ${versionColumns}, published_at from (${wanted}) as wanted
      join (${versionsWithFiles}) using (page, version)
    where page = ${page}`.execute(db);
  return rows[0];
}

/** The number of versions that editors see. */
const SHOWN_VERSIONS = 50;

/** Lists the latest versions of a page, each with when it was first published. */
export async function listVersions(
  db: Database,
  page: LegalPage,
): Promise<(VersionRow & { first_published_at: Date | null })[]> {
  const { rows } = await sql<VersionRow & { first_published_at: Date | null }>`
    select ${versionColumns}, (
      select min(published_at) from legal_publications
      where legal_publications.page = legal_versions.page and legal_publications.version = legal_versions.version
    ) as first_published_at
    from ${versionsWithFiles} where page = ${page}
    order by version desc limit ${SHOWN_VERSIONS}`.execute(db);
  return rows;
}

/** Returns the latest version of each page that has one. */
export async function latestVersions(db: Database): Promise<Map<LegalPage, number>> {
  const { rows } = await sql<{ page: LegalPage; version: number }>`
    select page, max(version) as version from legal_versions group by page`.execute(db);
  return new Map(rows.map(({ page, version }) => [page, version]));
}

/** Lets changes of a page wait for each other. */
export async function lockLegalPage(tx: DatabaseTransaction, page: LegalPage): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`toolyard legal page ${page}`}))`.execute(tx);
}

/** Stores a text as the next version of a page. */
export async function insertVersion(
  tx: DatabaseTransaction,
  {
    page,
    version,
    opening,
    parts,
    file,
  }: LegalText & { page: LegalPage; version: number; file: string | null },
  now: Date,
): Promise<void> {
  await tx
    .insertInto('legal_versions')
    .values({ page, version, opening, parts: JSON.stringify(parts), file, created_at: now })
    .execute();
}

/** Stores that a version is what visitors read from now on; null takes the page down. */
export async function insertPublication(
  tx: DatabaseTransaction,
  page: LegalPage,
  version: number | null,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('legal_publications')
    .values({ id: uuid(), page, version, published_at: now })
    .execute();
}

export type LegalFile = {
  hash: string;
  type: 'png' | 'jpeg';
  width: number;
  height: number;
  content: Buffer;
};

/** Stores a file, once. */
export async function insertLegalFile(db: Database, file: LegalFile): Promise<void> {
  await db
    .insertInto('legal_files')
    .values(file)
    .onConflict((conflict) => conflict.column('hash').doNothing())
    .execute();
}

/** Finds a file by its hash. */
export async function findLegalFile(db: Database, hash: string): Promise<LegalFile | undefined> {
  return db.selectFrom('legal_files').selectAll().where('hash', '=', hash).executeTakeFirst() as Promise<
    LegalFile | undefined
  >;
}
