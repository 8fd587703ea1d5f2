import { type DetailsSection, detailsSections, type ShopDetails } from '#contracts/shop-details.ts';
import { canonicalZone, isTimeZone, UTC } from '#contracts/time-zone.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import type { ManagedDetails } from './contract.ts';
import { defaultDetails, defaultHours, defaultName } from './texts/defaults.ts';

/** The sections that the owner has changed. One that was changed under an earlier release may lack what came later. */
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

/** Writes down where the server is, as the shop starts for the first time: its time zone until an admin chooses one. */
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

/** What the sections would be that the owner has left alone, or takes back: most follow the shop's own name and hours. */
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
