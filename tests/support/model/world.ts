import type { Quote } from '#features/quotes/contract.ts';
import { type CurrentUser, findCurrentUser } from '#features/users/store.ts';
import type { TestShop, TestUser } from '../test-shop.ts';
import type { Books, ModelOrder, ModelPayment } from './books.ts';

/** A sequence of calls in progress: its own tools and buyer, in a shop that all sequences share. */
export type World = Books & {
  t: TestShop;
  buyer: CurrentUser;
  staff: CurrentUser;
  email: string;
  quotes: Quote[];
  invoices: { id: string; orders: ModelOrder[] }[];
  parcels: { id: string; units: Map<ModelOrder, number> }[];
  /** Open disputes. */
  disputes: { id: string; payment: ModelPayment }[];
};

/** Numbers from which a command makes its choices. */
export type Choice = { a: number; b: number; c: number; yes: boolean };

/** Sums of different quantities coincide: 5 × 20 = 10 × 10, 19 × 20 = 20 × 19. */
export const PRICES = [1000, 1900, 2000];

export const pick = <Item>(items: readonly Item[], number: number): Item | undefined =>
  items[number % items.length];

/** The one or two orders of a choice. */
export const chosenOrders = ({ orders }: World, { a, b, yes }: Choice) => {
  const chosen = [pick(orders, a), yes ? pick(orders, b) : undefined].flatMap((order) => order ?? []);
  return [...new Set(chosen)];
};

/** A person of the test as the use cases see them. */
export async function readUser(t: TestShop, { userId }: TestUser): Promise<CurrentUser> {
  const user = await findCurrentUser(t.shop.db, userId);
  if (!user) throw new Error('nobody there');
  return user;
}
