import { type DetailsSection, detailsSections, type ShopDetails } from '#contracts/shop-details.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import type { ManagedDetails } from './contract.ts';
import { defaultDetails, defaultHours, defaultName } from './texts/defaults.ts';

/** The sections that the owner has changed. One that was changed under an earlier release may lack what came later. */
export type OwnDetails = { [Name in DetailsSection]?: Partial<ShopDetails[Name]> };
export type DetailsRow = { version: number; own: OwnDetails };

const theRow = (db: Database) => db.selectFrom('shop_details').select(['version', 'own']);

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
    .returning(['version', 'own'])
    .executeTakeFirstOrThrow();
  return written as DetailsRow;
}

/** The details in force. */
export async function findDetails(db: Database): Promise<ShopDetails> {
  const { own } = await findOwnDetails(db);
  return detailsInForce(own);
}

function detailsInForce(own: OwnDetails): ShopDetails {
  const defaults = defaultsBeside(own);
  const sections = detailsSections.map((name) => [name, { ...defaults[name], ...own[name] }]);
  return Object.fromEntries(sections);
}

/** What the sections would be that the owner has left alone, or takes back: most follow the shop's own name and hours. */
export function defaultsBeside({ shop, contact }: OwnDetails): ShopDetails {
  const base = defaultDetails(defaultName, defaultHours);
  const following = defaultDetails(shop?.name ?? defaultName, contact?.hours ?? defaultHours);
  return { ...following, shop: base.shop, contact: base.contact };
}

/** The details as whoever changes them sees them. */
export function serializeManagedDetails({ version, own }: DetailsRow): ManagedDetails {
  const sections = detailsSections.filter((name) => own[name] !== undefined);
  return { version, details: detailsInForce(own), defaults: defaultsBeside(own), own: sections };
}
