import { AppError } from '#contracts/app-error.ts';
import { hasDuty } from '#contracts/duties.ts';
import { type Cents, toPrice } from '#contracts/money.ts';
import { toPercent } from '#contracts/tax-rate.ts';
import { dayIn } from '#contracts/time-zone.ts';
import {
  type Destined,
  destinationKey,
  destinationOfEntry,
  withDestinations,
} from '#features/addresses/destination.ts';
import { findChosenAddress, partsOf } from '#features/addresses/store.ts';
import { findValidExemptions } from '#features/exemptions/store.ts';
import { findDetails } from '#features/shop-details/store.ts';
import { findVatCountry } from '#features/users/store.ts';
import type { Database } from '#platform/database/database.ts';
import {
  type ChargeLine,
  type ChargeRules,
  type Charges,
  certificateFor,
  computeCharges,
  type Destination,
} from './compute-charges.ts';
import type { ChargesReply } from './contract.ts';
import { findRegions, isUnclearIn, type Place } from './rules.ts';
import { findGoods, readRulesInForce } from './store.ts';
import { chargesErrorTexts, undeliverableTexts } from './texts/charges.ts';

/** The chargeable parts of an order: its tool, its amount as the shop enters prices, and where it goes. */
type ChargedOrder = Destined & { tool_id: string; quantity: number; total_cents: Cents };

/** A buyer, their orders, and the delivery that they chose. */
export type ChargedPurchase = {
  orders: readonly ChargedOrder[];
  userId: string;
  deliveryMethodId?: string | undefined;
  /** The buyer's own address for delivery. */
  addressId?: string | undefined;
  /** The smallest step in which cards charge. */
  stepCents: Cents;
  /** The current time: certificates must be valid today. */
  now: Date;
};

const NOWHERE: Destination = { country: null, postcode: null, vatCountry: null };

/** Computes the charges of some orders of one buyer by the current rules. @throws AppError not_found for an
 * unknown address */
export async function chargesOfOrders(db: Database, purchase: ChargedPurchase): Promise<Charges> {
  const { orders, deliveryMethodId, stepCents } = purchase;
  const rules = await readRulesInForce(db);
  const isSet = mattersWhereTo(rules) || purchase.addressId !== undefined;
  const to = isSet ? await findDestination(db, rules, purchase) : NOWHERE;
  return computeCharges(await linesOf(db, orders, isSet), rules, to, deliveryMethodId, stepCents);
}

/** Computes what each of some orders of one buyer would cost alone, with the default delivery. */
export async function chargesOfEach(
  db: Database,
  { orders, userId, stepCents, now }: Pick<ChargedPurchase, 'orders' | 'userId' | 'stepCents' | 'now'>,
): Promise<{ orderId: string; totalCents: Cents }[]> {
  const rules = await readRulesInForce(db);
  const isSet = mattersWhereTo(rules);
  const charged: { orderId: string; totalCents: Cents }[] = [];
  for (const together of Map.groupBy(await withDestinations(db, orders), destinationKey).values()) {
    const to = isSet ? await findDestination(db, rules, { orders: together, userId, now }) : NOWHERE;
    for (const line of await linesOf(db, together, isSet)) {
      const { totalCents } = computeCharges([line], rules, to, undefined, stepCents);
      charged.push({ orderId: line.orderId, totalCents });
    }
  }
  return charged;
}

/** Whether the destination affects the charges: it does not if the owner has set neither regions nor
 * weights. */
const mattersWhereTo = ({ regions, methods }: ChargeRules): boolean =>
  regions.length > 0 || methods.some(({ kind, maxGrams }) => kind === 'by_weight' || maxGrams !== null);

async function linesOf(db: Database, orders: readonly ChargedOrder[], isSet: boolean): Promise<ChargeLine[]> {
  const toolIds = orders.map(({ tool_id }) => tool_id);
  const goods = isSet ? await findGoods(db, toolIds) : undefined;
  return orders.map(({ id, tool_id, quantity, total_cents }) => ({
    orderId: id,
    enteredCents: total_cents,
    quantity,
    ...(goods?.get(tool_id) ?? { weightGrams: null, taxCategories: [] }),
  }));
}

/** Returns the destination of a purchase: the chosen entry of the address book, else where all its orders
 * go. */
async function findDestination(
  db: Database,
  rules: ChargeRules,
  { orders, userId, addressId, now }: Pick<ChargedPurchase, 'orders' | 'userId' | 'addressId' | 'now'>,
): Promise<Destination> {
  const { regions } = rules;
  const entry = await findChosenAddress(db, userId, { id: addressId, field: 'addressId' });
  // A seller without a number cannot make an exempt sale.
  const { business, law, region } = await findDetails(db);
  const vatCountry = business.vatNumber || business.taxNumber ? await findVatCountry(db, userId) : null;
  const hasExempt = hasDuty({ country: region.country, customers: law.customers }, 'exempt-buyers');
  const certificates = hasExempt ? await findValidExemptions(db, userId, dayIn(now, region.zone)) : [];
  const destinations = entry ? [destinationOfEntry(partsOf(entry))] : await withDestinations(db, orders);
  // Destinations with the same rules, and the same certificate, count as one place.
  const places = new Map(
    destinations.map((order) => {
      const place = {
        country: order.destination_country,
        state: order.destination_region,
        postcode: order.destination_postal_code,
        isDoubtful: order.destination_doubtful,
      };
      const rulesThere = findRegions(regions, place).map(({ id }) => id);
      const certificate = certificateFor({ ...place, certificates })?.id;
      return [[place.country, certificate, ...rulesThere].join(), place];
    }),
  );
  const [place = NOWHERE, another] = places.values();
  const isSeveral = regions.length > 0 && another !== undefined;
  if (isSeveral) return { ...NOWHERE, vatCountry, certificates, unclear: 'several_places' };
  return {
    ...place,
    vatCountry,
    certificates,
    unclear: isUnclear(rules, place) ? 'address_needed' : undefined,
  };
}

/** Whether the charges depend on unknown parts of a place: its state or postal code, or which of two
 * countries it is. */
function isUnclear(
  { regions, rates, methods }: ChargeRules,
  place: Place & { isDoubtful?: boolean },
): boolean {
  const isCharged = rates.length > 0 || methods.some(({ regionIds }) => regionIds.length > 0);
  return isCharged && (isUnclearIn(regions, place) || (Boolean(place.isDoubtful) && regions.length > 0));
}

/** Checks that orders can be paid for with this delivery. @throws AppError conflict; address_needed if the
 * orders do not state what the charges depend on */
export function checkDelivery(charges: Charges, deliveryMethodId: string | undefined): void {
  const { undeliverable } = charges;
  if (undeliverable === 'address_needed')
    throw new AppError(undeliverable, undeliverableTexts.address_needed, { field: 'addressId' });
  if (undeliverable) throw new AppError('conflict', undeliverableTexts[undeliverable]);
  if (deliveryMethodId === undefined || charges.delivery.methodId === deliveryMethodId) return;
  throw new AppError('conflict', chargesErrorTexts.methodGone, { field: 'deliveryMethodId' });
}

/** Converts charges to their form on the wire, in decimal `currency`. */
export function serializeCharges(charges: Charges, currency: string): ChargesReply {
  const { lines, delivery, methods, pricesIncludeTax, taxName } = charges;
  const price = (cents: Cents) => toPrice(cents, currency);
  const shown = (amount: { netCents: Cents; grossCents: Cents }) =>
    pricesIncludeTax ? amount.grossCents : amount.netCents;
  return {
    lines: lines.map(({ orderId, netCents, taxCents, grossCents, taxRatePpm }) => ({
      orderId,
      net: price(netCents),
      tax: price(taxCents),
      total: price(grossCents),
      taxRate: toPercent(taxRatePpm),
    })),
    goods: price(lines.reduce((total, line) => total + shown(line), 0)),
    delivery: price(shown(delivery)),
    tax: price(charges.taxCents),
    total: price(charges.totalCents),
    taxIncluded: pricesIncludeTax,
    taxName,
    deliveryMethodId: delivery.methodId,
    collected: delivery.isCollected,
    methods: methods.map(({ id, name, ...amount }) => ({ id, name, price: price(shown(amount)) })),
    undeliverable: charges.undeliverable,
    exemption: charges.certificate?.label ?? null,
  };
}
