import { type Insertable, sql } from 'kysely';
import { UNKNOWN_COUNTRY } from '#contracts/region.ts';
import { type DetailsSection, detailsSections, readLogo, type ShopDetails } from '#contracts/shop-details.ts';
import { canonicalZone, isTimeZone, UTC } from '#contracts/time-zone.ts';
import { unitsOf } from '#contracts/units.ts';
import { isCountry } from '#features/addresses/address-rules.ts';
import type { Database, DatabaseTransaction } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';
import { formatCount } from '#texts/locale.ts';
import type { ManagedDetails } from './contract.ts';
import { defaultDetails, defaultHours, defaultName, withoutSample } from './texts/defaults.ts';
import { countedFigureTexts, type PlaceholderContact, placeholderContacts } from './texts/manage.ts';

/** The sections that the owner has changed. Sections changed under an earlier release may lack newer
 * fields. */
export type OwnDetails = { [Name in DetailsSection]?: Partial<ShopDetails[Name]> };
export type DetailsRow = {
  version: number;
  own: OwnDetails;
  /** The server's time zone when the shop first started; null if unknown. */
  first_time_zone: string | null;
  /** The country that has the shop's currency; null if unknown. */
  first_country: string | null;
  /** Whether the sample data was cleared. */
  sample_cleared: boolean;
};

const columns = ['version', 'own', 'first_time_zone', 'first_country', 'sample_cleared'] as const;

const theRow = (db: Database) => db.selectFrom('shop_details').select(columns);

/** Finds what the owner has changed, and its version. */
export async function findOwnDetails(db: Database): Promise<DetailsRow> {
  return (await theRow(db).executeTakeFirstOrThrow()) as DetailsRow;
}

/** Like `findOwnDetails`, and locks it until the transaction ends. */
export async function lockOwnDetails(tx: DatabaseTransaction): Promise<DetailsRow> {
  return (await theRow(tx).forUpdate().executeTakeFirstOrThrow()) as DetailsRow;
}

/** Stores what the owner has changed, under the next version, and since when a second factor is demanded. */
export async function writeOwnDetails(
  tx: DatabaseTransaction,
  own: OwnDetails,
  now: Date,
): Promise<DetailsRow> {
  const demandedAt = own.security?.staffFactor ? sql<Date>`coalesce(factors_demanded_at, ${now})` : null;
  const written = await tx
    .updateTable('shop_details')
    .set(({ eb }) => ({
      own: JSON.stringify(own),
      version: eb('version', '+', 1),
      factors_demanded_at: demandedAt,
    }))
    .returning(columns)
    .executeTakeFirstOrThrow();
  return written as DetailsRow;
}

/** Returns the current details. */
export async function findDetails(db: Database): Promise<ShopDetails> {
  return detailsInForce(await findOwnDetails(db));
}

/** Stores that the sample data was cleared, under the next version. */
export async function writeSampleCleared(tx: DatabaseTransaction): Promise<void> {
  await tx
    .updateTable('shop_details')
    .set(({ eb }) => ({ sample_cleared: true, version: eb('version', '+', 1) }))
    .where('sample_cleared', '=', false)
    .execute();
}

/** Records the server's time zone when the shop first starts: it is the shop's until an admin chooses one. */
export async function keepFirstTimeZone(db: Database, zone: string): Promise<void> {
  await db
    .updateTable('shop_details')
    .set({ first_time_zone: isTimeZone(zone) ? canonicalZone(zone) : UTC })
    .where('first_time_zone', 'is', null)
    .execute();
}

/** Records the country that has the shop's currency (ISO 4217 begins with its code) when the shop first
 * starts: it is the shop's until an admin chooses one. */
export async function keepFirstCountry(db: Database, currency: string): Promise<void> {
  const country = currency.slice(0, 2).toUpperCase();
  await db
    .updateTable('shop_details')
    .set({ first_country: isCountry(country) ? country : UNKNOWN_COUNTRY })
    .where('first_country', 'is', null)
    .execute();
}

type Kept = Omit<DetailsRow, 'version'>;

function detailsInForce(kept: Kept): ShopDetails {
  const { own } = kept;
  const defaults = defaultsBeside(kept);
  const sections = detailsSections.map((name) => [name, { ...defaults[name], ...own[name] }]);
  const details: Record<DetailsSection, unknown> = Object.fromEntries(sections);
  const region = { ...defaults.region, ...own.region };
  // A country that was set by itself brings its units.
  const units = own.region?.units ?? unitsOf(region.country);
  return { ...details, region: { ...region, units }, time: { zone: region.zone } } as ShopDetails;
}

/** Sets the shop's country alone, without a state and with that country's units. */
export async function writeCountry(tx: DatabaseTransaction, country: string, now: Date): Promise<DetailsRow> {
  const { own } = await lockOwnDetails(tx);
  const { zone } = own.region ?? {};
  return writeOwnDetails(tx, { ...own, region: { ...(zone && { zone }), country, state: '' } }, now);
}

/** Returns the defaults of sections that the owner has not changed, or resets: most derive from the shop's
 * name and hours. */
export function defaultsBeside(kept: Kept): ShopDetails {
  const { shop, contact } = kept.own;
  const zone = kept.first_time_zone ?? UTC;
  const base = defaultDetails(defaultName, defaultHours, zone);
  const following = defaultDetails(shop?.name ?? defaultName, contact?.hours ?? defaultHours, zone);
  const country = kept.first_country ?? base.region.country;
  const region = { ...base.region, country, units: unitsOf(country) };
  const shown = kept.sample_cleared ? withoutSample(following, contact?.hours ?? defaultHours) : following;
  return { ...shown, region, shop: base.shop, contact: base.contact };
}

/** Returns which of the shop's contacts, which buyers see on pages and invoices, are still placeholders. */
export function findMadeUpContacts({ contact }: Pick<ShopDetails, 'contact'>): PlaceholderContact[] {
  const example = defaultDetails('', '').contact;
  return placeholderContacts.filter((name) => contact[name] === example[name]);
}

/** Counts what the shop has sold, as figures of its home page: those above zero, in full. */
export async function countFigures(db: Database): Promise<ShopDetails['statistics']['figures']> {
  const { rows } = await sql<Record<keyof typeof countedFigureTexts, number>>`
    select count(*) filter (where shipped_at is not null) as orders, count(distinct user_id) as customers,
      count(distinct destination_country) filter (where shipped_at is not null) as countries,
      (select count(*) from reviews where hidden_at is null) as reviews
    from orders where paid_at is not null`.execute(db);
  return Object.entries(rows[0] ?? {})
    .filter(([, count]) => count > 0)
    .map(([name, count]) => ({
      value: formatCount(count),
      label: countedFigureTexts[name as keyof typeof countedFigureTexts](count),
    }));
}

/** Serializes the details for their editors. */
export function serializeManagedDetails({ version, ...kept }: DetailsRow): ManagedDetails {
  const sections = detailsSections.filter((name) => kept.own[name] !== undefined);
  return { version, details: detailsInForce(kept), defaults: defaultsBeside(kept), own: sections };
}

/** Stores the rendered files of a logo. Returns whether any of them was new. */
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

/** Finds a rendered file of a logo. */
export async function findLogoFile(db: Database, logo: string, name: string): Promise<Buffer | undefined> {
  const files = db.selectFrom('shop_logo_files').select('content');
  return (await files.where('logo', '=', logo).where('name', '=', name).executeTakeFirst())?.content;
}

/** Whether a logo of that size was rendered. */
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
