import type { Selectable } from 'kysely';
import type { z } from 'zod/mini';
import { AppError } from '#contracts/app-error.ts';
import { UNKNOWN_COUNTRY } from '#contracts/region.ts';
import type { Database } from '#platform/database/database.ts';
import type { Tables } from '#platform/database/tables.ts';
import { asPostWrites, findAddressProblems, formatAddressLine, type PostalParts } from './address-rules.ts';
import type { DescribedDestination, DestinationChange, destinationSchema } from './contract.ts';
import { stateCode, statesIn, statesOfCode } from './state-rules.ts';
import { findAddresses, partsOf } from './store.ts';
import { placeOfWritten, townOfWritten } from './written-place.ts';

type OrderColumns = Selectable<Tables['orders']>;

/** Where an order goes (decision 75): ISO 3166-1 alpha-2, the region as its country's post writes it, the
 * formatted postal code. A part that the address does not say is null; `destination_doubtful` if it may be in
 * one of two countries. */
export type Destination = Pick<OrderColumns, (typeof destinationColumns)[number]>;

/** The columns of an order's destination. */
export const destinationColumns = [
  'destination_country',
  'destination_region',
  'destination_postal_code',
  'destination_doubtful',
] as const;

/** An order's buyer and address. */
type Addressed = Pick<OrderColumns, 'user_id' | 'address'>;

/** An order and where it goes, if that has been read. */
export type Destined = Pick<OrderColumns, 'id'> & Addressed & Destination;

/** Reads where a new address goes: as its buyer says, else as the entry of their address book with the same
 * text, else as the text says. @throws AppError invalid_input for `said` that its country does not have */
export async function readDestination(
  db: Database,
  { user_id, address }: Addressed,
  said?: DestinationChange,
): Promise<Destination> {
  if (said) return destinationSaid(said);
  const book = (await findAddresses(db, user_id)).map(partsOf);
  const entry = book.find((parts) => formatAddressLine(parts) === address);
  return entry ? destinationOfEntry(entry) : destinationRead(address, await findHomeCountry(db));
}

/** Returns where an order goes: its columns, or, of one that an earlier version wrote, what its payment was
 * computed for, or what its address says. */
export async function destinationOfOrder(db: Database, order: Destined): Promise<Destination> {
  if (isDestinationKnown(order)) return order;
  const paid = await db
    .selectFrom('payment_orders')
    .innerJoin('payments', 'payments.id', 'payment_id')
    .select(['deliver_to_parts', 'deliver_to_country', 'shop_country'])
    .where('order_id', '=', order.id)
    .where('payment_orders.state', '<>', 'cancelled')
    .orderBy('payments.created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (paid?.deliver_to_parts) return destinationOfEntry(paid.deliver_to_parts as PostalParts);
  if (!paid?.shop_country) return readDestination(db, order);
  const read = destinationRead(order.address, paid.shop_country);
  const country = paid.deliver_to_country ?? read.destination_country;
  // The address of an erased account says nothing any more.
  return read.destination_country === country
    ? read
    : destinationOfEntry({ country: country ?? '', region: '', postalCode: '' });
}

/** Returns orders with where they go, also those that an earlier version wrote. */
export async function withDestinations<Order extends Destined>(
  db: Database,
  orders: readonly Order[],
): Promise<Order[]> {
  const known: Order[] = [];
  for (const order of orders) known.push({ ...order, ...(await destinationOfOrder(db, order)) });
  return known;
}

/** Equal for orders that go to the same place. */
export const destinationKey = (order: Destination): string =>
  JSON.stringify(destinationColumns.map((column) => order[column]));

/** Whether an order's destination has been read from its address. */
export const isDestinationKnown = ({ destination_country, destination_doubtful }: Destination): boolean =>
  destination_country !== null || destination_doubtful;

/** Returns the destination of an entry of the address book. */
export function destinationOfEntry({
  country,
  region,
  postalCode,
}: Pick<PostalParts, 'country' | 'region' | 'postalCode'>): Destination {
  return {
    destination_country: country,
    destination_region: regionOf(country, region, postalCode),
    destination_postal_code: postalCode || null,
    destination_doubtful: false,
  };
}

/** Returns the region as its country's post writes it; where only certain ones exist, one of those, or the
 * one that the postal code belongs to. */
function regionOf(country: string, region: string, postalCode: string): string | null {
  const listed = statesIn(country).map(({ state }) => state.slice(3));
  if (listed.length === 0) return region || null;
  const named = stateCode(country, region);
  if (listed.includes(named)) return named;
  const [state, another] = postalCode ? statesOfCode(country, postalCode) : [];
  return state && !another ? state.slice(3) : null;
}

/** The one place where a typed address is read. */
function destinationRead(address: string, homeCountry: string | null): Destination {
  const { country, state, postcode, isDoubtful } = placeOfWritten(address, homeCountry);
  const parts = { region: state ?? '', postalCode: postcode ?? '' };
  if (country !== null) return destinationOfEntry({ ...parts, country });
  return {
    ...destinationOfEntry({ ...parts, country: '' }),
    destination_country: null,
    destination_doubtful: isDoubtful,
  };
}

function destinationSaid(said: DestinationChange): Destination {
  const parts = asPostWrites(said);
  const [problem] = findProblems(parts);
  if (problem)
    throw new AppError('invalid_input', problem.message, { field: `destination.${problem.field}` });
  return destinationOfEntry(parts);
}

type Problem = DescribedDestination['problems'][number];

const noParts = { name: '', company: '', line1: '', line2: '', district: '', city: '' };

const findProblems = (parts: DestinationChange): Problem[] =>
  findAddressProblems({ ...noParts, ...parts }).filter((each): each is Problem => each.field in parts);

/** Says where an order with this address would go, and what the address lacks; as its buyer says, else as it
 * is read. What it lacks is taken from the buyer's last orders to the same address. */
export async function describeDestination(
  db: Database,
  to: Addressed,
  said?: DestinationChange,
): Promise<DescribedDestination> {
  if (said) return described(to, destinationOfEntry(asPostWrites(said)));
  const read = described(to, await readDestination(db, to));
  if (read.problems.length === 0) return read;
  const earlier = (await findLastDestinations(db, to.user_id))
    .filter(({ address }) => address === to.address)
    .map((order) => described(to, order));
  return earlier.find(({ country, problems }) => country !== null && problems.length === 0) ?? read;
}

function described({ address }: Addressed, to: Destination): DescribedDestination {
  const destination = serializeDestination(to);
  const { country, isDoubtful, region, postalCode } = destination;
  const parts = { country: country ?? '', region: region ?? '', postalCode: postalCode ?? '' };
  // A shop that says no country of its own doesn't need the buyer's.
  if (!country && !isDoubtful) return { ...destination, text: '', problems: [] };
  const problems = findProblems(parts);
  // The postal code tells a listed region.
  const isTold = problems.some(({ field }) => field === 'postalCode') && statesIn(parts.country).length > 0;
  return {
    ...destination,
    text: country ? formatAddressLine({ ...noParts, ...parts, city: townOfWritten(address, parts) }) : '',
    problems: problems.filter(({ field }) => !(isTold && field === 'region')),
  };
}

/** How many of a buyer's last orders are looked through for the same address. */
const LAST_ORDERS = 20;

const findLastDestinations = (db: Database, userId: string) =>
  db
    .selectFrom('orders')
    .select(['address', ...destinationColumns])
    .where('user_id', '=', userId)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(LAST_ORDERS)
    .execute();

async function findHomeCountry(db: Database): Promise<string | null> {
  const { country } = await db.selectFrom('shop_details').select('country').executeTakeFirstOrThrow();
  return country === UNKNOWN_COUNTRY ? null : country;
}

/** Converts a destination to its form on the wire. */
export const serializeDestination = (order: Destination): z.infer<typeof destinationSchema> => ({
  country: order.destination_country,
  region: order.destination_region,
  postalCode: order.destination_postal_code,
  isDoubtful: order.destination_doubtful,
});
