import type { Insertable } from 'kysely';
import { type DetailsSection, detailsSections, readLogo, type ShopDetails } from '#contracts/shop-details.ts';
import { canonicalZone, isTimeZone, UTC } from '#contracts/time-zone.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';
import type { ManagedDetails } from './contract.ts';
import { defaultDetails, defaultHours, defaultName } from './texts/defaults.ts';

/** The sections that the owner has changed. One that was changed under an earlier
 * release may lack what came later. */
export type OwnDetails = { [Name in DetailsSection]?: Partial<ShopDetails[Name]> };
export type DetailsRow = {
  version: number;
  own: OwnDetails;
  /** Where the server was when the shop first started; null where that is not known. */
  first_time_zone: string | null;
};

const columns = ['version', 'own', 'first_time_zone'] as const;

const theRow = (db: Database) => db.selectFrom('shop_details').select(columns);

/** What the owner has changed, and how often. */
export async function findOwnDetails(db: Database): Promise<DetailsRow> {
  return (await theRow(db).executeTakeFirstOrThrow()) as DetailsRow;
}

/** The same, and keeps others from changing it until the transaction ends. */
export async function lockOwnDetails(tx: DatabaseTransaction): Promise<DetailsRow> {
  return (await theRow(tx).forUpdate().executeTakeFirstOrThrow()) as DetailsRow;
}

/** Writes what the owner has changed, under the next version. */
export async function writeOwnDetails(tx: DatabaseTransaction, own: OwnDetails): Promise<DetailsRow> {
  const written = await tx
    .updateTable('shop_details')
    .set(({ eb }) => ({ own: JSON.stringify(own), version: eb('version', '+', 1) }))
    .returning(columns)
    .executeTakeFirstOrThrow();
  return written as DetailsRow;
}

/** The details in force. */
export async function findDetails(db: Database): Promise<ShopDetails> {
  return detailsInForce(await findOwnDetails(db));
}

/** Writes down where the server is, as the shop starts for the first time: its time
 * zone until an admin chooses one. */
export async function keepFirstTimeZone(db: Database, zone: string): Promise<void> {
  await db
    .updateTable('shop_details')
    .set({ first_time_zone: isTimeZone(zone) ? canonicalZone(zone) : UTC })
    .where('first_time_zone', 'is', null)
    .execute();
}

type Kept = Omit<DetailsRow, 'version'>;

function detailsInForce(kept: Kept): ShopDetails {
  const { own } = kept;
  const defaults = defaultsBeside(kept);
  const sections = detailsSections.map((name) => [name, { ...defaults[name], ...own[name] }]);
  return Object.fromEntries(sections);
}

/** What the sections would be that the owner has left alone, or takes back: most follow
 * the shop's own name and hours. */
export function defaultsBeside({ own: { shop, contact }, first_time_zone }: Kept): ShopDetails {
  const zone = first_time_zone ?? UTC;
  const base = defaultDetails(defaultName, defaultHours, zone);
  const following = defaultDetails(shop?.name ?? defaultName, contact?.hours ?? defaultHours, zone);
  return { ...following, shop: base.shop, contact: base.contact };
}

/** The details as whoever changes them sees them. */
export function serializeManagedDetails({ version, ...kept }: DetailsRow): ManagedDetails {
  const sections = detailsSections.filter((name) => kept.own[name] !== undefined);
  return { version, details: detailsInForce(kept), defaults: defaultsBeside(kept), own: sections };
}

/** Keeps what was drawn of a logo. Answers whether any of it was new. */
export async function insertLogoFiles(
  tx: DatabaseTransaction,
  files: Insertable<Tables['shop_logo_files']>[],
): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('shop_logo_files')
    .values(files)
    .onConflict((conflict) => conflict.columns(['logo', 'name']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows > 0n;
}

/** A file that was drawn of a logo. */
export async function findLogoFile(db: Database, logo: string, name: string): Promise<Buffer | undefined> {
  const files = db.selectFrom('shop_logo_files').select('content');
  return (await files.where('logo', '=', logo).where('name', '=', name).executeTakeFirst())?.content;
}

/** Whether a logo was drawn, of that size. */
export async function isKnownLogo(db: Database, named: string): Promise<boolean> {
  const { hash, width, height } = readLogo(named);
  const files = db.selectFrom('shop_logo_files').select('name').where('name', '=', 'logo.png');
  const row = await files
    .where('logo', '=', hash)
    .where('width', '=', width)
    .where('height', '=', height)
    .executeTakeFirst();
  return row !== undefined;
}
