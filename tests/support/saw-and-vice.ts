import type { Order } from '#features/orders/contract.ts';
import { fillBasket } from './baskets.ts';
import { readPayments, readStock } from './buying.ts';
import type { TestShop, TestUser } from './test-shop.ts';

/** A buyer's basket, and its tools. */
export type SawsAndVice = {
  saw: { id: string };
  vice: { id: string };
  sawOrder: Order;
  viceOrder: Order;
  orders: Order[];
};

/** Fills a basket with two saws at $12.50 each and one vice at $30, with the given stock. */
export async function orderSawsAndVice(
  t: TestShop,
  buyer: TestUser,
  { saws = 5, vices = 5 } = {},
): Promise<SawsAndVice> {
  const saw = await t.makeTool({ name: 'Tenon saw', onHand: saws, priceCents: 1250 });
  const vice = await t.makeTool({ name: 'Bench vice', onHand: vices, priceCents: 3000 });
  const [sawOrder, viceOrder] = await fillBasket(t, buyer, [{ id: saw.id, quantity: 2 }, { id: vice.id }]);
  if (!sawOrder || !viceOrder) throw new Error('no orders');
  return { saw, vice, sawOrder, viceOrder, orders: [sawOrder, viceOrder] };
}

/** The units of the saw and of the vice. */
export const unitsOf = async (t: TestShop, { saw, vice }: SawsAndVice) => [
  await readStock(t, saw.id),
  await readStock(t, vice.id),
];

/** The units while a payment reserves those of the basket. */
export const heldUnits = [
  { onHand: 5, held: 2, sold: 0 },
  { onHand: 5, held: 1, sold: 0 },
];

/** The units while no payment is in progress. */
export const freeUnits = heldUnits.map(({ onHand }) => ({ onHand, held: 0, sold: 0 }));

/** The units once the basket is paid for. */
export const soldUnits = [
  { onHand: 3, held: 0, sold: 2 },
  { onHand: 4, held: 0, sold: 1 },
];

/** The states of an order's payments, oldest first. */
export const paymentStatesOf = async (t: TestShop, { _id }: Order) =>
  (await readPayments(t, _id)).map(({ state }) => state);
