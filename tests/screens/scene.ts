import type { Locator, Page } from 'playwright-core';

/** The shop of a scene: with the demo catalogue, with the longest names that are possible, with the longest
 * that are real, with thousands of tools and orders, or new, all in the United States; or in Germany. */
export type ShopName = 'demo' | 'long' | 'real' | 'large' | 'empty' | 'german';

/** The role that views a screen. */
export type Role = 'visitor' | 'buyer' | 'staff' | 'admin';

/** A running shop, and the ids that scenes use. */
export type StagedShop = {
  origin: string;
  /** Ids of tools: the first in the list, one that cannot be ordered, one of a family, and one that another
   * has replaced. */
  tools: { first: string; outOfStock?: string; member?: string; replaced?: string };
  /** The id of a family. */
  family?: string;
  /** Ids of the buyer's orders, by state. */
  orders: { unpaid?: string; unavailable?: string; paid?: string };
};

export type StagedShops = Record<ShopName, StagedShop>;

/** One screen in one state, to be photographed and checked. */
export type Scene = {
  screen: string;
  state: string;
  shop: ShopName;
  role: Role;
  /** The address; a function if it depends on the shop. */
  path: string | ((shop: StagedShop) => string);
  /** Calls (`GET /orders?limit=…`) that are never answered. */
  held?: RegExp;
  /** Calls answered as by a shop whose database is away. */
  refused?: RegExp;
  /** Action performed before the check. */
  act?: (page: Page) => Promise<void>;
  /** What is visible once the state is reached. */
  shows: (page: Page) => Locator;
  /** An overlay covers the page, so only the window is photographed, not the whole page. */
  isOverlay?: boolean;
  /** The page shows only a loading indicator, and no heading yet. */
  isBlank?: boolean;
  /** The scene exists only in windows narrower than this many pixels. */
  below?: number;
};
