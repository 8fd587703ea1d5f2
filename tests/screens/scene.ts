import type { Locator, Page } from 'playwright-core';

/** Which of the shops a scene plays in: one with the demo catalogue, one with long names, one with thousands
 * of tools and orders, a new one. */
export type ShopName = 'demo' | 'long' | 'large' | 'empty';

/** Who looks at a screen. */
export type Role = 'visitor' | 'buyer' | 'staff' | 'admin';

/** A shop that runs, and what of it scenes go to. */
export type StagedShop = {
  origin: string;
  /** Ids of tools: of the first in the list, and of what cannot be ordered. */
  tools: { first: string; outOfStock?: string };
  /** Ids of the buyer's orders, by what has become of them. */
  orders: { unpaid?: string; unavailable?: string; paid?: string };
};

/** All shops, by their names. */
export type StagedShops = Record<ShopName, StagedShop>;

/** One screen in one state: what is photographed, and looked over. */
export type Scene = {
  screen: string;
  state: string;
  shop: ShopName;
  role: Role;
  /** The address, with what follows from the shop it is in. */
  path: string | ((shop: StagedShop) => string);
  /** Calls (`GET /orders?limit=…`) that are never answered. */
  held?: RegExp;
  /** What is answered as by a shop whose database is away. */
  refused?: RegExp;
  /** What somebody does there before it is looked at. */
  act?: (page: Page) => Promise<void>;
  /** What is to be seen once the state is reached. */
  shows: (page: Page) => Locator;
  /** Something lies over the page, so the window is looked at and not the whole page. */
  isOverlay?: boolean;
  /** There is but a sign of waiting on it yet, and no heading. */
  isBlank?: boolean;
  /** There is such a thing in windows narrower than this many pixels only. */
  below?: number;
};
